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
import { argument, flag, former, required, type ValuesOf } from '../flags.js';
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
  flag('--overwrite', 'replace an existing file'),
  ...former('--force', '--overwrite'),
];

type ExportFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('[GAMES...]', 'files and folders of recordings (default: the journal)')],
  flags: FLAGS,
  exits: { 0: 'all games written', 1: 'a game could not be read', 2: 'wrong usage' },
  examples: ['export --output positions.jsonl', 'export games --output local.jsonl --overwrite'],
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

function expectNew({ output, overwrite }: ExportFlags): void {
  if (existsSync(output) && overwrite !== true)
    throw usageFault('--output', `"${output}" already exists. Use --overwrite to replace it.`);
}

/** The game of one file or row, with a row for each snake of ours; or why it cannot be read. Later ones still are. */
type ReadGame = readonly FullGameRow[] | UsageError;

/** The games that the flags choose. Throws a `UsageError` for a filter that recordings cannot answer. */
async function* chooseGames(words: readonly string[], flags: ExportFlags): AsyncGenerator<ReadGame> {
  if (words.length > 0) {
    for (const name of ['since', 'experiment', 'imported'] as const)
      if (flags[name] !== undefined)
        throw usageFault(`--${name}`, 'needs games of the journal: recordings do not have it.');
    for (const file of words.flatMap(filesIn))
      yield orFault(() => readGameFile(file).filter((game) => matches(game, flags)));
    return;
  }
  const journal = await openJournal(flags.config);
  try {
    yield* readKeptGames(journal, { ...readFilter(flags, await journal.listNames()), result: flags.result });
  } finally {
    await journal.close();
  }
}

/** Adds the rows of the games, and prints why a broken game is left out. */
async function writeGames(
  found: AsyncIterable<ReadGame>,
  rows: RowFile,
  { limit = Infinity, signal }: { readonly limit: number | undefined; readonly signal: AbortSignal },
): Promise<{ readonly games: number; readonly broken: number }> {
  const counts = { games: 0, broken: 0 };
  const progress = showProgress({
    output: process.stderr,
    done: () => rows.kept,
    format: (rate) =>
      `${formatCount(rows.kept, 'position')} of ${formatCount(counts.games, 'game')}, ${rate.toFixed(0)}/s`,
  });
  try {
    for await (const read of found) {
      const added = read instanceof UsageError ? read : orFault(() => addGame(read, rows));
      if (added instanceof UsageError) {
        counts.broken++;
        printError(printable(`${added.message} Skipped.`));
      } else if (added) counts.games++;
      // Lets a signal interrupt between two games.
      await setImmediate();
      if (signal.aborted || counts.games >= limit) break;
    }
  } finally {
    progress();
  }
  return counts;
}

/** Adds the rows of all snakes of a game, or none. False if there is no snake. Throws a `UsageError` like a reader. */
function addGame(seats: readonly FullGameRow[], rows: RowFile): boolean {
  try {
    for (const seat of seats) for (const sample of samplesOf(seat)) rows.add(sample);
    rows.keep();
    return seats.length > 0;
  } catch (thrown) {
    rows.drop();
    if (!(thrown instanceof RequestError || thrown instanceof SyntaxError)) throw thrown;
    throw usageFault(seats[0]!.file ?? seats[0]!.game, `has a turn that cannot be read: ${thrown.message}.`);
  }
}

function orFault<Result>(read: () => Result): Result | UsageError {
  try {
    return read();
  } catch (thrown) {
    if (thrown instanceof UsageError) return thrown;
    throw thrown;
  }
}

/** The file, or the files of the folder. Throws a `UsageError` if there are none. */
function filesIn(word: string): string[] {
  try {
    if (!statSync(word).isDirectory()) return [word];
    const names = readdirSync(word).filter((name) => name.endsWith('.jsonl'));
    if (names.length > 0) return names.toSorted().map((name) => path.join(word, name));
  } catch (thrown) {
    throw usageFault(word, `${diskReason(thrown)}.`);
  }
  throw usageFault(word, 'has no file whose name ends in ".jsonl". Was it written by "--output-dir"?');
}

/** Games of the journal listed at once. */
const PAGE = 500;

/** The games of the journal that a query selects, newest first; one is in memory at a time. */
async function* readKeptGames(
  journal: SqlJournal,
  query: Omit<GameQuery, 'limit' | 'after'>,
): AsyncGenerator<ReadGame> {
  let after: string | undefined;
  do {
    const page = await journal.listGames({ ...query, limit: PAGE, ...(after !== undefined && { after }) });
    for (const listed of page.games) {
      try {
        const row = await journal.findGame(listed.id);
        if (row !== undefined) yield [row];
      } catch (thrown) {
        if (isUnavailable(thrown) && !isDamage(thrown)) throw thrown;
        yield usageFault(listed.id, `cannot be read: ${messageOf(thrown)}.`);
      }
    }
    after = page.next;
  } while (after !== undefined);
}

/** Whether a game of a file matches the flags, like the journal's own filter. */
function matches(game: FullGameRow, { prefix, opponent, gametype, map, result }: ExportFlags): boolean {
  return (
    (result === undefined || result === game.result) &&
    (prefix?.some((one) => one === game.snake || one === `/${game.snake}`) ?? true) &&
    (opponent === undefined || game.opponents.includes(opponent)) &&
    (gametype === undefined || gametype === game.ruleset) &&
    (map === undefined || map === game.map)
  );
}
