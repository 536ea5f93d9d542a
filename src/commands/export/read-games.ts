/** Reads games as their snakes played them, from files, folders or the journal. Called by `export`. */
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { diskReason } from '../../config/read-text.js';
import { messageOf, UsageError, usageFault } from '../../errors.js';
import { fromKept, fromSource, JOURNAL_SOURCE, type SeatGame } from '../../exporting/seat-game.js';
import { SourceError } from '../../importing/source-game.js';
import type { GameQuery } from '../../journal/game-rows.js';
import { isDamage, isUnavailable } from '../../journal/is-unavailable.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import { RequestError } from '../../wire/reader.js';
import { readSourceFile } from '../import/read-source-file.js';

type FileFilter = Pick<GameQuery, 'snake' | 'opponent' | 'ruleset' | 'map' | 'result'>;

/** Games of the journal listed at once. */
const PAGE = 500;

/** An unreadable game, and an error that names it. Later games are still read. */
interface BrokenGame {
  readonly kind: 'broken';
  readonly error: UsageError;
}

/** The games of one file or row, with one entry for each snake of ours. */
export type ReadGames = { readonly kind: 'games'; readonly games: readonly SeatGame[] } | BrokenGame;

/**
 * The games of files and folders, by name. A folder's `.jsonl` files are read in the order of their names. Throws a
 * `UsageError` if a file does not exist, or a folder has no such files.
 */
export function* readGameFiles(words: readonly string[]): Generator<ReadGames, void, undefined> {
  for (const file of words.flatMap(filesIn)) {
    try {
      yield { kind: 'games', games: fromSource(readSourceFile(file, {}), file) };
    } catch (thrown) {
      if (thrown instanceof UsageError) yield { kind: 'broken', error: thrown };
      else if (thrown instanceof SourceError) yield { kind: 'broken', error: usageFault(file, `${thrown.message}.`) };
      else throw thrown;
    }
  }
}

/** The file, or the files of the folder. Throws a `UsageError` if there are none. */
function filesIn(word: string): string[] {
  const names = namesIn(word);
  if (names === undefined) return [word];
  if (names.length === 0) {
    throw usageFault(word, 'has no file whose name ends in ".jsonl". Was it written by "--output-dir"?');
  }
  return names.toSorted((a, b) => (a < b ? -1 : 1)).map((name) => path.join(word, name));
}

function namesIn(word: string): string[] | undefined {
  try {
    if (!statSync(word).isDirectory()) return undefined;
    return readdirSync(word).filter((name) => name.endsWith('.jsonl'));
  } catch (thrown) {
    throw usageFault(word, `${diskReason(thrown)}.`);
  }
}

/** The games of the journal that a query selects, newest first; one is in memory at a time. */
export async function* readKeptGames(
  journal: SqlJournal,
  query: Omit<GameQuery, 'limit' | 'after'>,
): AsyncGenerator<ReadGames, void, undefined> {
  let after: string | undefined;
  do {
    const page = await journal.listGames({ ...query, limit: PAGE, ...(after !== undefined && { after }) });
    for (const listed of page.games) {
      try {
        const row = await journal.findGame(listed.id);
        if (row !== undefined) yield { kind: 'games', games: [fromKept(row)] };
      } catch (thrown) {
        if (isUnavailable(thrown) && !isDamage(thrown)) throw thrown;
        yield { kind: 'broken', error: usageFault(listed.id, `cannot be read: ${messageOf(thrown)}.`) };
      }
    }
    after = page.next;
  } while (after !== undefined);
}

/** The error for a game with an unreadable turn. Rethrows any other error. */
export function refuseTurn({ source, game }: SeatGame, thrown: unknown): UsageError {
  if (!(thrown instanceof RequestError || thrown instanceof SyntaxError)) throw thrown;
  return usageFault(source === JOURNAL_SOURCE ? game : source, `has a turn that cannot be read: ${thrown.message}.`);
}

/** Whether a game of a file matches the flags, like the journal's own filter. */
export function matches(game: SeatGame, { snake, opponent, ruleset, map, result }: FileFilter): boolean {
  return (
    (result === undefined || result === game.result) &&
    (snake === undefined || snake === game.snake || snake === `/${game.snake}`) &&
    (opponent === undefined || game.opponents.includes(opponent)) &&
    (ruleset === undefined || ruleset === game.ruleset) &&
    (map === undefined || map === game.map)
  );
}
