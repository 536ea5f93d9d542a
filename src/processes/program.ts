/** What a child process runs, and over which descriptors it is spoken to. Used by `SupervisedChild`. */
import { spawn, type ChildProcess } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { messageOf } from '../errors/errors.js';

/** The descriptor of a channel with a separate one. */
export const CHANNEL_DESCRIPTOR = 3;
/**
 * A child collects its garbage on its own thread. Helper threads cost more than they help where several children share
 * the cores: in a second, a search on two cores visited 250,000 positions instead of 150,000.
 */
const GC_FLAG = '--single-threaded-gc';
/** What Node needs besides a strategy's own heap, in MB. */
const NODE_OVERHEAD_MB = 80;

/** A program that speaks in lines. */
export interface Program {
  /** The program and its arguments. One without a slash is looked for in the `PATH` of its environment. */
  readonly command: readonly [string, ...string[]];
  /** (default: the host's) */
  readonly cwd?: string | undefined;
  /**
   * `descriptor`: it reads and writes descriptor 3, and its standard streams lead nowhere. `stdio`: it reads standard
   * input and writes standard output, and what it writes to standard error is printed. `none`: nobody speaks to it, and
   * what it writes to standard error is printed.
   */
  readonly channel: 'descriptor' | 'stdio' | 'none';
  /** What it can read, to its end, from the descriptor after its channel's. */
  readonly handed?: Uint8Array | undefined;
  /** Processes between the one that is started and the program: a sandbox's (default: none). */
  readonly wrappers?: number | undefined;
  /** The file of one of our own programs. */
  readonly file?: string | undefined;
}

export interface ChannelStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Whether `input` is what the program writes to its standard output. */
  readonly isStandard: boolean;
}

/**
 * One of our own programs, run by this Node.
 *
 * @param memoryMb ceiling of its resident memory: V8's heap gets what is left of it.
 * @param additional flags of Node.
 */
export function nodeProgram(url: URL, memoryMb: number, flags: readonly string[] = []): Program {
  const heapMb = Math.max(16, memoryMb - NODE_OVERHEAD_MB);
  const all = [`--max-old-space-size=${heapMb}`, GC_FLAG, ...flags];
  const file = fileURLToPath(url);
  return { command: [process.execPath, ...all, file], channel: 'descriptor', file };
}

/** The file of ours that could not be imported; `undefined` for any other error. */
export function missingFile(thrown: unknown): string | undefined {
  return /^Cannot find module '(.+)' imported from /.exec(messageOf(thrown))?.[1];
}

/** Names a missing file of ours, with the likely cause. */
export function describeMissing(file: string): string {
  return `"${file}" is missing. Did a build or an update remove it while this process was running? Start it again.`;
}

/** Starts it in a separate process group. Throws, or the process emits `error`, if it cannot be started. */
export function startProgram(program: Program, env: Readonly<Record<string, string>>): ChildProcess {
  const { command, cwd, channel, handed } = program;
  const [file, ...words] = command;
  const own = DESCRIPTORS[channel];
  const stdio = handed === undefined ? [...own] : [...own, 'pipe' as const];
  const child = spawn(file, words, { cwd, detached: true, env, stdio });
  if (handed === undefined || child.pid === undefined) return child;
  const pipe = child.stdio[own.length] as Writable;
  // The message of a program that ends before it has read this says why.
  pipe.on('error', () => {}).end(handed, () => pipe.destroy());
  return child;
}

/** With the channel `descriptor`, the last one is {@link CHANNEL_DESCRIPTOR}. */
const DESCRIPTORS = {
  descriptor: ['ignore', 'ignore', 'ignore', 'pipe'],
  stdio: ['pipe', 'pipe', 'pipe'],
  none: ['ignore', 'ignore', 'pipe'],
} as const;

/** The descriptor from which a program reads what it is handed. */
export function handedDescriptor(channel: Program['channel']): number {
  return DESCRIPTORS[channel].length;
}

/** The host's end of the channel to a process that has started; absent if it has none. */
export function channelStreams(child: ChildProcess, { channel }: Program): ChannelStreams | undefined {
  if (channel === 'none') return undefined;
  if (channel === 'stdio') return { input: child.stdout!, output: child.stdin!, isStandard: true };
  const both = child.stdio[CHANNEL_DESCRIPTOR] as Readable & Writable;
  return { input: both, output: both, isStandard: false };
}
