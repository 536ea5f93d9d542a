/**
 * The platform as its users meet it: it lists and registers snakes, ranks them and plays games; it refuses what is
 * wrong with a status and a plain text, and limits how often it is asked.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Leaderboard, PlatformGame, PlatformSnake, Ranking } from '../../src/platform/platform.js';
import { engineOf, type FramedGame } from './frames.js';

/** The one token that it takes. */
export const PLATFORM_TOKEN = 'ptok-5b1c8f2e-not-for-others';

/** A call as it arrived. */
export interface PlatformCall {
  readonly method: string;
  /** With its query. */
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

/** An answer in place of the usual one. */
export type PlatformRefusal =
  { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> } | 'hang up';

/** A platform on a port, what it has, and the calls that it has got. */
export interface TestPlatform {
  /** What players see; the calls are below `/api`. */
  readonly url: string;
  readonly snakes: PlatformSnake[];
  readonly games: PlatformGame[];
  /** Games with frames, by the id of the game. */
  readonly framed: FramedGame[];
  readonly leaderboards: Leaderboard[];
  /** The entries of a leaderboard, by its id. */
  readonly entries: Map<string, Ranking[]>;
  readonly calls: PlatformCall[];
  /** Asked before each call: what it returns is answered instead. */
  refuse: (call: PlatformCall) => PlatformRefusal | undefined;
  close(): void;
}

/** An entry of a snake in a leaderboard. */
export function rankingOf({ id, name }: Pick<PlatformSnake, 'id' | 'name'>, given: Partial<Ranking> = {}): Ranking {
  const numbers = { rank: 7, display_score: 31.5, games_played: 210, first_place_rate: 0.41 };
  return { battlesnake_id: id, snake_name: name, owner: 'me', ...numbers, ...given };
}

export async function servePlatform(): Promise<TestPlatform> {
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const platform: TestPlatform = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    snakes: [],
    games: [],
    framed: [],
    leaderboards: [],
    entries: new Map(),
    calls: [],
    refuse: () => undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await text(request);
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) };
    platform.calls.push(call);
    const refusal = platform.refuse(call);
    if (refusal === 'hang up') return void request.socket.destroy();
    if (refusal !== undefined) return void response.writeHead(refusal.status, refusal.headers).end(refusal.text);
    const frames = /^\/api(\/games\/[^/?]+(?:\/frames.*)?)$/.exec(url)?.[1];
    if (frames !== undefined && method === 'GET') {
      request.url = frames;
      return void engineOf(...platform.framed)(request, response);
    }
    if (headers.authorization !== `Bearer ${PLATFORM_TOKEN}`) return void response.writeHead(401).end('who are you?');
    const { status, said } = respond(platform, call);
    response.writeHead(status).end(typeof said === 'string' ? said : said && JSON.stringify(said));
  };
  return platform;
}

interface Response {
  readonly status: number;
  /** Text as it is, all else as JSON. */
  readonly said?: string | object;
}

const OK = (said?: object): Response => ({ status: 200, ...(said && { said }) });
const NOT_FOUND: Response = { status: 404, said: 'not found' };

function respond(platform: TestPlatform, { method, path, body }: PlatformCall): Response {
  const { pathname, searchParams } = new URL(path, 'http://platform');
  const [kind, id = '', more, entry = ''] = pathname
    .replace(/^\/api\//, '')
    .split('/')
    .map(decodeURIComponent);
  switch (`${method} ${kind}${more === undefined ? '' : `/${more}`}`) {
    case 'GET snakes':
      return OK(platform.snakes);
    case 'POST snakes':
    case 'PUT snakes':
      return putSnake(platform, id, body as Omit<PlatformSnake, 'id'>);
    case 'GET games': {
      const wanted = searchParams.get('snake_id');
      const games = platform.games.filter(({ snakes }) => snakes.some((snake) => snake.id === wanted));
      return OK(games.slice(0, Number(searchParams.get('limit'))));
    }
    case 'POST games':
      return playGame(platform, body as { snakes: readonly string[]; board: string; game_type: string });
    case 'GET leaderboards':
      return OK(platform.leaderboards);
    case 'GET leaderboards/rankings': {
      const found = platform.leaderboards.find((leaderboard) => leaderboard.id === id);
      if (found === undefined) return NOT_FOUND;
      const all = platform.entries.get(id) ?? [];
      const [ranked, placement] = [true, false].map((is) =>
        all.filter(({ rank }) => (typeof rank === 'number') === is),
      );
      return OK({ leaderboard_id: id, leaderboard_name: found.name, min_games: 10, ranked, placement });
    }
    case 'POST leaderboards/entries': {
      const snake = platform.snakes.find((each) => each.id === (body as { battlesnake_id: string }).battlesnake_id);
      if (snake === undefined) return NOT_FOUND;
      platform.entries.set(id, [...(platform.entries.get(id) ?? []), rankingOf(snake, { rank: null })]);
      return { status: 201 };
    }
    case 'DELETE leaderboards/entries': {
      const left = (platform.entries.get(id) ?? []).filter(({ battlesnake_id: snake }) => snake !== entry);
      platform.entries.set(id, left);
      return { status: 204 };
    }
    default:
      return NOT_FOUND;
  }
}

function putSnake({ snakes }: TestPlatform, id: string, fields: Omit<PlatformSnake, 'id'>): Response {
  if (fields.name.length > 64) return { status: 422, said: 'name is too long (maximum is 64 characters)' };
  const index = snakes.findIndex((snake) => snake.id === id);
  if (id !== '' && index < 0) return NOT_FOUND;
  const snake = { id: id || `snake-${snakes.length + 1}`, ...fields };
  snakes.splice(index < 0 ? snakes.length : index, 1, snake);
  return id === '' ? { status: 201, said: snake } : OK(snake);
}

function playGame(
  { games, snakes }: TestPlatform,
  wanted: { snakes: readonly string[]; board: string; game_type: string },
): Response {
  const named = wanted.snakes.map((id) => ({
    id,
    name: snakes.find((snake) => snake.id === id)?.name ?? 'a stranger',
  }));
  const game = { ...wanted, id: `game-${games.length + 1}`, status: 'waiting', winner: null, snakes: named };
  games.unshift({ ...game, created_at: '2026-08-01T12:00:00Z' });
  return { status: 201, said: { id: game.id } };
}
