/**
 * Games as the official viewer is served them: frames of games played here or recorded, and a server that serves
 * them.
 */
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createChance, createGameChance } from '../../src/rules/chance.js';
import type { ConformanceTurn } from '../conformance/recorded-turn.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { lookAhead, type MovesBySeat } from '../../src/rules/toolkit/look-ahead.js';
import { createGame, isGameOver, playTurn, type GameOptions } from '../../src/rules/game.js';
import type { Position } from '../../src/rules/position.js';
import { toPlain } from '../../src/rules/plain.js';
import { fillSettings } from '../../src/rules/settings.js';
import { eliminationOf, isAlive } from '../../src/rules/snakes.js';
import { DIRECTIONS, MAX_SNAKES, type Direction } from '../../src/rules/types.js';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import { fromFrames } from '../../src/recorded/importing/from-frames.js';
import { toEvents } from '../../src/recorded/importing/to-events.js';
import { toRows, type Origin } from '../../src/recorded/importing/to-rows.js';
import type { FullGameRow } from '../../src/views/game-rows.js';
import type { ViewerCoordinate, ViewerDeath, ViewerFrame, ViewerGame, ViewerSnake } from '../../src/wire/viewer.js';
import { chooseRandomly, snakesNamed } from './games.js';

/** A game with its frames, and by turn the moves that were made. */
export interface FramedGame {
  readonly game: ViewerGame;
  readonly frames: readonly ViewerFrame[];
  readonly moves: readonly Readonly<Record<string, Direction>>[];
}

/** Plays a game of movers to its end, or for 400 turns (default: they move at random). */
export function playFrames({
  seed,
  choose = chooseRandomly,
  ...given
}: Partial<GameOptions> & { readonly seed: number; readonly choose?: typeof chooseRandomly }): FramedGame {
  const chance = createGameChance(seed);
  const options: GameOptions = {
    ruleset: 'standard',
    map: 'standard',
    width: 11,
    height: 11,
    snakes: snakesNamed(4),
    chance,
    ...given,
  };
  const played = createGame(options);
  const mover = createChance(`mover ${seed}`);
  const moves: Record<string, Direction>[] = [];
  const frames: ViewerFrame[] = [];
  const steps = new Uint8Array(MAX_SNAKES);
  while (!isGameOver(played) && played.position.turn < 400) {
    frames.push(toFrame(played.position));
    choose(played.position, steps, mover);
    moves.push(movesOf(played.position, steps));
    playTurn(played, steps);
  }
  frames.push(toFrame(played.position));
  return { game: gameOf(`${options.ruleset} ${seed}`, options), frames, moves };
}

/** A game from a drawn board on, with the moves of each turn by seat. */
export function playDrawn(picture: string, turns: readonly MovesBySeat[]): FramedGame {
  const boards = [parsePicture(picture)];
  for (const moves of turns) boards.push(lookAhead(boards.at(-1)!, moves));
  const { width, height, ids } = boards[0]!;
  const named = (moves: MovesBySeat) => Object.fromEntries(ids.map((id, seat) => [id, moves[seat] ?? 'up']));
  const game = gameOf('drawn', { ruleset: 'standard', width, height, settings: {} });
  return { game, frames: boards.map(toFrame), moves: turns.map(named) };
}

type Framed = Pick<FramedGame, 'game' | 'frames'>;

/** A game as each of its snakes played it. */
export function rowsOf({ game, frames }: Framed, origin: Partial<Origin> = {}): FullGameRow[] {
  return toRows(fromFrames(game, frames), { from: 'test', at: 1000, ...origin });
}

/** A game as the snake `you` played it. */
export function rowOf(framed: Framed, you: string, origin: Partial<Origin> = {}): FullGameRow {
  return rowsOf(framed, origin).find((row) => row.you === you)!;
}

/** The events of a game of the snake `you`, imported as one of `snake`. */
export function importedEvents(
  framed: Framed,
  you: string,
  snake: string,
  origin: Partial<Origin> = {},
): JournalEvent[] {
  return toEvents(rowOf(framed, you, origin), snake);
}

/** A recorded turn as two frames: the board before it and the board after it. */
export function framesOfRecorded({ ruleset, settings, before, after }: ConformanceTurn, id: string): FramedGame {
  const { width, height, turn } = before;
  const game = gameOf(id, { ruleset, width, height, settings: { ...settings, royale: settings } });
  const hazards = after.hazards ?? before.hazards ?? [];
  const toBoardFrame = (board: ConformanceTurn['before'], number: number): ViewerFrame => ({
    Turn: number,
    Snakes: board.snakes.map((snake) => {
      const { eliminatedCause: Cause, eliminatedBy: EliminatedBy = '', eliminatedOnTurn } = snake;
      const Death = Cause === undefined ? null : { Cause, Turn: eliminatedOnTurn ?? number, EliminatedBy };
      return toSnake(snake.id, snake.body.map(toPair), snake.health, Death);
    }),
    Food: board.food.map(toPair),
    Hazards: (board.hazards ?? hazards).map(toPair),
  });
  return { game, frames: [toBoardFrame(before, turn), toBoardFrame(after, turn + 1)], moves: [] };
}

function gameOf(
  id: string,
  { ruleset, width, height, settings }: Pick<GameOptions, 'ruleset' | 'width' | 'height' | 'settings'>,
): ViewerGame {
  const { foodSpawnChance, minimumFood, hazardDamagePerTurn, royale } = fillSettings(settings);
  const numbers = { foodSpawnChance, minimumFood, hazardDamagePerTurn, shrinkEveryNTurns: royale.shrinkEveryNTurns };
  const stated = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, String(value)]));
  return {
    ID: id,
    Status: 'complete',
    Width: width,
    Height: height,
    Ruleset: { name: ruleset, ...stated },
    SnakeTimeout: 500,
    Source: '',
    RulesetName: ruleset,
    RulesStages: [],
    Map: 'standard',
  };
}

function toFrame(position: Position): ViewerFrame {
  const { turn, snakes, food, hazards } = toPlain(position);
  return {
    Turn: turn,
    Snakes: snakes.map(({ id, body, health }, seat) =>
      toSnake(id, body.map(toPascal), health, deathOf(position, seat)),
    ),
    Food: food.map(toPascal),
    Hazards: hazards.map(toPascal),
  };
}

function deathOf(position: Position, seat: number): ViewerDeath | null {
  const death = eliminationOf(position, seat);
  return death === undefined ? null : { Cause: death.cause, Turn: death.turn, EliminatedBy: death.by };
}

function toSnake(ID: string, Body: ViewerCoordinate[], Health: number, Death: ViewerDeath | null): ViewerSnake {
  return {
    ID,
    Name: `Snake ${ID}`,
    URL: '',
    Body,
    Health,
    Death,
    Color: '#2e8b57',
    HeadType: 'smile',
    TailType: 'curled',
    Latency: '12',
    Shout: '',
    Squad: '',
    APIVersion: '1',
    Author: 'me',
    StatusCode: 200,
    Error: '',
    IsBot: false,
    IsEnvironment: false,
  };
}

function movesOf(position: Position, steps: Uint8Array): Record<string, Direction> {
  const living = position.ids.flatMap((id, seat) => (isAlive(position, seat) ? [[id, DIRECTIONS[steps[seat]!]!]] : []));
  return Object.fromEntries(living) as Record<string, Direction>;
}

function toPascal({ x, y }: { readonly x: number; readonly y: number }): ViewerCoordinate {
  return { X: x, Y: y };
}

function toPair([X, Y]: readonly [number, number]): ViewerCoordinate {
  return { X, Y };
}

/** Answers as an engine does. Anything but these games is a 404. */
export function engineOf(...games: readonly FramedGame[]): RequestListener {
  return ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://engine');
    const [, id, frames] = /^\/games\/([^/]+)(\/frames)?$/.exec(pathname) ?? [];
    const found = games.find(({ game }) => game.ID === decodeURIComponent(id ?? ''));
    if (found === undefined) {
      response.writeHead(404).end('no such game');
      return;
    }
    const [offset, limit] = [Number(searchParams.get('offset')), Number(searchParams.get('limit') ?? 100)];
    const page = found.frames.slice(offset, offset + Math.min(100, limit));
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(frames === undefined ? { Game: found.game } : { count: page.length, frames: page }));
  };
}

const open = new Set<Server>();

/** Serves on a port of 127.0.0.1. Resolves with the address. */
export async function serveEngine(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  open.add(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Ends all of these servers. For `afterEach`. */
export function closeEngines(): void {
  for (const server of open) {
    server.closeAllConnections();
    server.close();
  }
  open.clear();
}
