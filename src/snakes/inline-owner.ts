/**
 * Finds the inline strategy to blame for an error that nobody caught: the one whose file is in the stack. `serve` asks
 * before it decides that an error is the host's own.
 */
import { fileURLToPath } from 'node:url';
import { describeThrown, framesOf } from './strategy/call.js';

/** Our own compiled files. The toolkit is in a strategy's bundle too, but an error in it may be the host's. */
const OWN_FILES = fileURLToPath(new URL('..', import.meta.url));

/** Of all inline strategies of this process, also of those no longer called: what they left behind may still throw. */
const owners = new Set<InlineOwner>();

/** The files of one inline strategy, and where its stray errors are reported. */
export class InlineOwner {
  readonly #files: readonly string[];
  /** Takes a sentence. Set by the runner. */
  report: (reason: string) => void;

  /**
   * @param code the strategy's bundle with its source map.
   * @param report takes what goes wrong before there is a runner.
   */
  constructor(code: string, report: (reason: string) => void) {
    this.#files = sourceFilesOf(code).filter((file) => !file.startsWith(OWN_FILES));
    this.report = report;
    owners.add(this);
  }

  /** Whether the stack of an error shows one of the strategy's files. */
  isIn(frames: readonly string[]): boolean {
    return frames.some((frame) => this.#files.some((file) => frame.includes(`${file}:`)));
  }
}

/**
 * Reports an uncaught error to the inline strategy whose file is in its stack. If the stack shows no file at all, it is
 * taken for that of an inline snake, whichever: the first one reports it. Returns whether it was reported.
 */
export function blameInlineStrategy(thrown: unknown, origin: string): boolean {
  const frames = readFrames(thrown);
  const owner = [...owners].find((one) => one.isIn(frames));
  if (owner !== undefined) {
    owner.report(`${origin} outside of its calls: ${describeThrown(thrown)}`);
    return true;
  }
  const [first, ...others] = owners;
  if (first === undefined || !frames.every(isOfNode)) return false;
  const whose = others.length === 0 ? 'outside of its calls' : 'of an inline snake, this or another';
  first.report(`${origin} ${whose}: ${describeThrown(thrown)}`);
  return true;
}

/** The lines of the stack; none if the value has no stack that can be read. */
function readFrames(thrown: unknown): readonly string[] {
  try {
    return framesOf(thrown);
  } catch {
    return [];
  }
}

function isOfNode(frame: string): boolean {
  return /node:|<anonymous>|\(index \d+\)/.test(frame);
}

/** The files that the bundle was made from, by its source map. */
function sourceFilesOf(code: string): string[] {
  const map = /\/\/# sourceMappingURL=data:application\/json;base64,([\w+/=]+)\s*$/.exec(code)?.[1];
  if (map === undefined) return [];
  const { sources = [], sourceRoot = '' } = JSON.parse(Buffer.from(map, 'base64').toString()) as {
    sources?: string[];
    sourceRoot?: string;
  };
  return sources.flatMap((source) => {
    const url = URL.canParse(source, sourceRoot) ? new URL(source, sourceRoot) : undefined;
    return url?.protocol === 'file:' ? [fileURLToPath(url)] : [];
  });
}
