/** A worker's report on a game: how it ended, and each seat's record. */
import type { EliminationCause, Seat } from '../../rules/types.js';
import type { Histogram, LogScale } from '../../stats/histogram.js';
import { rankScore, ranksOf } from '../../stats/rank-score.js';
import { Type, type SchemaValue } from '../../wire/type.js';
import type { EngineResult } from '../game/watcher.js';

/** The scale of the times of answers: buckets that are 9 % wide, down to a microsecond. */
export const ANSWER_TIMES: LogScale = { perDoubling: 8, unit: 0.001 };

/** The schema of a game that was played to its end. Workers share their process with strategies, so it is checked. */
export const playedGameSchema = Type.Object({
  kind: Type.Literal('played'),
  turns: Type.Integer(),
  /** By seat. */
  scores: Type.Array(Type.Number()),
  /** By seat. */
  seats: Type.Array(
    Type.Object({
      answers: Type.Integer(),
      /** Turns on which the strategy's move was played: returned, or proposed in time. */
      ownMoves: Type.Integer(),
      /** Late or missing answers: in an engine the snake goes straight on. */
      lostTurns: Type.Integer(),
      /** Answers that threw or were no move. */
      failures: Type.Integer(),
      /** Moves that the host made instead of the strategy: both of the above. Always 0 for a snake behind a URL. */
      fallbacks: Type.Integer(),
      problem: Type.Optional(Type.String()),
      /** Turns before which the snake pondered, and how many of them it had expected; absent if it did not ponder. */
      pondered: Type.Optional(Type.Object({ turns: Type.Integer(), found: Type.Integer() })),
      /** On the scale of {@link ANSWER_TIMES}. */
      took: Type.Unsafe<Histogram>({ type: 'object', additionalProperties: { type: 'integer' } }),
      /** At the end of the game, in cells. */
      length: Type.Integer(),
      /** Absent for a survivor. */
      death: Type.Optional(Type.Unsafe<EliminationCause>({ type: 'string' })),
    }),
  ),
});
export type PlayedGame = SchemaValue<typeof playedGameSchema>;
export type SeatRecord = PlayedGame['seats'][number];

/** A game whose process died in a call to a strategy. */
interface CrashedGame {
  readonly kind: 'crashed';
  readonly seat: Seat;
  readonly reason: string;
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
