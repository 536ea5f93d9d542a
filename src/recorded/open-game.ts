/** Opens the game that a user means: of the journal, of a file, or the last one that `play` has kept. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { pathOf } from '../config/read-text.js';
import { usageFault, UsageError } from '../errors/errors.js';
import { findGames, LAST } from '../journal/filter-words.js';
import { openJournal, withJournal } from '../journal/open-journal.js';
import type { FullGameRow } from '../views/game-rows.js';
import type { Seats } from './board-history.js';
import { findCalled, hintFor } from './importing/choose-seat.js';
import { readGameFile } from './read-game-file.js';

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
  const seats = await findFileGame(word, config, you);
  if (seats !== undefined) return fromSeat(seats, you);
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
  if (word === LAST) return `is the newest finished game, and the journal has none of ${snake}.`;
  return 'is neither a file nor a game in the journal. "serpentarium games" lists the games.';
}

/** The seats of a file, first the one that the user names. Throws a `UsageError` if no snake has this name. */
function fromSeat(seats: readonly FullGameRow[], you: string | undefined): Seats {
  const [mine] = you === undefined ? seats : findCalled(seats, you);
  if (mine !== undefined) return [mine, ...seats.filter((seat) => seat !== mine)];
  throw usageFault('--you', `"${you}" does not play in ${seats[0]!.file}.${hintFor(seats, you!)}`);
}

/**
 * The game of the file that a word means: its path, or {@link LAST} if a local game is the newest one, of `you` if
 * given. Otherwise nothing: look in the journal. Throws a `UsageError` that names what is wrong with the file.
 */
export async function findFileGame(
  word: string,
  config: string,
  you?: string,
): Promise<readonly FullGameRow[] | undefined> {
  if (existsSync(word)) return readGameFile(word);
  const played = word === LAST ? readPlayed(config, you) : undefined;
  if (played === undefined) return undefined;
  try {
    const [newest] = await withJournal(openJournal, config, (journal) => findGames(journal, LAST, you));
    const [{ game, file }] = played;
    // A host knows more about its own game than its opponent's recording.
    return newest?.game === game || (newest?.endedAt ?? 0) > statSync(file!).mtimeMs ? undefined : played;
  } catch (thrown) {
    if (thrown instanceof UsageError) return played;
    throw thrown;
  }
}

/** The newest local game in which the snake takes part. Leaves out one that was stopped before its first turn. */
function readPlayed(config: string, you: string | undefined): Seats | undefined {
  for (const file of listPlayed(config)) {
    try {
      return fromSeat(readGameFile(file), you);
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
    }
  }
  return undefined;
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
