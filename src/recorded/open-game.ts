/** Opens the game that a user means: of the journal, of a file, or the last one that `play` has kept. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathOf } from '../config/read-text.js';
import { usageFault, UsageError } from '../errors/errors.js';
import { findGames, LAST } from '../journal/filter-words.js';
import { openJournal, withJournal } from '../journal/open-journal.js';
import type { FullGameRow } from '../views/game-rows.js';
import { keptBoards, type KeptBoard } from './board-history.js';
import { findCalled, hintFor } from './importing/choose-seat.js';
import { readGameFile } from './read-game-file.js';

/**
 * A recorded game as its snakes played it, the one that the user means first. The others are known only if it is from a
 * file.
 */
export type Seats = readonly [FullGameRow, ...FullGameRow[]];

/** The extensions of files with games or positions. */
const FILE = /\.(jsonl?|txt)$/;

/** The search besides the word for a game. */
interface WantedGame {
  /** The configuration that names the journal. */
  readonly config: string;
  /** Whose perspective to use (default: in a file, the first snake). */
  readonly you?: string | undefined;
}

/**
 * The game of a file; the newest one for `last`; or one of the journal, by its id or the beginning of it, or by the
 * engine's id. Throws a `UsageError` if there is none or several.
 */
export async function openGame(word: string, { config, you }: WantedGame): Promise<Seats> {
  const file = await findGameFile(word, config, you);
  if (file !== undefined) return fromSeat(readGameFile(file), file, you);
  if (FILE.test(word)) throw usageFault(word, 'does not exist.');
  return withJournal(openJournal, config, async (journal) => {
    const [found, ...others] = await findGames(journal, word, you);
    if (found === undefined) throw usageFault(word || '""', whyNone(word, you));
    if (others.length > 0) {
      const games = [found, ...others].map((game) => `${game.id} (${game.snake})`);
      throw usageFault(word, `could be ${games.join(' or ')}. Which one?`);
    }
    return [(await journal.findGame(found.id))!];
  });
}

function whyNone(word: string, snake = 'any snake'): string {
  if (word === LAST) return `is the newest game that has ended: the journal has none of ${snake}.`;
  return 'is neither a file nor a game in the journal. "serpentarium games" lists the games.';
}

/** The seats of a file, first the one that the user names. Throws a `UsageError` if no snake has this name. */
function fromSeat(seats: readonly FullGameRow[], file: string, you: string | undefined): Seats {
  const [mine] = you === undefined ? seats : findCalled(seats, you);
  if (mine !== undefined) return [mine, ...seats.filter((seat) => seat !== mine)];
  if (you === undefined) throw usageFault(file, 'has no snake on its first board.');
  throw usageFault('--you', `"${you}" does not play in ${file}.${hintFor(seats, you)}`);
}

/** The boards of a game, each turn once: the end may repeat the last board. Throws if a request is unreadable. */
export function followGame([game, ...others]: Seats): KeptBoard[] {
  const boards = [...keptBoards(game, others)];
  const [before, end] = boards.slice(-2);
  if (before?.row === undefined || before.turn !== end?.turn) return boards;
  return [...boards.slice(0, -2), { ...end, row: before.row }];
}

/**
 * The file that a word for a game means: its path, or {@link LAST} if a local game is the newest one, of `you` if
 * given. Otherwise nothing: look in the journal.
 */
export async function findGameFile(word: string, config: string, you?: string): Promise<string | undefined> {
  if (existsSync(word)) return word;
  const played = word === LAST ? listPlayed(config).find((file) => isGameOf(you, file)) : undefined;
  if (played === undefined) return undefined;
  try {
    const [newest] = await withJournal(openJournal, config, (journal) => findGames(journal, LAST, you));
    // A host knows more about its own game than its opponent's recording.
    const isSame = newest?.game === readGameFile(played)[0]!.game;
    return isSame || (newest?.endedAt ?? 0) > statSync(played).mtimeMs ? undefined : played;
  } catch (thrown) {
    if (thrown instanceof UsageError) return played;
    throw thrown;
  }
}

/** The folder of the games that `play` keeps. */
export function playedFolder(config: string): string {
  return pathOf(config, undefined, 'data/played');
}

/** Newest first. */
export function listPlayed(config: string): string[] {
  const folder = playedFolder(config);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}

/** Whether the snake takes part in the game; false if that was stopped before its first turn. */
function isGameOf(you: string | undefined, file: string): boolean {
  try {
    fromSeat(readGameFile(file), file, you);
    return true;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}
