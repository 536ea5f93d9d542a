/** Finds games as one snake played them, in the journal or in a file, for `autopsy`, `rethink` and `analyse`. */
import type { Command } from 'commander';
import { existsSync } from 'node:fs';
import { usageFault } from '../../errors.js';
import type { FullGameRow } from '../../journal/game-rows.js';
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { describeDeath } from '../../rules/describe-death.js';
import type { Snake } from '../../wire/resources.js';
import { whole } from '../arguments.js';
import { addFilterFlags, readFilter, type FilterFlags } from '../journal/filter-flags.js';
import { formatCause, formatResult } from '../journal/format-games.js';
import { openJournal } from '../journal/open-journal.js';
import { toAutopsyInput } from './autopsy-input.js';
import { findKept, type WantedRecording } from './find-recording.js';
import { findSnake, readGameFile, toFileRecording, type RecordingFile } from './game-file.js';
import { toRecording, type Recording } from './recording.js';

/** A game as one of its snakes played it. */
export interface ChosenGame {
  readonly id: string;
  /** The snake: a prefix, or its name in a file. */
  readonly snake: string;
  /** How it ended for the snake, for people. */
  readonly ending: string;
  /** What to say where only a death will do and there is none: a sentence without the game. */
  readonly refusal: string;
  readonly game: AutopsyInput;
  readonly recording: Recording;
  /** The game in the journal; absent for a file. */
  readonly row?: FullGameRow;
}

/** The flags of {@link addGamesFlags}. */
export interface GamesFlags extends FilterFlags {
  readonly lost?: true;
  readonly you?: string;
  readonly limit: number;
}

/** Adds the flags that choose one game, or many. */
export function addGamesFlags(command: Command): Command {
  return addFilterFlags(command)
    .option('--lost', 'all lost games that the other flags choose')
    .option('--limit <N>', 'at most this many games, the newest', whole(1, 500), 20)
    .option('--you <NAME>', 'of one game: the snake that it is seen from; in a file, the first one unless given');
}

/** The games that argument and flags choose. Throws a `UsageError` if there is not one game, or none by that name. */
export async function findChosenGames(
  command: string,
  word: string | undefined,
  flags: GamesFlags,
  wanted: Pick<WantedRecording, 'hasCause'> = {},
): Promise<readonly ChosenGame[]> {
  if ((word === undefined) !== (flags.lost === true))
    throw usageFault(command, 'takes either one game or --lost. "serpentarium games" lists the games.');
  if (word === undefined) return findLost(flags);
  return [await findChosenGame(word, { config: flags.config, ...(flags.you && { snake: flags.you }), ...wanted })];
}

/**
 * One game: of a file, as the snake that is wanted or the first one played it; or of the journal. Throws a `UsageError`
 * if there is no such game.
 */
export async function findChosenGame(word: string, wanted: WantedRecording): Promise<ChosenGame> {
  if (!existsSync(word)) return fromRow(await findKept(word, wanted));
  const file = readGameFile(word);
  return fromFile(file, findSnake(file, wanted.snake));
}

function fromFile(file: RecordingFile, snake: Snake): ChosenGame {
  const { name } = snake;
  const recording = toFileRecording(file, name);
  const dead = [...new Set(recording.deaths?.map(({ id }) => nameOf(file, id)))];
  const others = dead.length === 0 ? '' : ` Give --you for ${dead.join(' or ')}.`;
  const died = recording.deaths?.find(({ id }) => id === snake.id);
  return {
    id: file.turns[0].request.game.id,
    snake: name,
    ending: died === undefined ? file.result : describeDeath(died, died.by && nameOf(file, died.by)),
    refusal: `${name} did not die in this game.${others}`,
    game: toAutopsyInput(file, snake),
    recording,
  };
}

function nameOf({ turns: [first] }: RecordingFile, id: string): string {
  return first.request.board.snakes.find((snake) => snake.id === id)?.name ?? id;
}

/** The newest lost games of the journal that the flags choose. */
async function findLost(flags: GamesFlags): Promise<ChosenGame[]> {
  const journal = await openJournal(flags.config);
  try {
    const filter = readFilter(flags, await journal.listNames());
    const lost = await journal.listGames({ ...filter, result: 'loss', limit: flags.limit });
    const games = await Promise.all(lost.games.map(({ id }) => journal.findGame(id)));
    return games.flatMap((game) => (game === undefined ? [] : fromRow(game)));
  } finally {
    await journal.close();
  }
}

function fromRow(row: FullGameRow): ChosenGame {
  const { id, snake, result } = row;
  return {
    id,
    snake,
    ending: [formatResult(row), ...formatCause(row)].join(', '),
    refusal: `${result === undefined ? 'is' : 'was'} ${formatResult(row)}: ${whyNot(row)}.`,
    game: row,
    recording: toRecording(row),
    row,
  };
}

function whyNot({ result }: FullGameRow): string {
  if (result === undefined) return 'the game is not over yet';
  return result === 'loss' || result === 'solo' ? 'what the snake died of is not known' : 'the snake did not die';
}
