/**
 * Finds out which inline strategy is to blame for an error that nobody caught. `serve` asks before it decides that an
 * error is the host's own; `mount-snake.ts` makes an owner for each inline strategy.
 *
 * Timers, promises and sockets remember for whom they were made (Node's `AsyncLocalStorage`). `queueMicrotask` does
 * not, so an error that remembers nobody is looked up by the files in its stack.
 *
 * Until Node 22, remembering costs the whole host some 10 µs of CPU for each answer, so it begins with the first import
 * or call of an inline strategy that leaves something behind. The first calls of each strategy are watched closely, at
 * 3 µs each; later ones only for what Node gives a number, which a promise alone has not. An error that such a call
 * leaves behind remembers nobody. If no file is in its stack either, the strategy is to blame that was called last in
 * this way. From Node 24 on, remembering costs nothing, and is always done.
 */
import { AsyncLocalStorage, AsyncResource, createHook } from 'node:async_hooks';
import { fileURLToPath } from 'node:url';
import { describeThrown, framesOf } from './strategy/call.js';

/** Our own compiled files. The toolkit is in a strategy's bundle too, but an error in it may be the host's. */
const OWN_FILES = fileURLToPath(new URL('..', import.meta.url));

const running = new AsyncLocalStorage<InlineOwner>();
const owners = new Set<InlineOwner>();
/** Whether an import or call has left something behind that may run later. From then on, everything is remembered. */
let isRemembering = Number.parseInt(process.versions.node, 10) >= 24;
let importing = 0;
/** The strategy that was called last while nothing was remembered, and not watched closely either. */
let suspect: InlineOwner | undefined;
/** Calls of a strategy that are watched closely. */
const WATCHED_CALLS = 10;
/** What the import itself makes: promises and reads of files. */
const IMPORT_TYPES = /^(PROMISE|FSREQ|FILEHANDLE)/;

/**
 * One inline strategy, as the owner of everything that runs because of it.
 *
 * Guarantees that an error of which it is the owner is reported and goes no further. Never sees errors of its calls:
 * those are outcomes. Cannot see what is not an error: a loop, an exit, memory that grows.
 */
export class InlineOwner {
  readonly #files: readonly string[];
  #calls = 0;
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

  /** Imports the strategy. What that leaves behind belongs to this owner. */
  async import<T>(load: () => Promise<T>): Promise<T> {
    const watch = createHook({
      init(_id, type) {
        if (running.getStore() !== undefined && !IMPORT_TYPES.test(type)) isRemembering = true;
      },
    });
    watch.enable();
    importing++;
    try {
      return await running.run(this, load);
    } finally {
      watch.disable();
      if (--importing === 0 && !isRemembering) running.disable();
    }
  }

  /** Calls the strategy. What it leaves behind belongs to this owner. */
  run<T>(call: () => T): T {
    if (isRemembering || importing > 0) return running.run(this, call);
    const isWatched = this.#calls < WATCHED_CALLS;
    this.#calls++;
    if (!isWatched) setSuspect(this);
    const first = nextResource();
    try {
      return isWatched ? running.run(this, call) : call();
    } finally {
      // Everything that runs later is a resource with a number of its own; a promise only while somebody remembers.
      if (nextResource() !== first + 1) isRemembering = true;
      else if (isWatched) running.disable();
    }
  }

  /** Calls the host from within the strategy: what this leaves behind is the host's. */
  leave<T>(call: () => T): T {
    return running.exit(call);
  }

  /** Whether the stack of the error shows one of the strategy's files. */
  isIn(frames: readonly string[]): boolean {
    return frames.some((frame) => this.#files.some((file) => frame.includes(`${file}:`)));
  }

  /** The strategy is no longer called. What it has left behind still belongs to it. */
  close(): void {
    owners.delete(this);
  }
}

function setSuspect(owner: InlineOwner): void {
  suspect = owner;
}

/** The number of a new resource; Node counts all timers, promises and sockets that are made while one is remembered. */
function nextResource(): number {
  return new AsyncResource('InlineOwner', { requireManualDestroy: true }).asyncId();
}

/** Reports an uncaught error to the inline strategy that it belongs to. Returns whether there is one. */
export function blameInlineStrategy(thrown: unknown, origin: string): boolean {
  const owner = running.getStore() ?? ownerOf(thrown);
  if (owner === undefined) return false;
  // The report is the host's work: if it fails, that is not the strategy's error.
  owner.leave(() => owner.report(`${origin} outside of its calls: ${describeThrown(thrown)}`));
  return true;
}

/** Whose files are in the stack; the suspect if there is no file in it at all. */
function ownerOf(thrown: unknown): InlineOwner | undefined {
  try {
    const frames = framesOf(thrown);
    return [...owners].find((owner) => owner.isIn(frames)) ?? (frames.every(isOfNode) ? suspect : undefined);
  } catch {
    return suspect;
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
