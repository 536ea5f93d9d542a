/** Compares candidate and base of live experiments, with intervals that are valid at every look. Called for reports. */
import type { Decision, ExperimentVerdict, SidesChange } from './report-lines.js';
import {
  addGame,
  assumeGame,
  differenceInterval,
  createComparison,
  gamesNeeded,
  meanScores,
  type VariantComparison,
  type ScoreDifference,
  type StratumScore,
  type Variant,
} from '../../stats/confidence-sequence.js';
import { rankScore } from '../../stats/rank-score.js';
import { describeChanges, type Side } from './experiment-sides.js';

/** A game of an experiment, as a report reads it. `result` is null while the game is under way. */
export interface ExperimentGame extends Side {
  readonly snake: string;
  readonly experiment: string;
  readonly variant: string;
  readonly split: number;
  /** Which two sides the experiment had. */
  readonly sides: string;
  readonly ruleset: string;
  readonly snakes: number;
  readonly place: number | null;
  readonly result: string | null;
  /** In ms since 1970. */
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** With fewer games that count, any forecast is chance: as many as 30 pairs of a match have. */
export const FEW_GAMES = 60;

/**
 * The verdict of each experiment.
 *
 * Games count in the order in which they began, up to the first that is still under way: counted in the order in which
 * they end, a variant that loses quickly would look worse than it is. The others do not wait for a game that lasts
 * longer than any has that ended. It is not left out, since long games may well be those of one variant: the lower end
 * of the interval takes it for the worst game of the candidate that it can become, the upper end for the best. So
 * nothing is assumed of it, and that limit only decides how long to wait. Abandoned games count for neither variant.
 * Games count only if both sides were what they were in the game that began last: which sides a game has does not
 * depend on the variant that it was assigned, so that the interval stays valid.
 *
 * @param games in the order in which they began.
 */
export function reachVerdicts(games: Iterable<ExperimentGame>): ExperimentVerdict[] {
  return splitExperiments(games).map((each) => reachVerdict(each));
}

/** The games of each experiment, in their order. */
export function splitExperiments(games: Iterable<ExperimentGame>): ExperimentGame[][] {
  const experiments = new Map<string, ExperimentGame[]>();
  for (const game of games) {
    const key = JSON.stringify([game.snake, game.experiment, game.split]);
    const known = experiments.get(key);
    if (known === undefined) experiments.set(key, [game]);
    else known.push(game);
  }
  return [...experiments.values()];
}

/**
 * The verdict on the experiment of these games; at least one.
 *
 * @param onGame called after each game that counts, with how many do and what gives the difference so far.
 */
export function reachVerdict(
  games: readonly ExperimentGame[],
  onGame?: (count: number, difference: () => ScoreDifference) => void,
): ExperimentVerdict {
  const { snake, experiment, split, sides } = games.at(-1)!;
  const isPresent = (game: ExperimentGame) => game.sides === sides;
  const tally = startTally(split);
  const isOverdue = createOverdueCheck(games);
  for (const game of games) {
    if (!isPresent(game)) continue;
    if (isOverdue(game)) addOverdue(tally, game);
    else if (addToTally(tally, game)) onGame?.(tally.comparison.count, () => differenceOf(tally));
  }
  const { comparison, counts, waiting, overdue } = tally;
  const difference = differenceOf(tally);
  const decision = decide(difference);
  const isEarly = comparison.count < FEW_GAMES;
  const needed = decision === 'undecided' && !isEarly ? gamesNeeded(comparison) : undefined;
  const means = meanScores(comparison);
  return {
    snake,
    experiment,
    split,
    ...counts,
    ...(means && { means }),
    waiting,
    overdue,
    ...difference,
    decision,
    ...(needed !== undefined && { needed }),
    ...describeEarlier(games, isPresent),
  };
}

/** The games with other sides, and what has changed since the last of them. */
function describeEarlier(games: readonly ExperimentGame[], isPresent: (game: ExperimentGame) => boolean): SidesChange {
  const earlier = games.filter((game) => !isPresent(game));
  if (earlier.length === 0) return { earlier: 0, changes: [] };
  const changes = (['base', 'candidate'] as const).flatMap((variant) => {
    const isSide = (game: ExperimentGame) => game.variant === variant;
    return describeChanges(
      variant,
      earlier.findLast(isSide),
      games.findLast((game) => isPresent(game) && isSide(game)),
    );
  });
  return { earlier: earlier.filter((game) => scoreOf(game) !== undefined).length, changes };
}

interface Tally {
  /** Over the games that count. */
  comparison: VariantComparison;
  /** The same with each overdue game as the worst, and as the best, that it can become for the candidate. */
  worst: VariantComparison;
  best: VariantComparison;
  readonly counts: Record<Variant, number>;
  isWaiting: boolean;
  waiting: number;
  overdue: number;
}

function startTally(split: number): Tally {
  const comparison = createComparison(split);
  const none = { isWaiting: false, waiting: 0, overdue: 0 };
  return { comparison, worst: comparison, best: comparison, counts: { base: 0, candidate: 0 }, ...none };
}

/**
 * Whether a game is under way for longer than any took that has ended, whichever variant played it. The time is that of
 * the latest of the games: if none comes after it, none waits for it.
 */
function createOverdueCheck(games: readonly ExperimentGame[]): (game: ExperimentGame) => boolean {
  let [longest, latest] = [-Infinity, -Infinity];
  for (const { started_at: started, ended_at: ended, result } of games) {
    latest = Math.max(latest, started, ended ?? started);
    if (ended !== null && result !== 'abandoned') longest = Math.max(longest, ended - started);
  }
  return ({ result, started_at: started }) => result === null && longest >= 0 && latest - started > longest;
}

function addOverdue(tally: Tally, { ruleset, snakes, variant }: ExperimentGame): void {
  if (snakes < 2 || (variant !== 'base' && variant !== 'candidate')) return;
  tally.overdue++;
  const game = { stratum: `${ruleset} ${snakes}`, variant } as const;
  const [worst, best] = variant === 'candidate' ? [0, 1] : [1, 0];
  tally.worst = assumeGame(tally.worst, { ...game, score: worst });
  tally.best = assumeGame(tally.best, { ...game, score: best });
}

/** With the widest interval that the overdue games leave. */
function differenceOf({ comparison, worst, best, overdue }: Tally): ScoreDifference {
  const difference = differenceInterval(comparison);
  if (overdue === 0) return difference;
  return { ...difference, low: differenceInterval(worst).low, high: differenceInterval(best).high };
}

/** Returns whether the game counts by now. */
function addToTally(tally: Tally, game: ExperimentGame): boolean {
  const { result, ruleset, snakes, variant } = game;
  if (result === null) tally.isWaiting = true;
  const score = scoreOf(game);
  if (score === undefined || (variant !== 'base' && variant !== 'candidate')) return false;
  if (tally.isWaiting) {
    tally.waiting++;
    return false;
  }
  tally.counts[variant]++;
  const known: StratumScore = { stratum: `${ruleset} ${snakes}`, variant, score };
  const comparison = addGame(tally.comparison, known);
  tally.worst = tally.overdue === 0 ? comparison : addGame(tally.worst, known);
  tally.best = tally.overdue === 0 ? comparison : addGame(tally.best, known);
  tally.comparison = comparison;
  return true;
}

function scoreOf({ snakes, place }: ExperimentGame): number | undefined {
  return rankScore(snakes, place);
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
