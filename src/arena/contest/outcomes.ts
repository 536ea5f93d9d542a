/** How the games ended whose score counts for one of the two sides; the tally has it for each of them. */
import type { Seat } from '../../rules/types.js';
import { Type, type SchemaValue } from '../../wire/type.js';

export const countSchema = Type.Integer({ minimum: 0 });

export const outcomesSchema = Type.Object(
  {
    /** Games in which it scored more than all others. */
    wins: countSchema,
    /** Games in which it scored as much as the best of the others. */
    draws: countSchema,
    /** Games in which another snake scored more. */
    losses: countSchema,
    /** Its scores, added up. */
    points: Type.Number({ minimum: 0 }),
  },
  { additionalProperties: false },
);
/** Games of the base or the candidate, by how they ended. Plain data. */
export type Outcomes = SchemaValue<typeof outcomesSchema>;

export const noOutcomes: Outcomes = Object.freeze({ wins: 0, draws: 0, losses: 0, points: 0 });

/** The outcomes with one more game, which the snake at `own` played. `scores` are by seat. */
export function addOutcome({ wins, draws, losses, points }: Outcomes, scores: readonly number[], own: Seat): Outcomes {
  const score = scores[own]!;
  const best = Math.max(...scores.filter((_, seat) => seat !== own));
  return {
    wins: wins + Number(score > best),
    draws: draws + Number(score === best),
    losses: losses + Number(score < best),
    points: points + score,
  };
}

export function countGames({ wins, draws, losses }: Outcomes): number {
  return wins + draws + losses;
}

/** The mean score of a game, from 0 to 1; 0.5 without games, as if nothing were known. */
export function meanScore(outcomes: Outcomes): number {
  const games = countGames(outcomes);
  return games === 0 ? 0.5 : outcomes.points / games;
}
