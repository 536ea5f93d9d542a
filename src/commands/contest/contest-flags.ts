/** The flags that all contests have, and what they mean once checked. */
import type { Command } from 'commander';
import { optionalPort, whole } from '../arguments.js';
import type { ContestNoun } from '../../arena/contest/contest-file.js';
import { usageFault } from '../../errors.js';
import { addQueueFlags, type QueueFlags } from './queue-flags.js';

export interface ContestFlags extends QueueFlags {
  readonly config: string;
  readonly seed?: string;
  readonly concurrency?: number;
  readonly force?: true;
  readonly save?: string;
  readonly resume?: string;
  readonly json?: true;
  /** A port; `true` for any. */
  readonly browser?: number | true;
}

/** Declares the flags. Each command declares `--config` itself, among its first flags. */
export function addContestFlags(command: Command, noun: ContestNoun): Command {
  return addQueueFlags(command)
    .option('--seed <TEXT>', 'the same seed plays the same games again')
    .option('--concurrency <NUMBER>', 'games at once on this machine (default: the number of cores)', whole(1, 1024))
    .option('--force', 'allow more games at once than there are cores')
    .option('--save <FILE>', `save the ${noun} to a new file, for --resume`)
    .option('--resume <FILE>', `continue the ${noun} that a file holds, and save it there; no other argument is needed`)
    .option('--output-dir <DIR>', 'write each game to a file, as lines of JSON')
    .option('--browser [PORT]', `show the ${noun} in a browser as it goes, on a port of this machine`, optionalPort)
    .option('--json', 'print the report as JSON');
}

/**
 * How many games are played at once. Throws a `UsageError` if they are more than `cores`: the strategies would lose
 * time to each other, and the losses would look like bad play.
 */
export function readConcurrency({ concurrency, force }: ContestFlags, cores: number): number {
  if (concurrency === undefined) return cores;
  if (concurrency <= cores || force === true) return concurrency;
  const message = `${concurrency} is more than the ${cores} cores of this machine: turns lost on time would spoil the result. Use --force to do it anyway.`;
  throw usageFault('--concurrency', message);
}

/** The seed that is asked for, or one drawn by chance. */
export function readSeed({ seed }: ContestFlags): string {
  return seed ?? String(Math.floor(Math.random() * 2 ** 32));
}
