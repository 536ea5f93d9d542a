/** The verdict on games in the order in which they began, whatever the design of their experiment. */
import type { Decision, SidesChange, SharedVerdict } from '../../views/report-lines.js';
import {
  addGame,
  assumeGame,
  differenceInterval,
  gamesNeeded,
  type ScoreDifference,
  type StratumScore,
  type VariantComparison,
} from '../../stats/confidence-sequence.js';
import { rankScore } from '../../stats/rank-score.js';
import { describeChanges, type Side } from './experiment-sides.js';

/** A seat of an experiment in a game, as a report reads it. `result` is null while the game is in progress. */
export interface ExperimentGame extends Side {
  readonly snake: string;
  /** The engine's id, and which game it was under that id. */
  readonly game: string;
  readonly run: number;
  readonly experiment: string;
  /** `both` if it stands for a game in which both sides played. */
  readonly variant: string;
  /** 0 if the sides play side by side. */
  readonly split: number;
  /** The identity of the two sides. */
  readonly sides: string;
  readonly ruleset: string;
  readonly snakes: number;
  /** JSON: the names of the other snakes. */
  readonly opponents: string;
  readonly place: number | null;
  readonly result: string | null;
  /** In ms since 1970. */
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** With fewer counted games, any forecast is chance: 60 games are 30 pairs of a match. */
export const FEW_GAMES = 60;

/** The part of a verdict that all designs share. */
type Compared = Omit<SharedVerdict, 'experiment' | keyof SidesChange> & { readonly comparison: VariantComparison };

/**
 * Adds games to a comparison in the order in which they began.
 *
 * @param onGame called after each game that counts, with their number and the comparison so far.
 */
export function compareInOrder(
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
  return { comparison, ...counted, ...difference, decision, ...(needed !== undefined && { needed }) };
}

export type OnGame = (count: number, difference: () => ScoreDifference, game: ExperimentGame) => void;

/** The games with other sides, and the changes since the last of them. */
export function describeEarlier(
  games: readonly ExperimentGame[],
  isPresent: (game: ExperimentGame) => boolean,
): SidesChange {
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

function addOverdue(tally: Tally, { ruleset, snakes, variant }: ExperimentGame): void {
  if (snakes < 2 || !isVariant(variant)) return;
  tally.overdue++;
  const game = { stratum: `${ruleset} ${snakes}`, variant } as const;
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
  const { result, ruleset, snakes, variant } = game;
  if (result === null) tally.isWaiting = true;
  const score = scoreOf(game);
  if (score === undefined || !isVariant(variant)) return false;
  if (tally.isWaiting) {
    tally.waiting++;
    return false;
  }
  const known: StratumScore = { stratum: `${ruleset} ${snakes}`, variant, score };
  const comparison = addGame(tally.comparison, known);
  tally.worst = tally.overdue === 0 ? comparison : addGame(tally.worst, known);
  tally.best = tally.overdue === 0 ? comparison : addGame(tally.best, known);
  tally.comparison = comparison;
  return true;
}

function isVariant(text: string): text is StratumScore['variant'] {
  return text === 'base' || text === 'candidate' || text === 'both';
}

function scoreOf({ snakes, place }: ExperimentGame): number | undefined {
  return rankScore(snakes, place);
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
