/** The flags of all contests, and their checked values. */
import { createHash } from 'node:crypto';
import { allOrFaults, choiceOf, optionalPort, time, whole } from '../arguments.js';
import { below, callFlag, former, planFlag, runFlag, type ValuesOf } from '../flags.js';
import { availableCores } from '../../processes/machine.js';
import type { ContestType } from '../../arena/contest/contest-file.js';
import type { ContestSettings } from '../../arena/contest/contest.js';
import { PONDER_ALLOWANCE } from '../../snakes/strategy/runner.js';
import { usageFault } from '../../errors/errors.js';
import { missingPackages } from '../../processes/optional-packages.js';
import type { QueueAddress } from '../../queue/queue-server.js';
import { parseRequest } from '../../wire/reader.js';
import { readGameFlags, type GameFlags } from '../play/game-flags.js';
import { listFiles, readPosition } from '../../recorded/read-position.js';
import { serviceKindOf } from '../../exchange/service-url.js';

/** The variable with the URL of the queue, so that no command line contains its password. */
export const QUEUE_VARIABLE = 'SERPENTARIUM_QUEUE';

const PONDER_HINT = ' Without one, put --ponder last.';
const CLOCK_HELP = 'the clock of an answer: wall-clock time, or CPU time, which a busy machine does not shorten';

export function savedFlags(type: ContestType) {
  return [
    callFlag('--save <FILE>', `save the ${type} to a new file, for --resume`),
    callFlag('--resume <FILE>', `continue the ${type} in this file, and save it there; needs no other argument`),
  ];
}

/** The flags of all contests. */
export function contestFlags(type: ContestType) {
  const ponder = 'let snakes ponder between turns for this long (default: as --timeout)';
  return [
    ...below('Match', [
      planFlag(
        '--openings <TURNS|FILE>',
        'begin after TURNS random safe moves, or at the positions of a file or folder',
      ),
      planFlag('--ponder [TIME]', ponder, time('1ms', '5s', PONDER_HINT)),
      planFlag('--clock <CLOCK>', CLOCK_HELP, choiceOf(['wall', 'cpu']), 'wall'),
      planFlag('--seed <SEED>', 'the same seed plays the same games again'),
    ]),
    ...below('Machine', [
      // Never saved: its URL may contain a password.
      callFlag('--queue <URL>', `play on the workers of a queue, redis://… (or ${QUEUE_VARIABLE})`),
      runFlag('--concurrency <NUMBER>', 'games at once on this machine (default: the number of cores)', whole(1, 1024)),
      runFlag('--oversubscribe', 'allow more games at once than there are cores'),
      ...former('--force', '--oversubscribe'),
    ]),
    ...below('Output', [
      ...savedFlags(type),
      runFlag('--output-dir <DIR>', 'write each game to a file, as lines of JSON'),
      callFlag('--browser [PORT]', `show the ${type} in a browser, on a terminal until Ctrl-C`, optionalPort),
      callFlag('--json', 'print the report as JSON'),
    ]),
  ];
}

export type ContestFlags = ValuesOf<ReturnType<typeof contestFlags>> & GameFlags & { readonly config: string };

export interface ContestPlace {
  /** Parallel games on this machine. */
  readonly concurrency: number;
  /** The queue that plays instead of this machine, if any. */
  readonly queue: QueueAddress | undefined;
}

/**
 * Throws a `UsageError` with all faults of the flags. More parallel games than cores need `--oversubscribe`: the
 * strategies would take time from each other, and the losses would look like bad play.
 */
export function readPlace(flags: ContestFlags): ContestPlace {
  const cores = availableCores();
  const [concurrency, queue] = allOrFaults(
    () => {
      const { concurrency: wanted = cores, oversubscribe } = flags;
      if (wanted <= cores || oversubscribe === true) return wanted;
      const message = `${wanted} is more than the ${cores} cores of this machine: turns lost on time would spoil the result. Use --oversubscribe to do it anyway.`;
      throw usageFault('--concurrency', message);
    },
    () => readQueue(flags),
  );
  return { concurrency, queue };
}

/** The game without its timeout. Throws a `UsageError` with all faults of its flags. */
export function readContestGame(flags: ContestFlags, snakes: number): ContestSettings {
  if (flags.gametype === 'squad') {
    throw usageFault('--gametype', 'squad games cannot be used: a snake of a squad does not win alone.');
  }
  return { ...readGameFlags(flags, snakes), ...readOpenings(flags, snakes) };
}

/** The game with the time for answers, and for pondering if allowed. */
export function timeGame(game: ContestSettings, timeout: number, { ponder, clock }: ContestFlags): ContestSettings {
  const timed = { ...game, timeout, ...(clock === 'cpu' && { clock }) };
  if (ponder === undefined) return timed;
  return { ...timed, ponder: ponder === true ? Math.min(timeout, PONDER_ALLOWANCE) : ponder };
}

/** Most turns of a random opening: longer ones are whole games. */
const MAX_OPENING = 200;

/** Where the games begin; nothing for the engine's start. Throws a `UsageError` at a position of another game. */
export function readOpenings(
  { openings: written, width, height }: Pick<ContestFlags, 'openings' | 'width' | 'height'>,
  snakes: number,
): Pick<ContestSettings, 'openings'> {
  if (written === undefined) return {};
  if (/^\d+$/.test(written)) {
    const turns = Number(written);
    if (turns >= 1 && turns <= MAX_OPENING) return { openings: { kind: 'random', turns } };
    throw usageFault('--openings', `"${written}" is not a number of turns from 1 to ${MAX_OPENING}.`);
  }
  const texts = listFiles(written).map((file) => {
    const text = readPosition(file);
    if (text === undefined)
      throw usageFault('--openings', `"${file}" is not a position. "analyse --positions" saves some.`);
    const { board } = parseRequest(text);
    if (board.unseen.length > 0) throw usageFault('--openings', `fog of war hides snakes in "${file}".`);
    const has = `${board.snakes.length} snakes on ${board.width}×${board.height}`;
    const wants = `${snakes} snakes on ${width}×${height}`;
    if (has !== wants) throw usageFault('--openings', `"${file}" has ${has}, and these games have ${wants}.`);
    return text;
  });
  if (texts.length === 0) throw usageFault('--openings', `"${written}" is an empty folder.`);
  return {
    openings: {
      kind: 'positions',
      name: written,
      hash: createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16),
      texts,
    },
  };
}

/** The given seed, or a random one. */
export function readSeed({ seed }: ContestFlags): string {
  return seed ?? String(Math.floor(Math.random() * 2 ** 32));
}

/** The queue of the flags or environment, if any. Throws a `UsageError` if it cannot be used. */
export function readQueue({ queue, outputDir }: Pick<ContestFlags, 'queue' | 'outputDir'>): QueueAddress | undefined {
  const source = queue === undefined ? QUEUE_VARIABLE : '--queue';
  const url = queue ?? process.env[QUEUE_VARIABLE] ?? '';
  if (url === '') return undefined;
  // The command line may contain a password: hides it from the list of processes.
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
