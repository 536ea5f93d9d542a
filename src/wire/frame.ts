/** Turns a position into the requests that an engine sends; the inverse of `to-position.ts`. Called by the arena. */
import { xOf, yOf } from '../rules/cells.js';
import type { Position } from '../rules/position.js';
import { bodyCell, isAlive } from '../rules/snakes.js';
import type { Coordinate, Cell, Seat } from '../rules/types.js';
import type { Board, Customizations, Game, GameRequest, Snake } from './resources.js';

/** The fields of a snake in a request that are not part of a position. */
export interface SnakeProfile {
  readonly name: string;
  readonly customizations: Customizations;
  /** In ms, as the API writes it; empty if none was measured. */
  readonly latency: string;
  readonly shout: string;
}

/** One turn as an engine shows it. Snakes never receive the frame itself, only requests, which are copies. */
export interface Frame {
  readonly turn: number;
  readonly board: Omit<Board, 'unseen'>;
  /** By seat: all snakes, including eliminated ones that the board does not show. */
  readonly snakes: readonly Snake[];
}

/** Differences between engines in what a frame shows. */
export interface FrameSettings {
  /** Whether eliminated snakes stay on the board. */
  readonly showsEliminated: boolean;
  /** Whether hazards off the board are listed. */
  readonly showsOffBoard: boolean;
}

/** The position as a frame; `profiles` are by seat. With both settings on, `toPosition` restores the same position. */
export function toFrame(position: Position, profiles: readonly SnakeProfile[], settings: FrameSettings): Frame {
  const { width, height, turn, snakeCount } = position;
  const snakes: Snake[] = [];
  const shown: Snake[] = [];
  for (let seat = 0; seat < snakeCount; seat++) {
    const snake = toSnake(position, seat, profiles[seat]!);
    snakes.push(snake);
    if (settings.showsEliminated || isAlive(position, seat)) shown.push(snake);
  }
  const food = toCoordinates(position, position.food, position.foodCount, true);
  const hazards = toCoordinates(position, position.hazards, position.hazardCount, settings.showsOffBoard);
  return { turn, board: { height, width, snakes: shown, food, hazards }, snakes };
}

/** The body of a request about a frame, as `you` receives it. A deep copy: the receiver may modify it. */
export function toRequest(game: Game, { turn, board }: Frame, you: Snake): GameRequest {
  const { height, width, snakes, food, hazards } = board;
  return {
    game: copyGame(game),
    turn,
    board: {
      height,
      width,
      snakes: snakes.map(copySnake),
      food: food.map(copyCoordinate),
      hazards: hazards.map(copyCoordinate),
      unseen: [],
    },
    you: copySnake(you),
  };
}

/** The same body as JSON. `game` is sent unchanged, so it may lack fields that an engine does not send. */
export function toRequestText(game: object, { turn, board }: Frame, you: Snake): string {
  return JSON.stringify({ game, turn, board, you });
}

function toSnake(position: Position, seat: Seat, { name, latency, shout, customizations }: SnakeProfile): Snake {
  const length = position.lengths[seat]!;
  const body: Coordinate[] = [];
  for (let index = 0; index < length; index++) body.push(toCoordinate(position, bodyCell(position, seat, index)));
  return {
    id: position.ids[seat]!,
    name,
    latency,
    health: position.health[seat]!,
    body,
    head: copyCoordinate(body[0]!),
    length,
    shout,
    squad: position.squads[seat]!,
    customizations,
  };
}

function toCoordinates(position: Position, cells: Int32Array, count: number, showsOffBoard: boolean): Coordinate[] {
  const list: Coordinate[] = [];
  for (let index = 0; index < count; index++) {
    const cell = cells[index]!;
    if (cell >= 0 || showsOffBoard) list.push(toCoordinate(position, cell));
  }
  return list;
}

function toCoordinate(position: Position, cell: Cell): Coordinate {
  return { x: xOf(position, cell), y: yOf(position, cell) };
}

function copyGame(game: Game): Game {
  const { ruleset } = game;
  const { settings } = ruleset;
  const { royale, squad } = settings;
  // Copy first, then assign: a spread with further properties is a hundred times slower than a bare one.
  const copy = { ...settings };
  copy.royale = { ...royale };
  copy.squad = { ...squad };
  const { id, map, timeout, source } = game;
  return { id, ruleset: { name: ruleset.name, version: ruleset.version, settings: copy }, map, timeout, source };
}

function copySnake(snake: Snake): Snake {
  const { id, name, latency, health, body, head, length, shout, squad, customizations } = snake;
  return {
    id,
    name,
    latency,
    health,
    body: body.map(copyCoordinate),
    head: copyCoordinate(head),
    length,
    shout,
    squad,
    customizations: { ...customizations },
  };
}

function copyCoordinate({ x, y }: Coordinate): Coordinate {
  return { x, y };
}
