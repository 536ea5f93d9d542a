/** Compares candidate and base of live experiments, with intervals that are valid at every look. Called for reports. */
import type { Decision, ExperimentVerdict, SidesChange } from './report-lines.js';
import {
  addGame,
  differenceInterval,
  createComparison,
  gamesNeeded,
  type VariantComparison,
  type ScoreDifference,
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
}

/**
 * The verdict of each experiment.
 *
 * Games count in the order in which they began, up to the first that is still under way: counted in the order in which
 * they end, a variant that loses quickly would look worse than it is. Abandoned games count for neither variant. Games
 * count only if both sides were what they were in the game that began last: which sides a game has does not depend on
 * the variant that it was assigned, so that the interval stays valid.
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
 * @param onGame called with the comparison after each game that counts.
 */
export function reachVerdict(
  games: readonly ExperimentGame[],
  onGame?: (comparison: VariantComparison) => void,
): ExperimentVerdict {
  const { snake, experiment, split, sides } = games.at(-1)!;
  const isPresent = (game: ExperimentGame) => game.sides === sides;
  const tally = startTally(split);
  for (const game of games) {
    if (isPresent(game) && addToTally(tally, game)) onGame?.(tally.comparison);
  }
  const { comparison, counts, waiting } = tally;
  const difference = differenceInterval(comparison);
  const decision = decide(difference);
  const needed = decision === 'undecided' ? gamesNeeded(comparison) : undefined;
  return {
    snake,
    experiment,
    split,
    ...counts,
    waiting,
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
  comparison: VariantComparison;
  readonly counts: Record<Variant, number>;
  isWaiting: boolean;
  waiting: number;
}

function startTally(split: number): Tally {
  return { comparison: createComparison(split), counts: { base: 0, candidate: 0 }, isWaiting: false, waiting: 0 };
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
  tally.comparison = addGame(tally.comparison, { stratum: `${ruleset} ${snakes}`, variant, score });
  return true;
}

function scoreOf({ snakes, place }: ExperimentGame): number | undefined {
  return rankScore(snakes, place);
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
