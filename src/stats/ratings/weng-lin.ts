/** Ratings that learn from game after game of any number of snakes. Tournaments use them, and so does the platform. */
import { pointsOf } from '../rank-score.js';

/** The belief about a snake's skill: normal, with this mean and standard deviation. Plain data. */
export interface WengLinRating {
  readonly mean: number;
  readonly deviation: number;
}

/** A snake without games. The scale of the paper, of TrueSkill and of the platform. */
export const NEW_RATING: WengLinRating = Object.freeze({ mean: 25, deviation: 25 / 3 });

/** Standard deviation of a snake's performance from game to game. */
const BETA = 25 / 6;
/** A game reduces a variance to no less than this share of it. */
const KAPPA = 0.0001;

/**
 * The ratings after a game, by snake. `ranks` are by snake: the lower is the better, and equal ones are a draw.
 *
 * Algorithm 1 (Bradley-Terry, full pair, one snake a team) of Weng and Lin (2011), "A Bayesian approximation method
 * for online ranking", Journal of Machine Learning Research 12: each snake is compared with each other one, all with
 * the ratings from before the game.
 */
export function rateGame(ratings: readonly WengLinRating[], ranks: readonly number[]): WengLinRating[] {
  return ratings.map((rating, snake) => {
    let shift = 0;
    let certainty = 0;
    ratings.forEach((other, opponent) => {
      if (opponent === snake) return;
      const spread = Math.sqrt(rating.deviation ** 2 + other.deviation ** 2 + 2 * BETA ** 2);
      const expected = 1 / (1 + Math.exp((other.mean - rating.mean) / spread));
      const score = pointsOf(ranks[snake]!, ranks[opponent]!);
      shift += (rating.deviation ** 2 / spread) * (score - expected);
      certainty += (rating.deviation / spread) ** 3 * expected * (1 - expected);
    });
    return {
      mean: rating.mean + shift,
      deviation: rating.deviation * Math.sqrt(Math.max(1 - certainty, KAPPA)),
    };
  });
}

/** The figure that leaderboards sort by: almost certainly a lower bound of the skill. */
export function ordinalOf({ mean, deviation }: WengLinRating): number {
  return mean - 3 * deviation;
}
