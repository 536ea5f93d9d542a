/** The saved state of a duel: its games in the order of their creation, and how fast it may create more. */
import type { PairSchedule } from '../../arena/contest/play-contest.js';
import { CLOSED, countSchema } from '../../arena/contest/seat-figures.js';
import { sampleFromCounts, type ScoreSample } from '../../stats/sample.js';
import { evaluateSprt, type SprtParameters } from '../../stats/sprt.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import { FULL_PACE } from './pace.js';

const moment = Type.Number();
const gameSchema = Type.Object(
  {
    /** When it was saved, just before the request that creates it; in ms since 1970. */
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
    /** Strangers that the platform refused. */
    refused: Type.Array(Type.String()),
    pace: Type.Object({ created: Type.Array(moment), most: countSchema, notBefore: moment }, CLOSED),
  },
  CLOSED,
);
export type DuelTally = SchemaValue<typeof duelTallySchema>;

export function scoredGames({ games, pairs }: DuelTally): DuelGame[] {
  return games.slice(0, pairs).filter(({ score }) => typeof score === 'number');
}

export function sampleDuel(scored: readonly DuelGame[]): ScoreSample {
  return sampleFromCounts([0, 0.5, 1].map((wanted) => scored.filter(({ score }) => score === wanted).length));
}

/** One game after the other, by its number, until the test decides. */
export function scheduleDuel(sprt: SprtParameters, maxPairs: number): PairSchedule<DuelTally, number, DuelGame> {
  return {
    start: { pairs: 0, games: [], refused: [], pace: FULL_PACE },
    maxPairs,
    maxAhead: Infinity,
    pairingsOf: (pair) => [pair],
    fold: (tally, [pair], [game]) => ({ ...tally, pairs: pair! + 1, games: tally.games.toSpliced(pair!, 1, game!) }),
    isDecided: (tally) => evaluateSprt(sampleDuel(scoredGames(tally)), sprt).verdict !== 'undecided',
  };
}
