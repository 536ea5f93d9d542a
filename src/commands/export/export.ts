/** `serpentarium export`: writes the positions of stored games and recordings as tables, for notebooks and training. */
import path from 'node:path';
import { randomUUID } from 'node:crypto';
import { existsSync, renameSync, rmSync, readdirSync, statSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { EXIT, messageOf, usageFault, UsageError } from '../../errors/errors.js';
import { RowFile } from '../../recorded/exporting/row-file.js';
import { samplesOf } from '../../recorded/exporting/samples.js';
import { readGameFile } from '../../recorded/read-game-file.js';
import type { FullGameRow, GameQuery } from '../../views/game-rows.js';
import { formatCount } from '../../views/numbers.js';
import { print, printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, flag, required, type ValuesOf } from '../flags.js';
import { showProgress } from '../../terminal/progress.js';
import { interruptSignal } from '../interrupt.js';
import { FILTER_FLAGS, readFilter, RESULT_FLAG } from '../journal/filter-flags.js';
import { openJournal } from '../../journal/open-journal.js';
import { diskReason } from '../../config/read-text.js';
import { isDamage, isUnavailable } from '../../journal/is-unavailable.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import { RequestError } from '../../wire/reader.js';

const FLAGS = [
  required(flag('-o, --output <FILE>', 'the file to write: NAME.jsonl')),
  ...FILTER_FLAGS,
  RESULT_FLAG,
  flag('--limit <N>', 'at most this many games; from the journal, the newest', whole(1, 1e9)),
  flag('--force', 'replace an existing file'),
];

type ExportFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('[GAMES...]', 'files and folders of recordings (default: the journal)')],
  flags: FLAGS,
  exits: { 0: 'all games written', 1: 'a game could not be read', 2: 'wrong usage' },
  examples: ['export --output positions.jsonl', 'export games --output local.jsonl --force'],
  run: ({ words: [games], flags }) => exportPositions(games, flags),
});

async function exportPositions(words: readonly string[], flags: ExportFlags): Promise<void> {
  const { output } = flags;
  if (!output.endsWith('.jsonl'))
    throw usageFault('--output', `"${output}" does not end in .jsonl: the only format is lines of JSON.`);
  expectNew(flags);
  // A temporary file next to the target, because several exports may have the same target. Removed in any case.
  const part = `${output}.${randomUUID()}.part`;
  const signal = interruptSignal();
  try {
    const rows = new RowFile(part);
    process.once('exit', () => rmSync(part, { force: true }));
    const { games, broken } = await writeGames(chooseGames(words, flags), rows, { limit: flags.limit, signal });
    if (signal.aborted) return void (process.exitCode = EXIT.interrupted);
    if (rows.kept === 0) throw usageFault(words.join(' ') || flags.config, NO_GAME);
    rows.flush();
    expectNew(flags);
    renameSync(part, output);
    print(printable(`${formatCount(rows.kept, 'position')} of ${formatCount(games, 'game')} written to ${output}`));
    process.exitCode = broken === 0 ? EXIT.ok : EXIT.failed;
  } catch (thrown) {
    if (!(thrown instanceof Error && 'syscall' in thrown)) throw thrown;
    throw usageFault('--output', `"${output}" cannot be written: ${messageOf(thrown)}.`);
  }
}

const NO_GAME = 'has no game with positions that the flags choose.';

function expectNew({ output, force }: ExportFlags): void {
  if (existsSync(output) && force !== true)
    throw usageFault('--output', `"${output}" already exists. Use --force to replace it.`);
}

/** The games that the flags choose. Throws a `UsageError` for a filter that recordings cannot answer. */
async function* chooseGames(words: readonly string[], flags: ExportFlags): AsyncGenerator<ReadGames> {
  const { result, prefix: snake, opponent, gametype: ruleset, map } = flags;
  if (words.length > 0) {
    for (const name of ['since', 'experiment', 'imported'] as const)
      if (flags[name] !== undefined)
        throw usageFault(`--${name}`, 'needs games of the journal: recordings do not have it.');
    const isChosen = (game: FullGameRow) => matches(game, { result, snake, opponent, ruleset, map });
    for (const read of readGameFiles(words))
      yield read.kind === 'broken' ? read : { ...read, games: read.games.filter(isChosen) };
    return;
  }
  const journal = await openJournal(flags.config);
  try {
    yield* readKeptGames(journal, { ...readFilter(flags, await journal.listNames()), result });
  } finally {
    await journal.close();
  }
}

/** Adds the rows of the games, and prints why a broken game is left out. */
async function writeGames(
  found: AsyncIterable<ReadGames>,
  rows: RowFile,
  { limit = Infinity, signal }: { readonly limit: number | undefined; readonly signal: AbortSignal },
): Promise<{ readonly games: number; readonly broken: number }> {
  const counts = { games: 0, broken: 0 };
  const leaveOut = (message: string) => {
    counts.broken++;
    printError(printable(`${message} Skipped.`));
  };
  const progress = showProgress({
    output: process.stderr,
    done: () => rows.kept,
    format: (rate) =>
      `${formatCount(rows.kept, 'position')} of ${formatCount(counts.games, 'game')}, ${rate.toFixed(0)}/s`,
  });
  try {
    for await (const read of found) {
      if (read.kind === 'broken') leaveOut(read.error.message);
      else if (read.games.length > 0) {
        const problem = addGames(read.games, rows);
        if (problem === undefined) counts.games++;
        else leaveOut(problem);
      }
      // Lets a signal interrupt between two games.
      await setImmediate();
      if (signal.aborted || counts.games >= limit) break;
    }
  } finally {
    progress();
  }
  return counts;
}

/** Adds the rows of all snakes of a game, or none; returns the reason if a turn is unreadable. */
function addGames(games: readonly FullGameRow[], rows: RowFile): string | undefined {
  try {
    for (const game of games) for (const sample of samplesOf(game)) rows.add(sample);
  } catch (thrown) {
    const { message } = refuseTurn(games[0]!, thrown);
    rows.drop();
    return message;
  }
  rows.keep();
  return undefined;
}

type FileFilter = Pick<GameQuery, 'snake' | 'opponent' | 'ruleset' | 'map' | 'result'>;

/** Games of the journal listed at once. */
const PAGE = 500;

/** An unreadable game, and an error that names it. Later games are still read. */
interface BrokenGame {
  readonly kind: 'broken';
  readonly error: UsageError;
}

/** The games of one file or row, with one entry for each snake of ours. */
export type ReadGames = { readonly kind: 'games'; readonly games: readonly FullGameRow[] } | BrokenGame;

/**
 * The games of files and folders, by name. A folder's `.jsonl` files are read in the order of their names. Throws a
 * `UsageError` if a file does not exist, or a folder has no such files.
 */
export function* readGameFiles(words: readonly string[]): Generator<ReadGames, void, undefined> {
  for (const file of words.flatMap(filesIn)) {
    try {
      yield { kind: 'games', games: readGameFile(file) };
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      yield { kind: 'broken', error: thrown };
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
        if (row !== undefined) yield { kind: 'games', games: [row] };
      } catch (thrown) {
        if (isUnavailable(thrown) && !isDamage(thrown)) throw thrown;
        yield { kind: 'broken', error: usageFault(listed.id, `cannot be read: ${messageOf(thrown)}.`) };
      }
    }
    after = page.next;
  } while (after !== undefined);
}

/** The error for a game with an unreadable turn. Rethrows any other error. */
export function refuseTurn({ file, game }: FullGameRow, thrown: unknown): UsageError {
  if (!(thrown instanceof RequestError || thrown instanceof SyntaxError)) throw thrown;
  return usageFault(file ?? game, `has a turn that cannot be read: ${thrown.message}.`);
}

/** Whether a game of a file matches the flags, like the journal's own filter. */
export function matches(game: FullGameRow, { snake, opponent, ruleset, map, result }: FileFilter): boolean {
  return (
    (result === undefined || result === game.result) &&
    (snake === undefined || snake === game.snake || snake === `/${game.snake}`) &&
    (opponent === undefined || game.opponents.includes(opponent)) &&
    (ruleset === undefined || ruleset === game.ruleset) &&
    (map === undefined || map === game.map)
  );
}
