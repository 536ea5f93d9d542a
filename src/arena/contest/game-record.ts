/** A worker's report on a game: how it ended, and each seat's record. */
import type { Seat } from '../../rules/types.js';
import { rankScore, ranksOf } from '../../stats/rank-score.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import type { EngineResult } from '../game/watcher.js';
import { countSchema, seatSchema } from './seat-figures.js';

/** The schema of a game that was played to its end. Workers share their process with strategies, so it is checked. */
export const playedGameSchema = Type.Object({
  kind: Type.Literal('played'),
  turns: countSchema,
  /** By seat. */
  scores: Type.Array(Type.Number()),
  /** By seat. */
  seats: Type.Array(seatSchema),
});
export type PlayedGame = SchemaValue<typeof playedGameSchema>;

/** A game whose process died in a call to a strategy. */
interface CrashedGame {
  readonly kind: 'crashed';
  readonly seat: Seat;
  readonly reason: string;
  readonly seed: string;
  readonly turn: number;
}

export type GameRecord = PlayedGame | CrashedGame;

/**
 * Scores by seat: 1 for the last one standing, 0 for the first one out, even steps between. Snakes that died in the
 * same turn, or lived to the last one, share the scores of their places. Of two snakes the scores are 1, ½ and 0.
 */
export function scoreGame({ deaths, winners }: Pick<EngineResult, 'deaths' | 'winners'>, snakes: number): number[] {
  const lasted = Array.from({ length: snakes }, () => Number.MAX_SAFE_INTEGER);
  for (const { seat, turn } of deaths) lasted[seat] = turn;
  for (const seat of winners) lasted[seat] = Infinity;
  return scoreByDuration(lasted);
}

/** Scores by seat. If a snake ended the game by a crash, it is last, and the others share the rest. */
export function scoresOf(record: GameRecord, snakes: number): readonly number[] {
  if (record.kind === 'played') return record.scores;
  return scoreByDuration(Array.from({ length: snakes }, (_, seat) => (seat === record.seat ? 0 : 1)));
}

/** @param lasted how long each snake lasted, by seat; two or more. */
function scoreByDuration(lasted: readonly number[]): number[] {
  return ranksOf(lasted).map((place) => rankScore(lasted.length, place)!);
}
