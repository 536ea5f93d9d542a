/** What a duel knows, and saves: its games in the order of their creation, and how fast it may create more. */
import { CLOSED, countSchema } from '../../arena/contest/seat-figures.js';
import { sampleFromCounts, type ScoreSample } from '../../stats/sample.js';
import { Type, type SchemaValue } from '../../wire/type.js';

const moment = Type.Number();
const gameSchema = Type.Object(
  {
    /** When the platform answered; before that, when it was noted. In ms since 1970. */
    at: moment,
    /** Ids, by seat. */
    snakes: Type.Array(Type.String()),
    /** Absent until the platform has named it. */
    id: Type.Optional(Type.String()),
    /** 1 if the candidate outlived the base, ½ if both fell on the same turn. `null`: not known in time. */
    score: Type.Optional(Type.Unsafe<number | null>({ enum: [0, 0.5, 1, null] })),
    /** Turns that the host lost; absent if the journal does not have the game. */
    lost: Type.Optional(Type.Object({ base: countSchema, candidate: countSchema }, CLOSED)),
    /** The identity of the code and options of both sides, also from the journal. */
    sides: Type.Optional(Type.String()),
  },
  CLOSED,
);
export type DuelGame = SchemaValue<typeof gameSchema>;

export const duelTallySchema = Type.Object(
  {
    /** Number of settled games, from the first on. */
    pairs: countSchema,
    games: Type.Array(gameSchema),
    /** Most games in ten minutes, and until when a busy platform asked to wait. */
    pace: Type.Object({ most: countSchema, notBefore: moment }, CLOSED),
  },
  CLOSED,
);
export type DuelTally = SchemaValue<typeof duelTallySchema>;

/** The platform takes about 20 games in ten minutes: the rest is the player's. */
export const NEW_DUEL: DuelTally = { pairs: 0, games: [], pace: { most: 12, notBefore: 0 } };

/** The games that count. */
export function scoredGames({ games, pairs }: DuelTally): DuelGame[] {
  return games.slice(0, pairs).filter(({ score }) => typeof score === 'number');
}

export function sampleDuel(scored: readonly DuelGame[]): ScoreSample {
  return sampleFromCounts([0, 0.5, 1].map((wanted) => scored.filter(({ score }) => score === wanted).length));
}
