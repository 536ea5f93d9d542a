/** The parts that the reports of all contests share: how the games were played, and the figures of each contestant. */
import { describeCause } from '../../rules/describe-death.js';
import { percentileBound, shortPercentile, type Histogram } from '../../stats/histogram.js';
import { describeOpenings } from '../game/opening.js';
import { labelOf, type Contestant, type ContestPlan } from './contest.js';
import { ANSWER_TIMES, SEARCH_SIZES } from './seat-figures.js';
import { countGames, meanScore, type Outcomes, type SideTally } from './side-tally.js';
import { formatCount, formatPercent } from '../../views/numbers.js';
import type { SectionCell, SectionColumn, SectionTable, SectionText } from '../../views/sections.js';
import { FALLBACKS, LOST_TURNS } from '../../views/words.js';

export type PlayedReport = ReturnType<typeof reportPlayed>;

/** The games of a contest, and how they were played. */
export function reportPlayed(
  { pairs, played, turns }: { readonly pairs: number; readonly played: number; readonly turns: number },
  { contestants, seed, game }: ContestPlan,
  gamesPerPair: number,
) {
  const { openings, clock = 'wall' } = game;
  const onWall = clock === 'wall' ? [] : contestants.filter((one) => one.kind === 'remote' || one.code === undefined);
  return {
    games: pairs * gamesPerPair,
    pairs,
    /** Of a game, on average. */
    turns: ratio(turns, played),
    seed,
    /** Where the games began, as text; `null` for the engine's start. */
    openings: openings === undefined ? null : describeOpenings(openings),
    /** The clock of the timeout: `cpu` is CPU time. */
    clock,
    /** With the clock `cpu`: the contestants with the wall clock, because they are programs or servers. */
    onWall: onWall.map(labelOf),
  };
}

export type ContestantReport = ReturnType<typeof reportContestant>;

/** One contestant, over all its seats. */
export function reportContestant(side: SideTally, contestant: Contestant) {
  const { games, took, length, deaths = {}, searched, problem = null, ...counts } = side;
  const isLocal = contestant.kind === 'local';
  return {
    name: contestant.name,
    /** The strategy's name with its options, or the URL. */
    label: labelOf(contestant),
    /** As configured; `null` for a snake behind a URL. */
    options: isLocal ? contestant.config.options : null,
    code: isLocal ? contestant.hash : null,
    /** `null` for a local strategy. */
    url: isLocal ? null : contestant.url,
    ...counts,
    /** Time of an answer, in ms: half of the answers took at most `p50`, and 99 % at most `p99`. */
    took: { p50: percentileOf(took, 0.5), p99: percentileOf(took, 0.99) },
    /** Medians of what it noted of its turns; `null` without notes. */
    searched: { depth: medianOf(searched?.depth), nodes: medianOf(searched?.nodes) },
    /** Mean length at the end of a game, in cells. */
    length: ratio(length, games),
    deaths,
    problem,
    crash: side.crash ?? null,
    crashedOn: side.crashedOn ?? null,
  };
}

export function reportOutcomes(outcomes: Outcomes) {
  const { wins, draws, losses } = outcomes;
  return { games: countGames(outcomes), wins, draws, losses, score: meanScore(outcomes) };
}

/** 0 without games. */
export function ratio(sum: number, count: number): number {
  return count === 0 ? 0 : sum / count;
}

function medianOf(sizes: Readonly<Histogram> = {}): number | null {
  return shortPercentile(sizes, SEARCH_SIZES, 0.5) ?? null;
}

function percentileOf(took: Readonly<Histogram>, share: number): number {
  return percentileBound(took, ANSWER_TIMES, share) ?? 0;
}

/** `200` games in pairs, and how they were played. `snakes`: in a game. */
export function showPlayed(report: PlayedReport, snakes = 2): SectionText {
  const { games, pairs, seed, turns, openings, clock, onWall } = report;
  const others = onWall.length === 0 ? '' : `; ${onWall.join(', ')} by wall-clock time`;
  const parts = [
    `${games}${snakes === 2 ? '' : ` of ${snakes} snakes`} in ${formatCount(pairs, 'pair')}`,
    `seed ${seed}`,
    ...(openings === null ? [] : [openings]),
    ...(clock === 'wall' ? [] : [`by CPU time${others}`]),
  ];
  return { kind: 'text', label: 'games', text: `${parts.join(', ')}; ${turns.toFixed(0)} turns on average` };
}

interface ContestantColumn {
  readonly column: SectionColumn;
  /** A column without any cell is left out. */
  readonly cell: (report: ContestantReport) => SectionCell | undefined;
}

const isNumber = true;
const CONTESTANT_COLUMNS: readonly ContestantColumn[] = [
  { column: { header: 'lost turns', title: LOST_TURNS, isNumber }, cell: ({ lostTurns }) => lostTurns },
  { column: { header: 'failures', isNumber, isMinor: true }, cell: ({ failures }) => failures },
  { column: { header: 'fallbacks', title: FALLBACKS, isNumber, isMinor: true }, cell: ({ fallbacks }) => fallbacks },
  { column: { header: 'crashes', isNumber, isMinor: true }, cell: ({ crashes }) => crashes },
  {
    column: { header: 'p50 ms', title: 'Half of the answers took at most this', isNumber },
    cell: ({ took }) => formatBound(took.p50),
  },
  {
    column: { header: 'p99 ms', title: '99 % of the answers took at most this', isNumber },
    cell: ({ took }) => formatBound(took.p99),
  },
  {
    column: { header: 'length', title: 'Mean length at the end of a game, in cells', isNumber, isMinor: true },
    cell: ({ length }) => length.toFixed(1),
  },
  {
    column: { header: 'median depth', title: 'Turns that its searches looked ahead, as it noted', isNumber },
    cell: ({ searched }) => searched.depth ?? undefined,
  },
  {
    column: { header: 'median nodes', title: 'Positions that it searched in a turn, as it noted', isNumber },
    cell: ({ searched }) => searched.nodes ?? undefined,
  },
  {
    column: { header: 'found by pondering', title: 'Share of turns that it expected when it pondered', isNumber },
    cell: ({ pondered }) => pondered && formatPercent(pondered.found / pondered.turns),
  },
];

/** The figures of each contestant, and how its games ended. `role` heads the first columns, which have the names. */
export function showContestants(
  role: string,
  contestants: readonly (readonly [name: string, report: ContestantReport])[],
): SectionTable[] {
  const reports = contestants.map(([, report]) => report);
  const columns = CONTESTANT_COLUMNS.filter(({ cell }) => reports.some((report) => cell(report) !== undefined));
  return [
    {
      kind: 'table',
      title: 'Errors and times',
      columns: [{ header: role }, ...columns.map(({ column }) => column)],
      rows: contestants.map(([text, report]) => [
        { text, title: report.label },
        ...columns.map(({ cell }) => cell(report) ?? ''),
      ]),
    },
    {
      kind: 'table',
      title: 'Deaths',
      columns: [{ header: role }, { header: 'died of', wraps: true }],
      rows: contestants.map(([name, { deaths }]) => [name, formatDeaths(deaths)]),
    },
  ];
}

/** Most frequent first. No line ends between a count and its cause. */
function formatDeaths(deaths: ContestantReport['deaths']): string {
  const causes = Object.entries(deaths).toSorted(([, one], [, other]) => other - one);
  const texts = causes.map(([cause, count]) => `${count} ${describeCause(cause)}`.replaceAll(' ', '\u00A0'));
  return texts.join(', ') || 'nothing';
}

/** The upper bound of a time's class. Three decimals below 1 ms: fast strategies differ only there. */
function formatBound(ms: number): string {
  const digits = ms < 1 ? 3 : 1;
  return `≤${(Math.ceil(ms * 10 ** digits) / 10 ** digits).toFixed(digits)}`;
}

/** The counts of one contestant, in a tally or report. */
type OwnErrors = Readonly<Record<'lostTurns' | 'failures' | 'crashes', number>> & {
  readonly [Reason in 'problem' | 'crash' | 'crashedOn']?: string | null | undefined;
};

/**
 * A sentence about the errors of a contestant, which are to be fixed before its results mean much: `greedy failed on 20
 * turns (move threw: boom (at …/greedy.ts:4:34)).` It quotes the first crash, else the first error.
 * `undefined` without errors.
 */
export function describeErrors(name: string, errors: OwnErrors): string | undefined {
  const { lostTurns, failures, crashes } = errors;
  const counts = [
    ...(lostTurns === 0 ? [] : [`lost ${formatCount(lostTurns, 'turn')}`]),
    ...(failures === 0 ? [] : [`failed on ${formatCount(failures, 'turn')}`]),
    ...(crashes === 0 ? [] : [`crashed ${formatCount(crashes, 'time')}`]),
  ];
  if (counts.length === 0) return undefined;
  const reason = firstReason(errors);
  const all = [counts.slice(0, -1).join(', '), counts.at(-1)].filter((part) => part !== '').join(' and ');
  return `${name} ${all}${reason === undefined ? '' : ` (${reason})`}.`;
}

/** Why a contestant crashed or, if it never did, its first error. */
export function firstReason({ crash, crashedOn, problem }: Partial<OwnErrors>): string | undefined {
  return (crash && crashedOn ? `on ${crashedOn}: ${crash}` : crash) ?? problem ?? undefined;
}
