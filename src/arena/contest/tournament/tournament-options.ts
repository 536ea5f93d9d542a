/** What a tournament is. Two runs with the same options play the same games. */
import { identifyContest, type ContestIdentity } from '../contest-identity.js';
import type { Contest } from '../contest.js';

/** A tournament as the caller describes it. Plain data. */
export interface TournamentOptions extends Contest {
  /** Snakes in a game: 2 for duels. At most as many as there are contestants. */
  readonly perGame: number;
  /** The first contestant plays all games, each against others; otherwise all meet all. */
  readonly isGauntlet: boolean;
  readonly seed: string;
}

/** What the games of a tournament follow from. */
export function identifyTournament({
  contestants,
  perGame,
  isGauntlet,
  seed,
  game,
}: TournamentOptions): ContestIdentity {
  const { settings, ...rest } = game;
  return identifyContest(contestants, { perGame, gauntlet: isGauntlet, seed, ...rest, ...settings });
}
