/** Compares candidate and base of live experiments, with intervals that are valid at every look. Called for reports. */
import type {
  Decision,
  EndedComparison,
  ExperimentVerdict,
  Forecast,
  GuardLine,
  GuardState,
  HeldSplit,
  SharedVerdict,
  SideBySideVerdict,
  SplitVerdict,
} from '../../views/report-lines.js';
import {
  addGame,
  assumeGame,
  createComparison,
  createMeetings,
  differenceInterval,
  gamesNeeded,
  gamesToDecide,
  meanScores,
  type ScoreDifference,
  type StratumScore,
  type VariantComparison,
} from '../../stats/confidence-sequence.js';
import { excessEvidence } from '../../stats/excess.js';
import { balanceOf } from '../../stats/imbalance.js';
import { rankScore } from '../../stats/rank-score.js';
import type { Tables } from '../store/tables.js';
import { describeChanges, lastSides, type ExperimentGame } from './experiment-sides.js';
import { findMeetings, sumUpAlone } from './side-by-side.js';

/** With fewer counted games, any forecast is chance: 60 games are 30 pairs of a match. */
export const FEW_GAMES = 60;

/**
 * The verdict of each experiment.
 *
 * Games count in the order in which they began, up to the first unfinished one: counted in the order in which they end,
 * a variant that loses quickly would look worse than it is. An unfinished game that lasts longer than any finished one
 * no longer holds up the rest. It is not left out, since one variant may have the longer games: the lower end of the
 * interval assumes its worst result for the candidate, the upper end its best. So the interval is valid for every
 * result, and the limit only decides how long to wait. Abandoned games count for neither variant. Games count only with
 * the sides of the last game, and if their side was drawn: neither depends on the variant that a game was assigned, so
 * that the interval stays valid.
 *
 * @param games in the order in which they began.
 */
export function computeVerdicts(games: Iterable<ExperimentGame>, states?: States): ExperimentVerdict[] {
  return splitExperiments(games).map((each) => computeVerdict(each, undefined, states));
}

/** The games of each experiment, in their order. */
export function splitExperiments(games: Iterable<ExperimentGame>): ExperimentGame[][] {
  const experiments = new Map<string, ExperimentGame[]>();
  for (const game of games) {
    const key = JSON.stringify([game.split > 0 ? game.snake : '', game.experiment, game.split > 0]);
    const known = experiments.get(key);
    if (known === undefined) experiments.set(key, [game]);
    else known.push(game);
  }
  return [...experiments.values()];
}

type States = readonly Tables['guards'][];

/** The verdict on the experiment of these games; at least one. */
export function computeVerdict(
  games: readonly ExperimentGame[],
  onGame: OnGame = () => {},
  states: States = [],
): ExperimentVerdict {
  return games[0]!.split > 0 ? compareSplit(games, states, onGame) : compareMeetings(games, onGame);
}

function compareSplit(games: readonly ExperimentGame[], states: States, onGame: OnGame): SplitVerdict {
  const { snake, experiment, split, sides } = games.at(-1)!;
  const isPresent = (game: ExperimentGame) => game.sides === sides;
  const isDrawn = (game: ExperimentGame) => isPresent(game) && game.share > 0 && game.share < 1;
  const counts = { base: 0, candidate: 0 };
  const { comparison, ...verdict } = compareInOrder(games, isDrawn, createComparison(), (count, now, game) => {
    counts[game.variant as keyof typeof counts]++;
    onGame(count, now, game);
  });
  const means = meanScores(comparison);
  const known = { ...counts, ...(means && { means }), ...verdict, ...describeEarlier(games, isPresent) };
  const drawn = games.filter(isDrawn);
  const assigned = balanceOf(drawn.map(toShared));
  const left = balanceOf(finishedOf(drawn).filter(hasLeft).map(toShared));
  const playedBy = (side: string) => sumUpAlone(drawn.filter((one) => one.variant === side && one.result !== null));
  const played = { base: playedBy('base'), candidate: playedBy('candidate') };
  const state = states.find((one) => one.snake === snake && one.experiment === experiment && one.sides === sides);
  const { since = 0, step = 0 } = state ?? {};
  const latest = drawn.filter((game) => game.started_at > since);
  const share = drawn.at(-1)?.share ?? split;
  const isOfShare = (game: ExperimentGame) => game.variant === 'candidate' && game.share === share;
  const reached = { share, shareGames: finishedOf(latest).filter(isOfShare).length, step };
  const guards = countBadGames(latest);
  const heeded = since > 0 && { heeded: decisionAt(since, drawn) };
  const sums = { played, assigned, left, guards };
  return {
    design: 'split',
    snake,
    experiment,
    split,
    ...reached,
    ...known,
    ...sums,
    ...heeded,
    ...(state && holdOf(state)),
  };
}

export function holdOf({ guard, reason, at, promoted }: GuardState): Omit<HeldSplit, 'experiment'> {
  if (guard !== '') return { stopped: { guard, reason, at } };
  return promoted > 0 ? { promoted: { reason, at: promoted } } : {};
}

/** What the games had decided at a time, as it knew them. */
function decisionAt(time: number, games: readonly ExperimentGame[]): Decision {
  const known = games
    .filter((game) => game.started_at <= time)
    .map((game) => (game.ended_at! <= time ? game : { ...game, result: null, place: null, ended_at: null }));
  return compareInOrder(
    known,
    () => true,
    createComparison(),
    () => {},
  ).decision;
}

const GUARDS = [
  { guard: 'lost turns', isBad: ({ lost }: ExperimentGame) => lost > 0 },
  { guard: 'failed turns', isBad: ({ late, failed, illegal }: ExperimentGame) => late + failed + illegal > 0 },
] as const;

/** The games up to the first that still runs, in the order of their start, so that quick losses do not come first. */
function finishedOf(games: readonly ExperimentGame[]): readonly ExperimentGame[] {
  const end = games.findIndex(({ result }) => result === null);
  return end < 0 ? games : games.slice(0, end);
}

const toShared = ({ share, variant }: ExperimentGame) => ({ share, isCandidate: variant === 'candidate' });

/** Whether a game against others is over without a known result. */
const hasLeft = ({ result, place, snakes }: ExperimentGame) => result !== null && place === null && snakes > 1;

function countBadGames(games: readonly ExperimentGame[]): GuardLine[] {
  const finished = finishedOf(games);
  const shares = [...new Set(finished.map(({ share }) => share))];
  return GUARDS.map(({ guard, isBad }) => {
    const countOf = (among: readonly ExperimentGame[], variant: string) => {
      const played = among.filter((game) => game.variant === variant);
      return { games: played.length, bad: played.filter(isBad).length };
    };
    const countBoth = (among: readonly ExperimentGame[]) => {
      return { base: countOf(among, 'base'), candidate: countOf(among, 'candidate') };
    };
    const drawn = shares.map((share) => ({ share, ...countBoth(finished.filter((game) => game.share === share)) }));
    return { guard, ...countBoth(finished), evidence: excessEvidence(drawn) };
  });
}

/** The difference is the share of games in which the candidate outlived the base, minus the share of the opposite. */
function compareMeetings(seats: readonly ExperimentGame[], onGame: OnGame): SideBySideVerdict {
  const { experiment, sides } = seats.at(-1)!;
  const isPresent = (seat: ExperimentGame) => seat.sides === sides;
  const { meetings, alone, twice, left: gone } = findMeetings(seats);
  const outlived = { base: 0, candidate: 0 };
  const { comparison: _, ...verdict } = compareInOrder(meetings, isPresent, createMeetings(), (count, now, game) => {
    if (game.place !== 1.5) outlived[game.place === 1 ? 'candidate' : 'base']++;
    onGame(count, now, game);
  });
  const ofVariant = (variant: string, among = seats) => among.filter((seat) => seat.variant === variant);
  const apart = alone.filter(isPresent);
  return {
    design: 'side by side',
    snakes: { base: ofVariant('base').at(-1)?.snake, candidate: ofVariant('candidate').at(-1)?.snake },
    experiment,
    ...verdict,
    outlived,
    left: balanceOf(gone.filter(isPresent).map((seat) => ({ ...toShared(seat), share: 0.5 }))),
    unknown: meetings.filter((game) => isPresent(game) && game.result !== null && game.place === null).length,
    twice,
    alone: { base: sumUpAlone(ofVariant('base', apart)), candidate: sumUpAlone(ofVariant('candidate', apart)) },
    ...describeEarlier(seats, isPresent),
    earlier: meetings.filter((game) => !isPresent(game) && game.place !== null).length,
  };
}

type OnGame = (count: number, difference: () => ScoreDifference, game: ExperimentGame) => void;

/** The part of a verdict that all designs share. */
type Compared = Omit<SharedVerdict, 'experiment' | 'left' | keyof Earlier> & { readonly comparison: VariantComparison };

/**
 * Adds games to a comparison in the order in which they began.
 *
 * @param onGame called after each game that counts, with their number and the comparison so far.
 */
function compareInOrder(
  games: readonly ExperimentGame[],
  isPresent: (game: ExperimentGame) => boolean,
  none: VariantComparison,
  onGame: OnGame,
): Compared {
  const tally: Tally = { comparison: none, worst: none, best: none, isWaiting: false, waiting: 0, overdue: 0 };
  const isOverdue = createOverdueCheck(games);
  for (const game of games) {
    if (!isPresent(game)) continue;
    if (isOverdue(game)) addOverdue(tally, game);
    else if (addToTally(tally, game)) onGame(tally.comparison.count, () => differenceOf(tally), game);
  }
  const { comparison, waiting, overdue } = tally;
  const difference = differenceOf(tally);
  const decision = decide(difference);
  const isEarly = comparison.count < FEW_GAMES;
  const needed = decision === 'undecided' && !isEarly ? gamesNeeded(comparison) : undefined;
  const counted = { games: comparison.count, waiting, overdue };
  const forecast = foresee(comparison, games);
  return { comparison, ...counted, ...difference, decision, forecast, ...(needed !== undefined && { needed }) };
}

/** Differences whose games are forecast. */
const SIZES = [0.05, 0.1, 0.2, 0.4];

/** Forecasts a verdict. `games`: of this design, in the order of their start; old games do not count for the rate. */
export function foresee(comparison: VariantComparison, games: readonly Pick<ExperimentGame, 'started_at'>[]): Forecast {
  const latest = games.slice(-200);
  const days = latest.length < 10 ? 0 : (latest.at(-1)!.started_at - latest[0]!.started_at) / 86_400_000;
  const table = SIZES.map((difference) => ({ difference, games: gamesToDecide(comparison, difference) }));
  return { ...(days > 0 && { perDay: (latest.length - 1) / days }), table };
}

type Earlier = Pick<SharedVerdict, 'earlier' | 'changes' | 'ended'>;

/** The games with earlier sides, their verdicts, and the changes since the last of them. */
function describeEarlier(games: readonly ExperimentGame[], isPresent: (game: ExperimentGame) => boolean): Earlier {
  const earlier = games.filter((game) => !isPresent(game));
  if (earlier.length === 0) return { earlier: 0, changes: [], ended: [] };
  const ended = [...new Set(earlier.map(({ sides }) => sides))].flatMap((sides) =>
    sumUpEnded(earlier.filter((game) => game.sides === sides)),
  );
  const changes = describeChanges(lastSides(earlier), lastSides(games.filter(isPresent)));
  const counted = earlier.filter(({ snakes, place }) => rankScore(snakes, place) !== undefined).length;
  return { earlier: counted, changes, ended };
}

/** The verdict on the games of two sides; empty if none of them counts. */
function sumUpEnded(played: readonly ExperimentGame[]): EndedComparison[] {
  const { games, difference, low, high, decision } = computeVerdict(played);
  if (games === 0) return [];
  const to = played.reduce((last, game) => Math.max(last, game.ended_at ?? game.started_at), 0);
  return [{ ...lastSides(played), games, from: played[0]!.started_at, to, difference, low, high, decision }];
}

interface Tally {
  /** Over the counted games. */
  comparison: VariantComparison;
  /** With each overdue game at its worst, and at its best, for the candidate. */
  worst: VariantComparison;
  best: VariantComparison;
  isWaiting: boolean;
  waiting: number;
  overdue: number;
}

/**
 * Returns a check whether a game is overdue: in progress for longer than any finished game of either variant took. The
 * latest game's start is the time: if no later game exists, none waits.
 */
function createOverdueCheck(games: readonly ExperimentGame[]): (game: ExperimentGame) => boolean {
  let [longest, latest] = [-Infinity, -Infinity];
  for (const { started_at: started, ended_at: ended, result } of games) {
    latest = Math.max(latest, started, ended ?? started);
    if (ended !== null && result !== 'abandoned') longest = Math.max(longest, ended - started);
  }
  return ({ result, started_at: started }) => result === null && longest >= 0 && latest - started > longest;
}

function addOverdue(tally: Tally, { ruleset, snakes, variant, share }: ExperimentGame): void {
  if (snakes < 2 || !isVariant(variant)) return;
  tally.overdue++;
  const game = { stratum: `${ruleset} ${snakes}`, variant, share } as const;
  const [worst, best] = variant === 'base' ? [1, 0] : [0, 1];
  tally.worst = assumeGame(tally.worst, { ...game, score: worst });
  tally.best = assumeGame(tally.best, { ...game, score: best });
}

/** The comparison with the widest interval that the overdue games allow. */
function differenceOf({ comparison, worst, best, overdue }: Tally): ScoreDifference {
  const difference = differenceInterval(comparison);
  if (overdue === 0) return difference;
  return { ...difference, low: differenceInterval(worst).low, high: differenceInterval(best).high };
}

/** Returns whether the game counts by now. */
function addToTally(tally: Tally, game: ExperimentGame): boolean {
  const { result, ruleset, snakes, variant, share } = game;
  if (result === null) tally.isWaiting = true;
  const score = rankScore(snakes, game.place);
  if (score === undefined || !isVariant(variant)) return false;
  if (tally.isWaiting) {
    tally.waiting++;
    return false;
  }
  const known: StratumScore = { stratum: `${ruleset} ${snakes}`, variant, share, score };
  const comparison = addGame(tally.comparison, known);
  tally.worst = tally.overdue === 0 ? comparison : addGame(tally.worst, known);
  tally.best = tally.overdue === 0 ? comparison : addGame(tally.best, known);
  tally.comparison = comparison;
  return true;
}

function isVariant(text: string): text is StratumScore['variant'] {
  return text === 'base' || text === 'candidate' || text === 'both';
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
