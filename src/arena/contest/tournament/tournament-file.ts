/** A tournament as a file holds it. */
import { Type } from '../../../wire/type.js';
import { createDamageFinder, type ContestKind, type ContestFile } from '../contest-file.js';
import { countGames } from '../side-tally.js';
import { tournamentTallySchema, type TournamentTally } from './tournament-tally.js';

const FORMAT = 'serpentarium tournament 2';

export const TOURNAMENT_FILE: ContestKind<TournamentTally> = {
  noun: 'tournament',
  format: FORMAT,
  roleOf: (index) => `participant ${index + 1}`,
  findDamage: createDamageFinder<TournamentTally>({
    format: FORMAT,
    tally: tournamentTallySchema,
    settings: { perGame: Type.Integer({ minimum: 2 }), gauntlet: Type.Boolean(), seed: Type.String() },
    minContestants: 2,
    findContradiction,
  }),
};

/** Numbers that should follow from each other and do not. */
function findContradiction({ identity, tally }: ContestFile<TournamentTally>): string | undefined {
  const { length } = identity.contestants;
  const { outcomes, points, ratings, sides, pairs, played } = tally;
  for (const [name, list] of Object.entries({ outcomes, points, ratings, sides })) {
    if (list.length !== length) return `tally.${name} and identity.contestants differ in number`;
  }
  if (points.some((row) => row.length !== length)) return 'tally.points is not square';
  const perGame = Number(identity.settings['perGame']);
  const games = pairs * perGame;
  if (played > games) return `tally.played is ${played}, of ${games} games`;
  const seats = outcomes.reduce((sum, one) => sum + countGames(one), 0);
  if (seats !== games * perGame) return `tally.outcomes are of ${seats} seats, not of ${games * perGame}`;
  const met = points.flat().reduce((sum, one) => sum + one, 0);
  const meetings = (games * perGame * (perGame - 1)) / 2;
  return met === meetings ? undefined : `tally.points are of ${met} meetings, not of ${meetings}`;
}
