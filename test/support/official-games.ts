/**
 * Games that the official command-line engine has played with a host behind a slow network: what it printed, what it
 * wrote with `--output`, and what it sent, with the moves that were answered.
 */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import type { Direction } from '../../src/rules/types.js';
import { parseRequest } from '../../src/wire/reader.js';
import { fixture } from './fixtures.js';
import { mountStrategy, type SnakeEvent } from './snakes.js';

interface OfficialGame {
  /** The last line that the engine printed. */
  readonly said: string;
  /** Each request for a move that the engine has given up. */
  readonly timeouts: readonly { readonly turn: number; readonly path: string }[];
  /** The boards in the file of `--output`: the names of the snakes on them. */
  readonly output: readonly { readonly turn: number; readonly alive: readonly string[] }[];
  /** In their order. `path` ends with the command. */
  readonly requests: readonly { readonly path: string; readonly body: { you: { id: string } }; move?: Direction }[];
}

/** A snake in such a game, as the engine saw it. */
export interface OfficialSeat {
  /** The game's number, and the snake's prefix. */
  readonly hint: string;
  readonly snake: string;
  readonly game: string;
  readonly you: string;
  /** What the engine says the game was completed after. */
  readonly turns: number;
  /** The first board without the snake. */
  readonly died: number | undefined;
  /** Requests that the engine has given up, except about the final board. */
  readonly lost: number;
  /** The number of the last board. */
  readonly last: number;
  /** By name: the first board without that snake. */
  readonly deaths: ReadonlyMap<string, number>;
  /** What a host makes of the requests. */
  readonly events: readonly JournalEvent[];
  readonly reported: readonly SnakeEvent[];
}

/** Sends all requests to snakes that answer as they did. Returns a seat for each snake of each game. */
export async function replayOfficialGames(): Promise<OfficialSeat[]> {
  const text = gunzipSync(readFileSync(fixture('games/official.json.gz'))).toString();
  const seats: OfficialSeat[] = [];
  for (const [index, game] of (JSON.parse(text) as OfficialGame[]).entries()) {
    const prefixes = new Set(game.requests.map(({ path }) => path.slice(0, path.lastIndexOf('/'))));
    for (const prefix of prefixes) seats.push(await replaySeat(game, prefix, `game ${index}, ${prefix}`));
  }
  return seats;
}

async function replaySeat(game: OfficialGame, prefix: string, hint: string): Promise<OfficialSeat> {
  const requests = game.requests.filter(({ path }) => path.startsWith(`${prefix}/`));
  const moves = requests.flatMap(({ move }) => move ?? []);
  const events: JournalEvent[] = [];
  const player = { strategy: 'replayed', hash: '0', version: '', options: {} };
  const strategy = { move: () => moves.shift()! };
  const mounted = mountStrategy(strategy, { prefix }, { player, record: (event) => void events.push(event) });
  for (const { path, body } of requests) {
    const arrival = { text: JSON.stringify(body), at: performance.now() };
    if (path.endsWith('/start')) mounted.snake.start(parseRequest(arrival.text), arrival);
    else if (path.endsWith('/move')) await mounted.snake.answer(parseRequest(arrival.text), arrival);
    else mounted.snake.end(parseRequest(arrival.text), arrival);
  }
  const reported = await mounted.events();
  await mounted.snake.close();
  const { you, game: settings } = parseRequest(JSON.stringify(requests[0]!.body));
  const last = game.output.at(-1)!.turn;
  const deaths = deathsIn(game);
  return {
    hint,
    snake: prefix,
    game: settings.id,
    you: you.id,
    turns: Number(/after (\d+) turns/.exec(game.said)![1]),
    died: deaths.get(you.name),
    lost: game.timeouts.filter(({ turn, path }) => path === prefix && turn < last).length,
    last,
    deaths,
    events,
    reported,
  };
}

function deathsIn({ output }: OfficialGame): ReadonlyMap<string, number> {
  const died = output[0]!.alive.map((name) => [name, output.find(({ alive }) => !alive.includes(name))?.turn] as const);
  return new Map(died.flatMap(([name, turn]) => (turn === undefined ? [] : [[name, turn] as const])));
}
