/** The verdict on games in the order in which they began, whatever the design of their experiment. */
import type { Decision, SidesChange, Verdict } from '../../views/report-lines.js';
import {
  differenceInterval,
  gamesNeeded,
  type ScoreDifference,
  type Sequence,
} from '../../stats/confidence-sequence.js';
import { rankScore } from '../../stats/rank-score.js';
import { describeChanges, type Side } from './experiment-sides.js';

/** A seat of an experiment in a game, as a report reads it. `result` is null while the game is in progress. */
export interface ExperimentGame extends Side, Timed {
  readonly snake: string;
  /** The engine's id, and which game it was under that id. */
  readonly game: string;
  readonly run: number;
  readonly experiment: string;
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
}

/** In ms since 1970. */
export interface Timed {
  readonly result: string | null;
  readonly started_at: number;
  readonly ended_at: number | null;
}

/** With fewer counted games, any forecast is chance: 60 games are 30 pairs of a match. */
export const FEW_GAMES = 60;

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

/** Called after each game that counts, with their number and the comparison so far. */
export type OnGame<Game> = (count: number, difference: () => ScoreDifference, game: Game) => void;

/** How the games of one design enter their comparison. */
interface Method<Game extends Timed, Comparison extends Sequence> {
  /** Whether the game has the present sides. */
  readonly isPresent: (game: Game) => boolean;
  /** The comparison with one more game; `undefined` if the game does not count. */
  readonly add: (before: Comparison, game: Game) => Comparison | undefined;
  /** The same for a game in progress, with the candidate's best result or its worst. */
  readonly assume: (before: Comparison, game: Game, isBest: boolean) => Comparison | undefined;
  readonly onGame: OnGame<Game>;
}

/** The part of a verdict that all designs share. The games are in the order in which they began. */
export function judgeInOrder<Game extends Timed, Comparison extends Sequence>(
  games: readonly Game[],
  none: Comparison,
  { isPresent, add, assume, onGame }: Method<Game, Comparison>,
): Omit<Verdict, 'experiment' | keyof SidesChange> & { readonly comparison: Comparison } {
  let comparison = none;
  // With each overdue game at its worst, and at its best, for the candidate.
  let [worst, best] = [none, none];
  let [waiting, overdue] = [0, 0];
  let isWaiting = false;
  const differenceNow = (): ScoreDifference => {
    const difference = differenceInterval(comparison);
    if (overdue === 0) return difference;
    return { ...difference, low: differenceInterval(worst).low, high: differenceInterval(best).high };
  };
  const isOverdue = createOverdueCheck(games);
  for (const game of games.filter(isPresent)) {
    if (isOverdue(game)) {
      const assumed = assume(worst, game, false);
      if (assumed === undefined) continue;
      overdue++;
      [worst, best] = [assumed, assume(best, game, true)!];
      continue;
    }
    if (game.result === null) isWaiting = true;
    const next = add(comparison, game);
    if (next === undefined) continue;
    if (isWaiting) {
      waiting++;
      continue;
    }
    [worst, best] = overdue === 0 ? [next, next] : [add(worst, game)!, add(best, game)!];
    comparison = next;
    onGame(comparison.count, differenceNow, game);
  }
  const difference = differenceNow();
  const decision = decide(difference);
  const isEarly = comparison.count < FEW_GAMES;
  const needed = decision === 'undecided' && !isEarly ? gamesNeeded(comparison) : undefined;
  const counted = { games: comparison.count, waiting, overdue };
  return { comparison, ...counted, ...difference, decision, ...(needed !== undefined && { needed }) };
}

/**
 * Returns a check whether a game is overdue: in progress for longer than any finished game of either variant took. The
 * latest game's start is the time: if no later game exists, none waits.
 */
function createOverdueCheck(games: readonly Timed[]): (game: Timed) => boolean {
  let [longest, latest] = [-Infinity, -Infinity];
  for (const { started_at: started, ended_at: ended, result } of games) {
    latest = Math.max(latest, started, ended ?? started);
    if (ended !== null && result !== 'abandoned') longest = Math.max(longest, ended - started);
  }
  return ({ result, started_at: started }) => result === null && longest >= 0 && latest - started > longest;
}

export function scoreOf({ snakes, place }: ExperimentGame): number | undefined {
  return rankScore(snakes, place);
}

function decide({ low, high }: ScoreDifference): Decision {
  if (low > 0) return 'candidate is better';
  return high < 0 ? 'base is better' : 'undecided';
}
