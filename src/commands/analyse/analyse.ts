/**
 * `serpentarium analyse`: explains games: how the snake died, the last turn that could have saved it, the worst moves,
 * and what a snake would answer now.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { EXIT, messageOf, UsageError, usageFault } from '../../errors/errors.js';
import { ANALYSED_NODES, rankMoves } from '../../inference/analyse-game.js';
import { analyseInChildren, knownTurns } from '../../inference/analyse-in-children.js';
import {
  formatShortWorth,
  gradeTurn,
  sumAnalysis,
  type GameAnalysis,
  type TurnAnalysis,
} from '../../views/analysis.js';
import { replayGame } from '../../inference/replay-game.js';
import { livedTo, type FullGameRow } from '../../views/game-rows.js';
import { makeFolder } from '../../processes/make-folder.js';
import { performAutopsy, type Autopsy } from '../../journal/report/autopsy.js';
import { openJournal, openJournalToImport, withJournal } from '../../journal/open-journal.js';
import type { SqlJournal } from '../../journal/sql-journal.js';
import type { Seats } from '../../recorded/board-history.js';
import { formatEnd } from '../../recorded/format-end.js';
import { openGame } from '../../recorded/open-game.js';
import { readPosition } from '../../recorded/read-position.js';
import { availableCores } from '../../processes/machine.js';
import type { MountedSnake } from '../../snakes/mounted-snake.js';
import { colorsOfStdout, PLAIN, type Colors } from '../../terminal/colors.js';
import { formatCount } from '../../views/numbers.js';
import { formatResult } from '../../views/words.js';
import { formatTable, terminalWidth } from '../../terminal/format-table.js';
import { formatPositionFixture } from '../../terminal/position-fixture.js';
import { print, printDrawing, printError, printJson } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { formatTimeLeft, showProgress } from '../../terminal/progress.js';
import { version } from '../../version.js';
import { time, whole } from '../arguments.js';
import { defineCommand } from '../define-command.js';
import { argument, flag, former, JSON_FLAG, type ValuesOf } from '../flags.js';
import { FILTER_FLAGS, readFilter } from '../journal/filter-flags.js';
import { findAskedSnake } from '../replay/ask-again.js';
import { formatTitle, drawPages } from '../replay/describe-game.js';
import { writeFlagged } from '../replay/pictures.js';
import { mountNamed } from '../resolve-snakes.js';
import { formatArrows, formatGameAnalysis, formatLastChance, pickTurns } from './format-analysis.js';
import { countWords, examineLoss, groupLosses, type LostGame } from './loss-groups.js';
import { formatSecondThoughts, thinkAgain, type SecondThought } from './second-thoughts.js';

const MAX_NODES = 100_000_000;
/** Longer searches prove little: the moves of the other snakes are unknown. */
const MAX_LONGER = 50;
/** Time for each second thought, in ms (default). */
const DEFAULT_TIME = 10_000;
/** Positions to try for one of many last chances, roughly. */
const MAX_AUTOPSY = 400_000;
/** Longest part of a file name that comes from a game. */
const MAX_NAME = 64;
const UNKNOWN_CAUSE = 'What the snake died of is not known, and so its last chance is not known either.';
const HIDDEN_CHANCE = 'Fog of war hid other snakes, and so the last chance is not known.';

const GAME_HELP =
  'games of the journal, by their ids or the engine’s; "last"; files that "import" takes; or one position: a saved position, or the body of a request';
const TIMEOUT_HELP = 'ask again with this time for each answer (default with --ask: 10s)';

const FLAGS = [
  ...FILTER_FLAGS,
  flag('--lost', 'all lost games that match the other flags'),
  flag('--limit <N>', 'with --lost: at most this many games, the newest', whole(1, 500), 20),
  flag('--you <NAME>', 'whose perspective: a name, its beginning, or an id (default: in a file, the first snake)'),
  flag('--groups', 'group the games that were lost by what went wrong at the last chance'),
  flag('--longer <N>', 'count a move as a chance if the snake lives this many turns longer', whole(1, MAX_LONGER), 10),
  flag('--nodes <N>', 'positions to search for each score', whole(1, MAX_NODES), ANALYSED_NODES),
  flag('--concurrency <NUMBER>', 'turns to search at once (default: the number of cores)', whole(1, 1024)),
  flag(
    '--ask <NAME>',
    'ask this snake again on the listed turns (default: the one that played; then: its old version)',
  ),
  flag('-t, --timeout <TIME>', TIMEOUT_HELP, time('1ms', '10m')),
  flag('--positions <DIR>', 'save the last chance of each game as a test, with its moves filled in'),
  ...former('--fixtures [DIR]', '--positions'),
  JSON_FLAG,
];

type AnalyseFlags = ValuesOf<typeof FLAGS>;

export default defineCommand({
  arguments: [argument('[GAME...]', GAME_HELP)],
  flags: FLAGS,
  examples: ['analyse last', 'analyse --lost --since 7d', 'analyse last --timeout 10s'],
  run: ({ words: [games], flags }) => analyse(games, flags),
});

async function analyse(words: readonly string[], flags: AnalyseFlags): Promise<void> {
  if ((words.length === 0) !== (flags.lost === true))
    throw usageFault('analyse', 'takes either games or --lost. "serpentarium games" lists the games.');
  const position = words.find((word) => existsSync(word) && readPosition(word) !== undefined);
  if (position !== undefined) return analysePosition(position, words, flags);
  const games = await chooseGames(words, flags);
  if (games.length === 0 && !flags.json) return print('No lost game matches.');
  if (flags.groups && (flags.ask ?? flags.timeout) === undefined) return explainGroups(games, flags);
  if (flags.groups) throw usageFault('--groups', 'asks no snake again: leave out --ask and --timeout.');
  const askers = games.map(([game]) => askerOf(game, flags));
  // Fails before the search if the journal cannot be written.
  const isToKeep = ([game]: Seats) => game.file === undefined && findAnalysis(game, flags.nodes) === undefined;
  const journal = games.some(isToKeep) ? await openJournalToImport(flags.config) : undefined;
  const mounts = new Map<string, MountedSnake | undefined>();
  const results = [];
  try {
    for (const [index, seats] of games.entries()) {
      const name = askers[index];
      const isOnly = games.length === 1;
      const mount = name === undefined ? undefined : await mountOnce(name, mounts, flags.config, isOnly);
      if (index > 0 && !flags.json) print('');
      const asked = mount && { name: name!, mount };
      results.push(await explain(seats, { flags, journal, asked, isOnly }));
    }
  } finally {
    await Promise.all([journal?.close(), ...[...mounts.values()].map((mount) => mount?.close())]);
  }
  if (flags.json) printJson(results, 2);
}

/** The games that arguments and flags choose. Throws a `UsageError` if one does not exist or is not over. */
async function chooseGames(words: readonly string[], flags: AnalyseFlags): Promise<readonly Seats[]> {
  if (flags.lost) return findLostGames(flags);
  const { prefix, opponent, experiment, since, gametype, map, imported } = flags;
  if ([prefix, opponent, experiment, since, gametype, map, imported].some((filter) => filter !== undefined))
    throw usageFault('analyse', 'filters games only with --lost. Did you mean "--you"?');
  return Promise.all(
    words.map(async (word) => {
      const seats = await openGame(word, flags);
      if (seats[0].endedAt !== undefined) return seats;
      throw usageFault(word, `is ${formatResult(seats[0])}: the game is still running.`);
    }),
  );
}

/** The newest lost games of the journal that the flags select. */
async function findLostGames(flags: AnalyseFlags): Promise<Seats[]> {
  return withJournal(openJournal, flags.config, async (journal) => {
    const filter = readFilter(flags, await journal.listNames());
    const lost = await journal.listGames({ ...filter, result: 'loss', limit: flags.limit });
    const games = await Promise.all(lost.games.map(({ id }) => journal.findGame(id)));
    return games.flatMap((game): Seats[] => (game === undefined ? [] : [[game]]));
  });
}

/** The snake to ask again; `undefined` without `--ask`. Throws a `UsageError` if the snake is unknown. */
function askerOf(game: FullGameRow, flags: AnalyseFlags): string | undefined {
  if ((flags.ask ?? flags.timeout) === undefined) return undefined;
  const asked = findAskedSnake(game, flags);
  if (asked !== undefined) return asked;
  throw usageFault('--ask', 'is missing: the file names no snake that is known here.');
}

/** The snake of this name, mounted once. With several games, a game whose snake cannot be asked is still explained. */
async function mountOnce(
  name: string,
  mounts: Map<string, MountedSnake | undefined>,
  config: string,
  isOnly: boolean,
): Promise<MountedSnake | undefined> {
  if (mounts.has(name)) return mounts.get(name);
  try {
    const { snakes } = await mountNamed([{ source: '--ask', name }], { config, keepsNotes: true });
    mounts.set(name, snakes[0]!.mount);
  } catch (thrown) {
    if (isOnly || !(thrown instanceof UsageError)) throw thrown;
    printError(`${name} cannot be asked: ${thrown.message}`);
    mounts.set(name, undefined);
  }
  return mounts.get(name);
}

type Chance = NonNullable<Autopsy['chance']>;

interface Explaining {
  readonly flags: AnalyseFlags;
  readonly journal: SqlJournal | undefined;
  readonly asked: { readonly name: string; readonly mount: MountedSnake } | undefined;
  /** With a single game, its last chance is drawn. */
  readonly isOnly: boolean;
}

/** Prints the analysis of one game piece by piece, and returns it for JSON. */
async function explain(seats: Seats, { flags, journal, asked, isOnly }: Explaining): Promise<object> {
  const [game] = seats;
  const show = flags.json ? () => undefined : print;
  const found = performAutopsy(game, flags.longer);
  const chance = found?.chance;
  show(`${printable(formatTitle(game))}\n${printable(formatEnd(seats))}`);
  if (found !== undefined) show(formatLastChance(found));
  else if (game.died !== undefined) show(game.cause === undefined ? UNKNOWN_CAUSE : HIDDEN_CHANCE);
  if (chance !== undefined && isOnly && !flags.json)
    printDrawing(`${drawTurn(seats, chance.turn, colorsOfStdout())}\n`);
  const kept = findAnalysis(game, flags.nodes);
  const analysis = kept ?? (await search(game, flags));
  const picked = pickTurns(analysis, chance?.turn);
  const shape = { width: terminalWidth(), lived: livedTo(game), chance: chance?.turn };
  show(formatGameAnalysis(analysis, picked, shape));
  if (kept === undefined && game.file === undefined) await keepAnalysis(journal!, game, analysis);
  const again = asked && (await askAgain(game, picked, asked.mount, flags));
  if (again !== undefined) show(`\n${formatSecondThoughts(asked!.name, again, chance, terminalWidth())}`);
  const file = flags.positions && chance && writePosition(flags.positions, seats, chance);
  if (file) show(`The last chance is in ${file}.`);
  const turns = analysis.turns.map((each) => ({ ...each, ...gradeTurn(each) }));
  const thoughts = again?.map(({ now, answer, isBetter }) => ({ ...now, ...gradeTurn(now), isBetter, answer }));
  const thought = { ...sumAnalysis(analysis), ...analysis, turns, asked: asked?.name, again: thoughts };
  const { id, snake, result } = game;
  return { id, snake, result, ...found, file, ...thought };
}

/** Explains many lost games at once: by autopsies, without a search of each turn. */
async function explainGroups(games: readonly Seats[], { positions, json, longer }: AnalyseFlags): Promise<void> {
  const lost = games.filter(([{ result }]) => result === 'loss');
  const examined: LostGame[] = [];
  await withProgress([lost.length, 'game'], 'examined', async (tick) => {
    for (const seats of lost) {
      examined.push(examineLoss(seats, longer, MAX_AUTOPSY));
      tick();
      await setImmediate();
    }
  });
  const groups = groupLosses(examined).map((group) => {
    const [{ seats, found, fault }] = group;
    const file = positions && found?.chance && writePosition(positions, seats, found.chance);
    return { fault, games: group.map((each) => each.seats[0]), seats, found, file };
  });
  if (json)
    return printJson(
      groups.map(({ seats: [{ id: typical }], ...group }) => ({
        ...group,
        typical,
        games: group.games.map(({ id }) => id),
      })),
      2,
    );
  for (const { fault, games: rows, seats, found, file } of groups) {
    print(`${rows.length} of ${formatCount(lost.length, 'lost game')}: it ${fault}`);
    const rulesets = countWords(rows.map(({ ruleset }) => ruleset));
    print(printable(`against ${countWords(rows.flatMap(({ opponents }) => opponents))}; ${rulesets}`));
    print(printable(formatTitle(seats[0])));
    if (found !== undefined) print(formatLastChance(found));
    if (found?.chance !== undefined) printDrawing(drawTurn(seats, found.chance.turn, colorsOfStdout()));
    print(file ? `The last chance is in ${file}.\n` : '');
  }
}

/** The board of a turn, without the title and earlier notes. */
function drawTurn([game, ...others]: Seats, turn: number, colors: Colors): string {
  const pages = drawPages([{ ...game, analysis: undefined }, ...others], colors);
  const { text } = pages.find((page) => page.turn === turn)!;
  return text.slice(text.indexOf('\n') + 1);
}

/** The stored analysis, if the same search would only find it again. */
function findAnalysis(game: FullGameRow, nodes: number): GameAnalysis | undefined {
  const { analysis: kept } = game;
  const isSame = kept?.nodes === nodes && kept.version === version && kept.turns.length === knownTurns(game);
  return isSame ? kept : undefined;
}

function search(game: FullGameRow, { nodes, concurrency = availableCores() }: AnalyseFlags): Promise<GameAnalysis> {
  return withProgress([knownTurns(game), 'turn'], 'searched', (tick) =>
    analyseInChildren(game, { nodes, children: concurrency, tick }),
  );
}

async function askAgain(
  game: FullGameRow,
  turns: readonly TurnAnalysis[],
  mount: MountedSnake,
  { nodes, timeout = DEFAULT_TIME }: AnalyseFlags,
): Promise<SecondThought[]> {
  return withProgress([turns.length, 'turn'], 'asked again', (asked) =>
    thinkAgain(game, turns, mount, { time: timeout, nodes, asked }),
  );
}

/** Shows the progress on standard error until `run` is done. `run` calls `tick` after each of `total`. */
async function withProgress<Result>(
  [total, noun]: readonly [total: number, noun: string],
  done: string,
  run: (tick: () => void) => Promise<Result>,
): Promise<Result> {
  let count = 0;
  const hideProgress = showProgress({
    output: process.stderr,
    done: () => count,
    format: (rate) => `${count} of ${formatCount(total, noun)} ${done}, ${formatTimeLeft(total - count, rate)}`,
  });
  try {
    return await run(() => void count++);
  } finally {
    hideProgress();
  }
}

/** Stores an analysis. A failure is printed, and the analysis is shown anyway. */
async function keepAnalysis(journal: SqlJournal, row: FullGameRow, analysis: GameAnalysis): Promise<void> {
  try {
    await journal.keepAnalysis(row, analysis);
  } catch (thrown) {
    printError(`could not save the analysis of ${row.id}: ${messageOf(thrown)}`);
    process.exitCode = EXIT.failed;
  }
}

/** Writes the last chance as a position that allows every saving move and forbids the one it made. */
function writePosition(folder: string, seats: Seats, { turn, moves, answered }: Chance): string {
  const [{ id, list }] = seats;
  // In a file, the id may be foreign text.
  const name = id.replaceAll(/[^\w-]/g, '_').slice(0, MAX_NAME);
  const file = path.join(folder, `${name}-${turn}.txt`);
  const { body } = list.find((each) => each.turn === turn)!;
  const { move } = answered.answer;
  const forbidden = move === undefined || moves.includes(move) ? [] : [move];
  const judged = { allowed: moves, forbidden };
  const content = formatPositionFixture(`turn ${turn} of ${name}`, drawTurn(seats, turn, PLAIN), body, judged);
  try {
    makeFolder(folder);
  } catch {
    // Writing reports the reason.
  }
  writeFlagged('--positions', file, content);
  return file;
}

/** Every move of one position, best first. Throws a `UsageError` for flags that need a game. */
function analysePosition(file: string, words: readonly string[], flags: AnalyseFlags): void {
  const { nodes, json, ask, timeout, positions } = flags;
  if (words.length > 1) throw usageFault(file, 'is one position, not a game: analyse it alone.');
  if (ask !== undefined || timeout !== undefined || positions !== undefined)
    throw usageFault(file, 'is one position, not a game. "serpentarium positions" asks a snake about it.');
  const text = readPosition(file)!;
  const { position, seat, request } = replayGame([text]).next().value!;
  const moves = rankMoves(position, seat, nodes).sort((one, other) => other.score - one.score);
  if (json) return printJson({ turn: request.turn, nodes, moves }, 2);
  const rows = moves.map(({ move, score, depth, line }) => {
    return [move, formatShortWorth(score), String(depth), formatArrows(line)];
  });
  print(formatTable(['move', 'worth', 'depth', 'line'], rows, { width: terminalWidth(), wraps: [3] }));
}
