/** The flags that all contests have, and what they mean once checked. */
import type { Command } from 'commander';
import { allOrFaults, optionalPort, timeFlag, whole } from '../arguments.js';
import { availableCores } from '../../processes/machine.js';
import type { ContestNoun } from '../../arena/contest/contest-file.js';
import type { ContestSettings } from '../../arena/contest/contest.js';
import { PONDER_ALLOWANCE } from '../../snakes/strategy/runner.js';
import { usageFault } from '../../errors.js';
import { missingPackages } from '../../optional-packages.js';
import type { QueueAddress } from '../../queue/queue-server.js';
import { serviceKindOf } from '../../service-url.js';

/** The variable that has the URL of the queue, so that no command line has its password. */
export const QUEUE_VARIABLE = 'SERPENTARIUM_QUEUE';

export interface ContestFlags {
  readonly queue?: string;
  readonly outputDir?: string;
  readonly config: string;
  readonly seed?: string;
  readonly concurrency?: number;
  readonly force?: true;
  readonly save?: string;
  readonly resume?: string;
  readonly json?: true;
  /** In ms; `true` for the usual time. */
  readonly ponder?: number | true;
  /** A port; `true` for any. */
  readonly browser?: number | true;
}

/** Declares the flags. Each command declares `--config` itself, among its first flags. */
export function addContestFlags(command: Command, noun: ContestNoun): Command {
  const ponder = 'let snakes ponder between turns, as long as the engine and the others take (default: as --timeout)';
  return command
    .option('--queue <URL>', `play on the workers of a queue, redis://… (or ${QUEUE_VARIABLE})`)
    .addOption(timeFlag('--ponder [TIME]', ponder, { min: '1ms', max: '5s' }))
    .option('--seed <TEXT>', 'the same seed plays the same games again')
    .option('--concurrency <NUMBER>', 'games at once on this machine (default: the number of cores)', whole(1, 1024))
    .option('--force', 'allow more games at once than there are cores')
    .option('--save <FILE>', `save the ${noun} to a new file, for --resume`)
    .option('--resume <FILE>', `continue the ${noun} that a file holds, and save it there; no other argument is needed`)
    .option('--output-dir <DIR>', 'write each game to a file, as lines of JSON')
    .option('--browser [PORT]', `show the ${noun} in a browser, on a terminal until Ctrl-C`, optionalPort)
    .option('--json', 'print the report as JSON');
}

export interface ContestPlace {
  /** Games at once on this machine. */
  readonly concurrency: number;
  /** The queue that plays in place of this machine, if any. */
  readonly queue: QueueAddress | undefined;
}

/**
 * Throws a `UsageError` with all that is wrong with the flags. More games at once than there are cores must be forced:
 * the strategies would lose time to each other, and the losses would look like bad play.
 */
export function readPlace(flags: ContestFlags): ContestPlace {
  const cores = availableCores();
  const [concurrency, queue] = allOrFaults(
    () => {
      const { concurrency: wanted = cores, force } = flags;
      if (wanted <= cores || force === true) return wanted;
      const message = `${wanted} is more than the ${cores} cores of this machine: turns lost on time would spoil the result. Use --force to do it anyway.`;
      throw usageFault('--concurrency', message);
    },
    () => readQueue(flags),
  );
  return { concurrency, queue };
}

/** The game with the time for answers, and that for pondering if snakes may. */
export function timeGame(game: ContestSettings, timeout: number, { ponder }: ContestFlags): ContestSettings {
  if (ponder === undefined) return { ...game, timeout };
  return { ...game, timeout, ponder: ponder === true ? Math.min(timeout, PONDER_ALLOWANCE) : ponder };
}

/** The seed that is asked for, or one drawn by chance. */
export function readSeed({ seed }: ContestFlags): string {
  return seed ?? String(Math.floor(Math.random() * 2 ** 32));
}

/** The queue that flags or environment ask for, if any. Throws a `UsageError` if it cannot be used. */
export function readQueue({ queue, outputDir }: Pick<ContestFlags, 'queue' | 'outputDir'>): QueueAddress | undefined {
  const source = queue === undefined ? QUEUE_VARIABLE : '--queue';
  const url = queue ?? process.env[QUEUE_VARIABLE] ?? '';
  if (url === '') return undefined;
  // The command line may have a password: takes it out of the list of processes.
  process.title = ['serpentarium', process.argv[2]].join(' ');
  if (serviceKindOf(url) !== 'redis') {
    throw usageFault(source, 'is not the URL of a Redis server. Write for example redis://localhost:6379.');
  }
  const missing = missingPackages('a queue in Redis');
  if (missing !== undefined) throw usageFault(source, `cannot be used: ${missing}`);
  if (outputDir !== undefined) {
    throw usageFault('--output-dir', `cannot be used with ${source}: the games are played on other machines.`);
  }
  return { url, source };
}
