/** What the platform answers, as far as it is read: one schema each gives the type and the check. */
import { Type, type SchemaValue, type TSchema } from '../wire/type.js';

/** May be absent or null. */
const textOrNull = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
const numberOrNull = Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] }));
/** It goes into the paths of requests. */
const id = Type.String({ minLength: 1, maxLength: 256 });

export const PlatformSnakeSchema = Type.Object({
  id,
  name: Type.String(),
  url: Type.String(),
  is_public: Type.Boolean(),
});
/** A snake that the owner of the token has registered. */
export type PlatformSnake = SchemaValue<typeof PlatformSnakeSchema>;

export const PlatformSnakesSchema = Type.Array(PlatformSnakeSchema);

export const PlatformGameSchema = Type.Object({
  id,
  status: Type.String(),
  /** The name or the id of a snake. */
  winner: textOrNull,
  snakes: Type.Array(Type.Object({ id, name: Type.String() })),
  board: Type.String(),
  game_type: Type.String(),
  created_at: Type.String(),
});
/** A game, without its turns. `board` is such as `11x11`. */
export type PlatformGame = SchemaValue<typeof PlatformGameSchema>;

export const PlatformGamesSchema = Type.Array(PlatformGameSchema);

/** What `POST /games` answers. */
export const StartedGameSchema = Type.Object({ id });

export const LeaderboardSchema = Type.Object({ id, name: Type.String(), active: Type.Optional(Type.Boolean()) });
/** A table of snakes that play against each other all the time. */
export type Leaderboard = SchemaValue<typeof LeaderboardSchema>;

export const LeaderboardsSchema = Type.Array(LeaderboardSchema);

const RankingSchema = Type.Object({
  rank: numberOrNull,
  battlesnake_id: id,
  snake_name: Type.String(),
  owner: textOrNull,
  display_score: Type.Number(),
  games_played: Type.Integer({ minimum: 0 }),
  first_place_rate: numberOrNull,
});
/** A snake on a leaderboard. Without a rank while it has played too few games. */
export type Ranking = SchemaValue<typeof RankingSchema>;

export const RankingsSchema = Type.Object({
  leaderboard_id: id,
  leaderboard_name: Type.String(),
  ranked: Type.Array(RankingSchema),
  placement: Type.Array(RankingSchema),
});
export type Rankings = SchemaValue<typeof RankingsSchema>;

/** An answer to a change that says nothing, or nothing that is read. */
export const NothingSchema: TSchema = {};
