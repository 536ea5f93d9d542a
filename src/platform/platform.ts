/**
 * The client of the platform that plays games: its calls, with checked answers; one schema each gives the type and the
 * check. Used by `arena`.
 */
import { Ajv } from 'ajv';
import { askJson, ASK_LIMITS, type AskLimits, type JsonRequest } from '../exchange/ask-json.js';
import { type SchemaValue, type TSchema, Type } from '../wire/type.js';

/** The platform's public address. */
export const PLATFORM_BASE = 'https://arena.battlesnake.com/api';
export const MAX_LISTED_GAMES = 100;

interface Refusal {
  readonly status?: number | undefined;
  readonly busyFor?: number | undefined;
}

/** A failed call, as a sentence that never shows the token. */
export class PlatformError extends Error {
  override readonly name = 'PlatformError';
  /** The platform's status; absent without a valid answer. */
  readonly status: number | undefined;
  /** How long a busy platform asks to wait, in ms. Present only if it was busy, and has carried out nothing. */
  readonly busyFor: number | undefined;

  constructor(message: string, { status, busyFor }: Refusal = {}) {
    super(message);
    this.status = status;
    this.busyFor = busyFor;
  }
}

export type SnakeFields = Pick<PlatformSnake, 'name' | 'url' | 'is_public'>;

export interface NewGame {
  /** Ids of snakes; an id may repeat. */
  readonly snakes: readonly string[];
  /** Such as `11x11`. */
  readonly board: string;
  readonly game_type: string;
}

export interface PlatformOptions {
  /** The base of all paths, without a slash at its end. */
  readonly base: string;
  readonly token: string;
  readonly limits?: AskLimits | undefined;
}

const ajv = new Ajv({ allowUnionTypes: true });

/**
 * Owns the token.
 *
 * Guarantees that the token is sent only to the origin of the base URL, that every answer has the fields of its type,
 * that a busy platform is asked again after the time that it names, and that a change is never sent twice unless the
 * platform refused the first. Every method rejects with a {@link PlatformError}.
 */
export class Platform {
  readonly base: string;
  readonly #token: string;
  readonly #limits: AskLimits;

  constructor({ base, token, limits = ASK_LIMITS }: PlatformOptions) {
    this.base = base;
    this.#token = token;
    this.#limits = limits;
  }

  listSnakes(): Promise<readonly PlatformSnake[]> {
    return this.#ask('/snakes', PlatformSnakesSchema);
  }

  createSnake(fields: SnakeFields): Promise<PlatformSnake> {
    return this.#ask('/snakes', PlatformSnakeSchema, { method: 'POST', body: fields });
  }

  async updateSnake(id: string, fields: SnakeFields): Promise<void> {
    await this.#ask(`/snakes/${encodeURIComponent(id)}`, NothingSchema, { method: 'PUT', body: fields });
  }

  /** The newest games of a snake, newest first. */
  listGames(snake: string, limit = MAX_LISTED_GAMES): Promise<readonly PlatformGame[]> {
    return this.#ask(`/games?snake_id=${encodeURIComponent(snake)}&limit=${limit}`, PlatformGamesSchema);
  }

  /** Starts a game. Resolves with its id. */
  async startGame(game: NewGame): Promise<string> {
    return (await this.#ask('/games', StartedGameSchema, { method: 'POST', body: game })).id;
  }

  listLeaderboards(): Promise<readonly Leaderboard[]> {
    return this.#ask('/leaderboards', LeaderboardsSchema);
  }

  /** The snakes of a leaderboard, the ranked ones first. */
  async listRankings(leaderboard: string): Promise<readonly Ranking[]> {
    const path = `/leaderboards/${encodeURIComponent(leaderboard)}/rankings`;
    const { ranked, placement } = await this.#ask(path, RankingsSchema);
    return [...ranked, ...placement];
  }

  /** The same by leaderboard. Asks for one after the other: the platform limits its requests. */
  async listAllRankings(leaderboards: readonly Leaderboard[]): Promise<Map<string, readonly Ranking[]>> {
    const rankings = new Map<string, readonly Ranking[]>();
    for (const { id: board } of leaderboards) rankings.set(board, await this.listRankings(board));
    return rankings;
  }

  async join(leaderboard: string, snake: string): Promise<void> {
    const path = `/leaderboards/${encodeURIComponent(leaderboard)}/entries`;
    await this.#ask(path, NothingSchema, { method: 'POST', body: { battlesnake_id: snake } });
  }

  async leave(leaderboard: string, snake: string): Promise<void> {
    const path = `/leaderboards/${encodeURIComponent(leaderboard)}/entries/${encodeURIComponent(snake)}`;
    await this.#ask(path, NothingSchema, { method: 'DELETE' });
  }

  async #ask<Schema extends TSchema>(
    path: string,
    schema: Schema,
    request: Omit<JsonRequest, 'token' | 'limits'> = {},
  ): Promise<SchemaValue<Schema>> {
    const url = new URL(this.base + path);
    const call = `${request.method ?? 'GET'} ${url.pathname}`;
    const answer = await askJson(url, { ...request, token: this.#token, limits: this.#limits });
    if ('problem' in answer) throw this.#toError(call, url, answer);
    const validate = ajv.compile<SchemaValue<Schema>>(schema);
    if (validate(answer.value)) return answer.value;
    const [error] = validate.errors!;
    const place = error!.instancePath === '' ? 'the answer' : `"${error!.instancePath}"`;
    throw new PlatformError(`${url.host} answers ${call} with something unexpected: ${place} ${error!.message}`);
  }

  #toError(call: string, url: URL, answer: Refusal & { readonly problem: string; readonly text?: string }) {
    const { problem, status, text = '' } = answer;
    if (status === 401 || status === 403) {
      return new PlatformError(`${url.host} does not take the token (status ${status}): is ARENA_TOKEN right?`, answer);
    }
    const detail = text.trim() === '' || text.trimStart().startsWith('<') ? '' : `: ${this.#withoutToken(text.trim())}`;
    return new PlatformError(`${url.host} ${problem} (${call})${detail}`, answer);
  }

  /** Removes the token, because a server may echo it. */
  #withoutToken(text: string): string {
    return text.replaceAll(this.#token, '***');
  }
}

/** May be absent or null. */
const textOrNull = Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] }));
const numberOrNull = Type.Optional(Type.Unsafe<number | null>({ type: ['number', 'null'] }));
/** Used in paths of requests. */
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

/** The answer to `POST /games`. */
export const StartedGameSchema = Type.Object({ id });

export const LeaderboardSchema = Type.Object({ id, name: Type.String(), active: Type.Optional(Type.Boolean()) });
/** A leaderboard, whose snakes play each other continuously. */
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
/** A snake on a leaderboard; without a rank until it has played enough games. */
export type Ranking = SchemaValue<typeof RankingSchema>;

export const RankingsSchema = Type.Object({
  leaderboard_id: id,
  leaderboard_name: Type.String(),
  ranked: Type.Array(RankingSchema),
  placement: Type.Array(RankingSchema),
});

/** The answer to a change, which is not read. */
export const NothingSchema: TSchema = {};
