/** Finds games of one snake, in the journal or in a file. Called by `replay` and `analyse`. */
import { usageFault } from '../../errors/errors.js';
import { findGames, LAST } from '../../journal/filter-words.js';
import type { FullGameRow } from '../../views/game-rows.js';
import type { AutopsyInput } from '../../journal/report/autopsy.js';
import { readFilter, type FilterFlags } from '../journal/filter-flags.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { findSnake, readGameFile, toAutopsyInput, toFileRecording } from './game-file.js';
import { findGameFile } from './played-games.js';
import { toRecording, type Recording } from './recording.js';

/** The extensions of files with games or positions. */
const FILE = /\.(jsonl?|txt)$/;

/** A game of one of its snakes. */
export interface ChosenGame {
  readonly id: string;
  /** The snake: a prefix, or its name in a file. */
  readonly snake: string;
  readonly game: AutopsyInput;
  readonly recording: Recording;
  /** The game in the journal; absent for a file. */
  readonly row?: FullGameRow;
}

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
export async function findChosenGame(word: string, { config, you }: WantedGame): Promise<ChosenGame> {
  const found = await findGameFile(word, config, you);
  if (found === undefined) return fromRow(await findKept(word, config, you));
  const file = readGameFile(found);
  const snake = findSnake(file, you);
  const { id } = file.turns[0].request.game;
  return { id, snake: snake.name, game: toAutopsyInput(file, snake), recording: toFileRecording(file, snake) };
}

async function findKept(word: string, config: string, snake: string | undefined): Promise<FullGameRow> {
  if (FILE.test(word)) throw usageFault(word, 'does not exist.');
  return withJournal(openJournal, config, async (journal) => {
    const [found, ...others] = await findGames(journal, word, snake);
    if (found === undefined) throw usageFault(word || '""', whyNone(word, snake));
    if (others.length > 0) {
      const games = [found, ...others].map((game) => `${game.id} (${game.snake})`);
      throw usageFault(word, `could be ${games.join(' or ')}. Which one?`);
    }
    return (await journal.findGame(found.id))!;
  });
}

function whyNone(word: string, snake = 'any snake'): string {
  if (word === LAST) return `is the newest game that has ended: the journal has none of ${snake}.`;
  return 'is neither a file nor a game in the journal. "serpentarium games" lists the games.';
}

/** The newest lost games of the journal that the flags select. */
export async function findLostGames(flags: FilterFlags, limit: number): Promise<ChosenGame[]> {
  return withJournal(openJournal, flags.config, async (journal) => {
    const filter = readFilter(flags, await journal.listNames());
    const lost = await journal.listGames({ ...filter, result: 'loss', limit });
    const games = await Promise.all(lost.games.map(({ id }) => journal.findGame(id)));
    return games.flatMap((game) => (game === undefined ? [] : fromRow(game)));
  });
}

function fromRow(row: FullGameRow): ChosenGame {
  return { id: row.id, snake: row.snake, game: row, recording: toRecording(row), row };
}
