/** Compares candidate and base of live experiments, by an interval that is valid at every look. For reports. */
import {
  addGame,
  differenceInterval,
  createComparison,
  type VariantComparison,
  type ScoreDifference,
  type Variant,
} from '../../stats/confidence-sequence.js';
import { placementScore } from '../../stats/placement-score.js';

/** A game of an experiment, as a report reads it. `result` is null while the game is under way. */
export interface ExperimentGame {
  readonly snake: string;
  readonly experiment: string;
  readonly variant: string;
  readonly split: number;
  readonly ruleset: string;
  readonly snakes: number;
  readonly place: number | null;
  readonly result: string | null;
}

/** What an experiment says so far. */
export type Decision = 'candidate is better' | 'base is better' | 'undecided';

/** The verdict on one experiment. A change of its split begins another comparison. */
export interface ExperimentVerdict extends ScoreDifference {
  readonly snake: string;
  readonly experiment: string;
  readonly split: number;
  /** Games of each variant that count. */
  readonly base: number;
  readonly candidate: number;
  /** Games that began after one that is still under way: they count when that one has ended. */
  readonly waiting: number;
  readonly decision: Decision;
}

/**
 * The verdict of each experiment.
 *
 * Games count in the order in which they began, up to the first that is still under way: counted in the order in which
 * they end, a variant that loses quickly would look worse than it is. Abandoned games count for neither variant.
 *
 * @param games in the order in which they began.
 */
export function reachVerdicts(games: Iterable<ExperimentGame>): ExperimentVerdict[] {
  const tallies = new Map<string, Tally>();
  for (const game of games) {
    const key = JSON.stringify([game.snake, game.experiment, game.split]);
    let tally = tallies.get(key);
    if (tally === undefined) tallies.set(key, (tally = startTally(game)));
    addToTally(tally, game);
  }
  return [...tallies.values()].map(toVerdict);
}

interface Tally {
  readonly of: ExperimentGame;
  comparison: VariantComparison;
  readonly counts: Record<Variant, number>;
  isWaiting: boolean;
  waiting: number;
}

function startTally(of: ExperimentGame): Tally {
  const comparison = createComparison(of.split);
  return { of, comparison, counts: { base: 0, candidate: 0 }, isWaiting: false, waiting: 0 };
}

function addToTally(tally: Tally, { result, ruleset, snakes, place, variant }: ExperimentGame): void {
  if (result === null) tally.isWaiting = true;
  const score = placementScore(snakes, place);
  if (score === undefined || (variant !== 'base' && variant !== 'candidate')) return;
  if (tally.isWaiting) {
    tally.waiting++;
    return;
  }
  tally.counts[variant]++;
  tally.comparison = addGame(tally.comparison, { stratum: `${ruleset} ${snakes}`, variant, score });
}

function toVerdict({ of: { snake, experiment, split }, comparison, counts, waiting }: Tally): ExperimentVerdict {
  const difference = differenceInterval(comparison);
  return { snake, experiment, split, ...counts, waiting, ...difference, decision: decide(difference) };
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
