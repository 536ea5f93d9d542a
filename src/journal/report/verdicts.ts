/** Compares candidate and base of live experiments, with intervals that are valid at every look. Called for reports. */
import type { Decision, ExperimentVerdict, SidesChange } from '../../views/report-lines.js';
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

/** A game of an experiment, as a report reads it. `result` is null while the game is in progress. */
export interface ExperimentGame extends Side {
  readonly snake: string;
  readonly experiment: string;
  readonly variant: string;
  readonly split: number;
  /** The identity of the two sides. */
  readonly sides: string;
  readonly ruleset: string;
  readonly snakes: number;
  readonly place: number | null;
  readonly result: string | null;
  /** In ms since 1970. */
  readonly started_at: number;
  readonly ended_at: number | null;
}

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
 * the sides of the last game: they do not depend on the variant that a game was assigned, so that the interval stays
 * valid.
 *
 * @param games in the order in which they began.
 */
export function computeVerdicts(games: Iterable<ExperimentGame>): ExperimentVerdict[] {
  return splitExperiments(games).map((each) => computeVerdict(each));
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
 * @param onGame called after each game that counts, with their number and the comparison so far.
 */
export function computeVerdict(
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

/** The games with other sides, and the changes since the last of them. */
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
  /** Over the counted games. */
  comparison: VariantComparison;
  /** With each overdue game at its worst, and at its best, for the candidate. */
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

function addOverdue(tally: Tally, { ruleset, snakes, variant }: ExperimentGame): void {
  if (snakes < 2 || (variant !== 'base' && variant !== 'candidate')) return;
  tally.overdue++;
  const game = { stratum: `${ruleset} ${snakes}`, variant } as const;
  const [worst, best] = variant === 'candidate' ? [0, 1] : [1, 0];
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
