/**
 * Finds the inline strategy to blame for an uncaught error: the one whose file is in the stack. `serve` asks before it
 * treats the error as the host's.
 */
import { fileURLToPath } from 'node:url';
import { describeThrown, framesOf } from './strategy/call.js';
import { readSourceMap } from './strategy/source-map.js';

/** Our own compiled files. The toolkit is in a strategy's bundle too, but an error in it may be the host's. */
const OWN_FILES = fileURLToPath(new URL('..', import.meta.url));

/** All inline strategies of this process, including unmounted ones: timers they left behind may still throw. */
const owners = new Set<InlineOwner>();

/** The files of one inline strategy, and where its stray errors are reported. */
export class InlineOwner {
  readonly #files: readonly string[];
  report: (reason: string) => void;

  /**
   * @param code the strategy's bundle with its source map.
   * @param report receives its faults until there is a runner.
   */
  constructor(code: string, report: (reason: string) => void) {
    this.#files = sourceFilesOf(code).filter((file) => !file.startsWith(OWN_FILES));
    this.report = report;
    owners.add(this);
  }

  isIn(frames: readonly string[]): boolean {
    return frames.some((frame) => this.#files.some((file) => frame.includes(`${file}:`)));
  }
}

/**
 * Reports an uncaught error to the inline strategy whose file is in its stack. An error whose stack shows no file is
 * reported to the first inline snake. Returns whether it was reported.
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

/** The lines of the stack; none if it cannot be read. */
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
  const { sources, sourceRoot } = readSourceMap(code) ?? { sources: [] };
  return sources.flatMap((source) => {
    const url = URL.canParse(source, sourceRoot) ? new URL(source, sourceRoot) : undefined;
    return url?.protocol === 'file:' ? [fileURLToPath(url)] : [];
  });
}
