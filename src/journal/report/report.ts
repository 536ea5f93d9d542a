/** Reports how the snakes did: a line per snake, version and variant of an experiment, and a verdict per experiment. */
import { sql } from 'kysely';
import type {
  ExperimentVerdict,
  LateLine,
  OpponentLine,
  Report,
  ReportedVerdict,
  ReportLine,
  ShadowLine,
} from '../../views/report-lines.js';
import { LOCAL_SOURCE, type GameFilter, type ReportFilter } from '../../views/game-rows.js';
import { compareNames, ResultSums } from './result-sums.js';
import { countedGames, findNewest, gamesOf, localGames } from '../store/read-games.js';
import type { Database, SqlDialect } from '../store/tables.js';
import { reportRatings } from '../store/ratings.js';
import { addFormatted, type Histogram } from '../../stats/histogram.js';
import { toPercentiles } from '../store/turn-sums.js';
import { computeVerdicts } from './verdicts.js';
import { LATE_CAUSES, type LateCause } from '../../wire/responses.js';
import { readTurns, PIECE_CHARACTERS } from '../store/packed-turns.js';
import { wilsonInterval } from '../../stats/normal.js';

/** The columns that tell the versions of a strategy apart. */
export const VERSION_KEYS = ['snake', 'experiment', 'variant', 'strategy', 'version', 'hash', 'options'] as const;

export async function report(db: Database, dialect: SqlDialect, { newest, ...all }: ReportFilter): Promise<Report> {
  const filter = newest === undefined ? all : { ...all, from: await findNewest(db, all, newest) };
  const shadows = await reportShadows(db, dialect, filter);
  return {
    totals: await countSeats(countedGames(db, filter)),
    local: (await countSeats(localGames(db, filter))).games,
    lines: (await sumUpLines(db, dialect, filter)).map(toReportLine),
    verdicts: computeVerdicts(
      await readExperimentGames(db, filter),
      await db.selectFrom('guards').selectAll().execute(),
    ).map((verdict) => withShadow(verdict, shadows)),
    shadows,
    late: await reportLate(db, filter),
    opponents: await reportOpponents(db, filter),
    ratings: await reportRatings(db, filter),
  };
}

/** The verdict with the number of games that its experiment has in shadow. */
export function withShadow(verdict: ExperimentVerdict, shadows: readonly ShadowLine[]): ReportedVerdict {
  if (verdict.design !== 'split') return verdict;
  const isSame = (line: ShadowLine) => line.snake === verdict.snake && line.experiment === verdict.experiment;
  return { ...verdict, shadow: shadows.find(isSame)?.games ?? 0 };
}

function countSeats(games: ReturnType<typeof countedGames>) {
  return games
    .select(({ fn }) => [fn.count<number>('game').distinct().as('games'), fn.countAll<number>().as('seats')])
    .executeTakeFirstOrThrow();
}

/** The lines of a report, with their sums: a line for each combination of these columns. */
export async function sumUpLines(
  db: Database,
  dialect: SqlDialect,
  filter: GameFilter,
  columns: readonly (keyof VersionKeys)[] = VERSION_KEYS,
): Promise<LineSums[]> {
  const lines = new Map<string, LineSums>();
  for (const row of await readCounts(db, dialect, filter)) {
    const key = columns.map((name) => row[name]).join('\0');
    const line = lines.get(key) ?? createLine(row);
    lines.set(key, line);
    addCounts(line, row);
  }
  // Databases group rows in different orders.
  return [...lines].sort(([one], [other]) => compareNames(one, other)).map(([, line]) => line);
}

const COUNTS = ['turns', 'moved', 'late', 'failed', 'illegal', 'lost', 'unlikely'] as const;

/** Counts by the database: one row for each kind of ending, with all times in one string. */
function readCounts(db: Database, { join }: SqlDialect, filter: GameFilter) {
  const joined = (column: 'took' | 'latency') => sql<string>`${sql.raw(join)}(${sql.ref(column)}, ' ')`.as(column);
  return countedGames(db, filter)
    .select([...VERSION_KEYS, 'result', 'cause', 'snakes', 'place'])
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.max<number>('started_at').as('last'),
      ...COUNTS.map((name) => fn.sum<number>(name).as(name)),
      joined('took'),
      joined('latency'),
    ])
    .groupBy([...VERSION_KEYS, 'result', 'cause', 'snakes', 'place'])
    .execute();
}

/**
 * The seats of live experiments in the order in which they began. Of a game side by side, both seats are read if the
 * filter chooses one.
 */
export function readExperimentGames(db: Database, filter: GameFilter) {
  const chosen = sideBySideOf(db, filter).select(['game', 'experiment']).$asTuple('game', 'experiment');
  const both = sideBySideOf(db, {}).where((eb) => eb(eb.refTuple('game', 'experiment'), 'in', chosen));
  return selectSeats(gamesOf(db, filter).where('split', '>', 0))
    .unionAll(selectSeats(both))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}

/** The seats of these snakes in games with these ids of the engine. */
export const readSeatsIn = (db: Database, snakes: readonly string[], games: readonly string[]) =>
  selectSeats(gamesOf(db, { snakes }).where('game', 'in', games)).execute();

function selectSeats(games: ReturnType<typeof gamesOf>) {
  return games
    .select(['id', 'snake', 'game', 'run', 'experiment', 'variant', 'split', 'ruleset', 'snakes', 'place', 'result'])
    .select(['opponents', 'sides', 'hash', 'version', 'options', 'started_at', 'ended_at'])
    .select(({ fn }) => fn.coalesce('share', 'split').as('share'))
    .select(['late', 'failed', 'illegal', 'lost']);
}

/** The seats of snakes that play side by side. A shadow's have no `sides`. */
function sideBySideOf(db: Database, filter: GameFilter) {
  const games = gamesOf(db, filter).where('experiment', '>', '').where('split', '=', 0).where('sides', '>', '');
  return games.where('source', '!=', LOCAL_SOURCE);
}

/** The columns that identify a line. */
export type VersionKeys = { readonly [Key in (typeof VERSION_KEYS)[number]]: string };
type Counts = Awaited<ReturnType<typeof readCounts>>[number];

export interface LineSums {
  readonly keys: VersionKeys;
  readonly sums: ResultSums;
  readonly answers: Record<(typeof COUNTS)[number], number>;
  readonly causes: Record<string, number>;
  readonly took: Histogram;
  readonly latency: Histogram;
  /** The different codes, versions and options that played. */
  readonly versions: Set<string>;
  /** When the last game began, in ms since 1970. */
  last: number;
}

function createLine(keys: VersionKeys): LineSums {
  const answers = { turns: 0, moved: 0, late: 0, failed: 0, illegal: 0, lost: 0, unlikely: 0 };
  const others = { causes: {}, took: {}, latency: {}, versions: new Set<string>(), last: 0 };
  return { keys, sums: new ResultSums(), answers, ...others };
}

function addCounts(line: LineSums, row: Counts): void {
  line.sums.add(row);
  for (const name of COUNTS) line.answers[name] += row[name];
  addFormatted(line.took, row.took);
  addFormatted(line.latency, row.latency);
  if (row.cause !== null) line.causes[row.cause] = (line.causes[row.cause] ?? 0) + row.games;
  line.versions.add([row.hash, row.version, row.options].join('\0'));
  line.last = Math.max(line.last, row.last);
}

export function toReportLine({ keys, sums, answers, causes, took, latency }: LineSums): ReportLine {
  const { turns, moved, ...others } = answers;
  // `keys` is a row of the database, which has more columns.
  const { snake, experiment, variant, strategy, version, hash, options } = keys;
  return {
    snake,
    experiment,
    variant,
    strategy,
    version,
    hash,
    options: JSON.parse(options) as Record<string, unknown>,
    ...sums.counts,
    solo: sums.results.solo,
    length: turns / Math.max(1, sums.games),
    answers: moved + others.late + others.failed + others.illegal,
    ...others,
    took: toPercentiles(took),
    latency: toPercentiles(latency),
    causes: Object.fromEntries(
      Object.entries(causes).sort(([one, a], [other, b]) => b - a || compareNames(one, other)),
    ),
  };
}

/** Most games that are read, the newest with late answers; each takes a few ms. */
const MAX_GAMES = 100;

export async function reportLate(db: Database, filter: GameFilter): Promise<LateLine[]> {
  const games = await countedGames(db, filter)
    .where('late', '>', 0)
    .select(['id', 'snake'])
    .orderBy('started_at', 'desc')
    .limit(MAX_GAMES)
    .execute();
  const lines = new Map<string, { games: number; causes: Record<LateCause, number> }>();
  for (const { id, snake } of games) {
    const { packed } = await db.selectFrom('games').select('packed').where('id', '=', id).executeTakeFirstOrThrow();
    const line = lines.get(snake) ?? { games: 0, causes: { strategy: 0, machine: 0, start: 0, client: 0 } };
    lines.set(snake, line);
    line.games++;
    for (const { facts } of (await readTurns(db, id, packed, PIECE_CHARACTERS)) ?? []) {
      const { answer } = facts;
      if (answer.kind === 'late' && answer.cause !== undefined) line.causes[answer.cause]++;
    }
  }
  return [...lines]
    .map(([snake, line]) => ({ snake, ...line }))
    .filter(({ causes }) => LATE_CAUSES.some((cause) => causes[cause] > 0))
    .sort((a, b) => compareNames(a.snake, b.snake));
}

/** A line per snake and opponent over the games of a filter; each snake's most frequent opponents first. */
export async function reportOpponents(db: Database, filter: GameFilter): Promise<OpponentLine[]> {
  const tallies = new Map<string, Tally>();
  for (const row of await readResults(db, filter)) {
    for (const opponent of new Set(JSON.parse(row.opponents) as string[])) {
      if (filter.opponent !== undefined && opponent !== filter.opponent) continue;
      const { snake } = row;
      const key = JSON.stringify([snake, opponent]);
      const tally = tallies.get(key) ?? { snake, opponent, sums: new ResultSums(), ahead: { games: 0, known: 0 } };
      tallies.set(key, tally);
      tally.sums.add(row);
      const share = shareAhead(row);
      if (share === undefined) continue;
      tally.ahead.games += share * row.games;
      tally.ahead.known += row.games;
    }
  }
  const lines = [...tallies.values()].map(({ sums, ...line }) => ({ ...line, ...sums.counts }));
  return lines.sort(
    (a, b) => compareNames(a.snake, b.snake) || b.games - a.games || compareNames(a.opponent, b.opponent),
  );
}

interface Tally {
  readonly snake: string;
  readonly opponent: string;
  readonly sums: ResultSums;
  readonly ahead: { games: number; known: number };
}

/** 1 if the rank shows that every opponent was outlived, 0 if every opponent lived longer, 0.5 for a tied duel. */
function shareAhead({ snakes, place }: { readonly snakes: number; readonly place: number | null }): number | undefined {
  if (place === 1) return 1;
  if (place === snakes) return 0;
  return snakes === 2 && place !== null ? 0.5 : undefined;
}

function readResults(db: Database, filter: GameFilter) {
  return countedGames(db, filter)
    .select(['snake', 'opponents', 'result', 'snakes', 'place'])
    .select(({ fn }) => fn.countAll<number>().as('games'))
    .groupBy(['snake', 'opponents', 'result', 'snakes', 'place'])
    .execute();
}

/** One line per snake and shadow experiment, over the games of a filter. */
export async function reportShadows(db: Database, dialect: SqlDialect, filter: GameFilter): Promise<ShadowLine[]> {
  return (await readShadowSums(db, dialect, filter)).map(({ moved, took, ...sums }) => {
    const { late, failed, illegal, agreed } = sums;
    const timings: Histogram = {};
    addFormatted(timings, took);
    return {
      ...sums,
      turns: moved + late + failed + illegal,
      ...(moved > 0 && { agreement: { share: agreed / moved, ...wilsonInterval(agreed, moved) } }),
      took: toPercentiles(timings),
    };
  });
}

function readShadowSums(db: Database, { join }: SqlDialect, filter: GameFilter) {
  return countedGames(db, filter)
    .where('experiment', '!=', '')
    .where('split', '=', 0)
    .where('sides', '=', '')
    .select(['snake', 'experiment', sql<string>`${sql.raw(join)}(shadow_took, ' ')`.as('took')])
    .select(({ fn }) => [
      fn.countAll<number>().as('games'),
      fn.sum<number>('shadow_moved').as('moved'),
      fn.sum<number>('shadow_late').as('late'),
      fn.sum<number>('shadow_failed').as('failed'),
      fn.sum<number>('shadow_illegal').as('illegal'),
      fn.sum<number>('shadow_skipped').as('skipped'),
      fn.sum<number>('shadow_agreed').as('agreed'),
      fn.sum<number>('shadow_died').as('wouldHaveDied'),
      fn.sum<number>('shadow_lived').as('wouldHaveLived'),
    ])
    .groupBy(['snake', 'experiment'])
    .orderBy('snake')
    .orderBy('experiment')
    .execute();
}
