/**
 * The platform as its users meet it: it lists and registers snakes, ranks them and plays games; it refuses what is
 * wrong with a status and a plain text, and limits how many games are created. It has a port, or takes the place of
 * `fetch` if time is simulated.
 */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { mock } from 'node:test';
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
  | { readonly status: number; readonly text?: string; readonly headers?: Readonly<Record<string, string>> }
  | 'hang up'
  /** It does what it was asked, and then hangs up. */
  | 'lose the answer';

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
  /** In ms since 1970. */
  now: () => number;
  /** Most games that are created within ten minutes (default: any number). */
  mostGames: number;
  /** When each game was created, the oldest first. */
  readonly created: number[];
  /** Asked before each call: what it returns is answered instead. */
  refuse: (call: PlatformCall) => PlatformRefusal | undefined;
  close(): void;
}

/** An entry of a snake in a leaderboard. */
export function rankingOf({ id, name }: Pick<PlatformSnake, 'id' | 'name'>, given: Partial<Ranking> = {}): Ranking {
  const numbers = { rank: 7, display_score: 31.5, games_played: 210, first_place_rate: 0.41 };
  return { battlesnake_id: id, snake_name: name, owner: 'me', ...numbers, ...given };
}

function createPlatform(url: string, close: () => void): TestPlatform {
  return {
    url,
    snakes: [],
    games: [],
    framed: [],
    leaderboards: [],
    entries: new Map(),
    calls: [],
    now: () => Date.parse('2026-08-01T12:00:00Z'),
    mostGames: Infinity,
    created: [],
    refuse: () => undefined,
    close,
  };
}

export async function servePlatform(): Promise<TestPlatform> {
  const server: Server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const platform = createPlatform(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, () => {
    server.closeAllConnections();
    server.close();
  });
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await text(request);
    const { method = '', url = '', headers } = request;
    const call = { method, path: url, headers, body: sent === '' ? undefined : (JSON.parse(sent) as unknown) };
    const frames = /^\/api(\/games\/[^/?]+(?:\/frames.*)?)$/.exec(url)?.[1];
    const answered = takeCall(platform, call, frames !== undefined && method === 'GET');
    if (answered === 'hang up') return void request.socket.destroy();
    if (answered !== 'frames') return void response.writeHead(answered.status, answered.headers).end(answered.text);
    request.url = frames;
    engineOf(...platform.framed)(request, response);
  };
  return platform;
}

/** A platform without a port: until it is closed, it answers whatever is fetched. It has no frames. */
export function fetchPlatform(): TestPlatform {
  const fetched = mock.method(globalThis, 'fetch', async (url: URL, { method = 'GET', headers, body }: RequestInit) => {
    await Promise.resolve();
    const path = url.pathname + url.search;
    const sent = typeof body === 'string' ? (JSON.parse(body) as unknown) : undefined;
    const answered = takeCall(platform, { method, path, headers: headers as IncomingHttpHeaders, body: sent });
    if (typeof answered === 'string') throw new TypeError('hung up');
    const { status, text: said = null, headers: more = {} } = answered;
    return new Response(said, { status, headers: more });
  });
  const platform = createPlatform('https://arena.example', () => fetched.mock.restore());
  return platform;
}

type Answered = Exclude<PlatformRefusal, string> | 'hang up' | 'frames';

function takeCall(platform: TestPlatform, call: PlatformCall, isFrames = false): Answered {
  platform.calls.push(call);
  const refusal = platform.refuse(call);
  if (refusal !== undefined && refusal !== 'lose the answer') return refusal;
  if (isFrames) return 'frames';
  if (call.headers.authorization !== `Bearer ${PLATFORM_TOKEN}`) return { status: 401, text: 'who are you?' };
  const { status, said, headers = {} } = respond(platform, call);
  if (refusal === 'lose the answer') return 'hang up';
  return { status, headers, ...(said && { text: typeof said === 'string' ? said : JSON.stringify(said) }) };
}

interface Respond {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text as it is, all else as JSON. */
  readonly said?: string | object;
}

const OK = (said?: object): Respond => ({ status: 200, ...(said && { said }) });
const NOT_FOUND: Respond = { status: 404, said: 'not found' };

function respond(platform: TestPlatform, { method, path, body }: PlatformCall): Respond {
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

function putSnake({ snakes }: TestPlatform, id: string, fields: Omit<PlatformSnake, 'id'>): Respond {
  if (fields.name.length > 64) return { status: 422, said: 'name is too long (maximum is 64 characters)' };
  const index = snakes.findIndex((snake) => snake.id === id);
  if (id !== '' && index < 0) return NOT_FOUND;
  const snake = { id: id || `snake-${snakes.length + 1}`, ...fields };
  snakes.splice(index < 0 ? snakes.length : index, 1, snake);
  return id === '' ? { status: 201, said: snake } : OK(snake);
}

/** The time in which games are counted, in ms. */
const GAMES_WINDOW_MS = 10 * 60_000;

function playGame(
  { games, snakes, created, mostGames, now }: TestPlatform,
  wanted: { snakes: readonly string[]; board: string; game_type: string },
): Respond {
  const at = now();
  const oldest = created.at(-mostGames) ?? -Infinity;
  if (oldest > at - GAMES_WINDOW_MS) {
    const seconds = Math.ceil((oldest + GAMES_WINDOW_MS - at) / 1000);
    return { status: 429, said: 'too many games', headers: { 'retry-after': String(seconds) } };
  }
  created.push(at);
  const named = wanted.snakes.map((id) => ({
    id,
    name: snakes.find((snake) => snake.id === id)?.name ?? 'a stranger',
  }));
  const game = { ...wanted, id: `game-${games.length + 1}`, status: 'waiting', winner: null, snakes: named };
  games.unshift({ ...game, created_at: new Date(at).toISOString() });
  return { status: 201, said: { id: game.id } };
}
