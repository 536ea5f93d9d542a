/** A match as a file holds it. */
import { formatCount } from '../../../terminal/format-numbers.js';
import { Type } from '../../../wire/type.js';
import { createDamageFinder, type ContestKind, type ContestFile } from '../contest-file.js';
import { countGames } from '../side-tally.js';
import { gamesPerPair, roleOf } from './match-options.js';
import { matchTallySchema, type MatchTally } from './match-tally.js';

const FORMAT = 'serpentarium match 3';

export const MATCH_FILE: ContestKind<MatchTally> = {
  noun: 'match',
  format: FORMAT,
  roleOf,
  findDamage: createDamageFinder<MatchTally>({
    format: FORMAT,
    tally: matchTallySchema,
    settings: { snakes: Type.Integer({ minimum: 2 }), seed: Type.String(), test: Type.String() },
    minContestants: 2,
    findContradiction,
  }),
};

/** Numbers that should follow from each other and do not. */
function findContradiction({ identity, tally }: ContestFile<MatchTally>): string | undefined {
  const { pairs, outcomes: of, pairScores: scores, sides, played } = tally;
  const snakes = Number(identity.settings['snakes']);
  const perPair = gamesPerPair({ snakes });
  // Both sides play every game of a duel; of larger games, each plays half.
  const perSide = snakes === 2 ? perPair : perPair / 2;
  if ((snakes === 2) !== (scores.kind === 'duels'))
    return `tally.pairScores are not those of games of ${snakes} snakes`;
  const scored =
    scores.kind === 'duels'
      ? Object.values(scores.counts).reduce((sum, one) => sum + one, 0)
      : scores.differences.count;
  if (scored !== pairs) return `tally.pairScores are of ${formatCount(scored, 'pair')}, and tally.pairs is ${pairs}`;
  for (const [name, ended] of Object.entries(of)) {
    const games = countGames(ended);
    if (games !== pairs * perSide)
      return `tally.outcomes.${name} are of ${formatCount(games, 'game')}, not of ${pairs * perSide}`;
    if (ended.points > games) return `tally.outcomes.${name} has ${ended.points} points for ${games} games`;
  }
  if (sides.length !== identity.contestants.length) return 'tally.sides and identity.contestants differ in number';
  if (played > pairs * perPair) return `tally.played is ${played}, of ${pairs * perPair} games`;
  return undefined;
}
