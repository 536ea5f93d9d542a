/** Follows the boards of a game, one request after another: by seat, the dead included. */
import type { GameBoardView, DeathView, BoardSnakeView } from '../views/game.js';
import type { Position } from '../rules/position.js';
import { UNSEEN_CELL } from '../rules/cells.js';
import { eliminationOf, seatOf } from '../rules/snakes.js';
import type { Coordinate } from '../rules/types.js';
import type { FullGameRow, TurnRow } from '../views/game-rows.js';
import { cutString } from '../wire/limits.js';
import { listedOn, livingOn } from '../wire/fog.js';
import { parseRequest } from '../wire/reader.js';
import type { Frame } from '../wire/frame.js';
import { DEFAULT_CUSTOMIZATION, type AnySnake, type Board, type GameRequest } from '../wire/resources.js';
import { AliveTracker } from '../inference/alive-tracker.js';
import { finalTurnOf, toLastAsked, type LastAsked } from '../inference/final-turn.js';

/** Most shown snakes of a game: a caller may invent another id on every turn. */
const MAX_SHOWN_SNAKES = 32;
/** Most shown cells of a list, for each cell of the board and as a minimum. */
const PER_CELL = { body: 1, food: 1, hazards: 8 } as const;
const SPARE_CELLS = 16;
/** Longest shown strings, in characters. */
const MAX_SHOWN_NAME = 80;
const MAX_SHOWN_LATENCY = 12;
const MAX_SHOWN_LOOK = 40;

/** A board of a recorded game. */
export interface KeptBoard extends FinalBoardView {
  readonly request: GameRequest;
  /** The turn on which our snake was asked; absent after its death, and on a final board on which it was not. */
  readonly row?: TurnRow;
  /** The board of the end. */
  readonly isFinal?: true;
}

/**
 * A recorded game as its snakes played it, the one that is meant first. Of a game of the journal, the others are
 * usually unknown. They show how it continued after the death of the first one, and how they died.
 */
export type Seats = readonly [FullGameRow, ...FullGameRow[]];

/** The boards of a recorded game in order, each turn once. Throws if a request is unreadable. */
export function* followGame([game, ...others]: Seats): Generator<KeptBoard> {
  const { you, list } = game;
  const snakes = list[0] === undefined ? [] : listedOn(parseRequest(list[0].body).board);
  const deaths = new Map([game, ...others].map((seat) => [seat.you, deathOf(seat, snakes)]));
  const history = new BoardHistory(you, deaths);
  const longest = others.reduce((one, other) => (lastTurn(other) > lastTurn(one) ? other : one), game);
  const later = longest.list.filter(({ turn }) => turn > lastTurn(game));
  let last: KeptBoard | undefined;
  for (const [index, row] of [...list, ...later].entries()) {
    if (last !== undefined) yield last;
    const request = parseRequest(row.body);
    last = { turn: row.turn, board: history.show(request), request, ...(index < list.length && { row }) };
  }
  const request = longest.end === undefined ? undefined : parseRequest(longest.end);
  const end = request && { ...history.showEnd(request, deaths.get(you)), request, isFinal: true as const };
  // Some engines ask the living for a move on the final board.
  const isRepeated = last !== undefined && last.turn === end?.turn;
  if (last !== undefined && !isRepeated) yield last;
  if (end !== undefined) yield isRepeated ? { ...last, ...end } : end;
}

function lastTurn({ list }: FullGameRow): number {
  return list.at(-1)?.turn ?? -1;
}

function deathOf({ you, died, cause, killer }: FullGameRow, snakes: readonly AnySnake[]): DeathView | undefined {
  const by = snakes.find(({ id, name }) => id !== you && name === killer)?.id;
  return died === undefined ? undefined : { turn: died, ...(cause && { cause }), ...(by && { by }) };
}

interface Seated {
  /** As last seen. */
  snake: BoardSnakeView;
  death: DeathView | undefined;
}

export interface FinalBoardView {
  /** Its number, which can differ from the `/end`'s. */
  readonly turn: number;
  readonly board: GameBoardView;
}

/**
 * Follows one game. It owns the seats, the last body of each snake, and the deaths, as far as the boards show them.
 * Guarantees that its memory and results are bounded by the size of the board, whatever a caller sends.
 */
export class BoardHistory {
  readonly #you: string | undefined;
  readonly #deaths: ReadonlyMap<string, DeathView | undefined>;
  readonly #tracker = new AliveTracker();
  /** By id, in the order of seats. */
  readonly #seats = new Map<string, Seated>();
  #last: LastAsked | undefined;

  /**
   * @param you the snake whose game it is (default: the one of each request).
   * @param deaths known ones: from their turn on, they replace what the boards show.
   */
  constructor(you?: string, deaths: ReadonlyMap<string, DeathView | undefined> = new Map()) {
    this.#you = you;
    this.#deaths = deaths;
  }

  /** The board of a request for a move. A game that begins again gets new seats. */
  show(request: GameRequest): GameBoardView {
    const { position } = this.#tracker.update(request, true);
    const board = this.#show(request, position, true);
    this.#last = toLastAsked(request);
    return board;
  }

  /** The final board. `death` is the death of the snake whose game it is, which the boards do not show. */
  showEnd(end: GameRequest, death: DeathView | undefined): FinalBoardView {
    const turn = finalTurnOf(end, this.#last);
    const { position } = this.#tracker.update(end, false);
    const board = this.#show({ ...end, turn }, position, death === undefined);
    if (death === undefined) return { turn, board };
    const snakes = board.snakes.map((snake) => (snake.isYou ? { ...snake, death } : snake));
    return { turn, board: { ...board, snakes } };
  }

  /** `isLiving`: the snake of the request is alive even if the board lists it as dead. */
  #show({ turn, board, you }: GameRequest, position: Position, isLiving: boolean): GameBoardView {
    if (turn === 0) this.#seats.clear();
    const before = this.#last?.turn ?? turn;
    const died = { turn: Math.max(turn, before), ...(turn > before + 1 && { isLatest: true as const }) };
    const present = new Set(livingOn(board).flatMap(({ id, body }) => (body.length > 0 ? [id] : [])));
    const { dead } = this.#tracker;
    for (const snake of listedOn(board)) this.#see(snake, board, snake.id === you.id);
    if (!board.snakes.some(({ id }) => id === you.id)) this.#see(you, board, true);
    for (const [id, seated] of this.#seats) {
      const known = this.#deaths.get(id);
      if (id === you.id && isLiving) seated.death = undefined;
      else if (known !== undefined && turn >= known.turn) seated.death = known;
      else if (seated.death === undefined && (dead.has(id) || !present.has(id))) {
        seated.death = { ...died, ...deathOn(position, id) };
      }
    }
    return toBoardView(board, [...this.#seats.values()], this.#you ?? you.id);
  }

  #see(snake: AnySnake, board: Board, isAsked: boolean): void {
    const seated = this.#seats.get(snake.id);
    if (seated === undefined && this.#seats.size >= MAX_SHOWN_SNAKES) return;
    if (seated?.death !== undefined && !isAsked) return;
    const isUnseen = board.unseen.some((one) => one === snake);
    const shown = { ...toBoardSnakeView(snake, board), ...(isUnseen && { isUnseen }) };
    if (seated === undefined) this.#seats.set(snake.id, { snake: shown, death: undefined });
    else seated.snake = shown;
  }
}

type Size = Pick<GameRequest['board'], 'width' | 'height'>;

/**
 * The board of a local game, whose deaths are known.
 *
 * @param you the snake whose game it is, if it is the game of one.
 */
export function showFrame(
  { board, snakes }: Frame,
  deaths: ReadonlyMap<string, DeathView>,
  you?: string,
): GameBoardView {
  const seats = snakes.map((snake) => ({ snake: toBoardSnakeView(snake, board), death: deaths.get(snake.id) }));
  return toBoardView(board, seats, you);
}

function toBoardView(board: Frame['board'], seats: readonly Seated[], you: string | undefined): GameBoardView {
  const { width, height } = board;
  return {
    width,
    height,
    food: cut(board.food, board, PER_CELL.food),
    hazards: cut(board.hazards, board, PER_CELL.hazards),
    snakes: seats.map(({ snake, death }) => ({
      ...snake,
      ...(snake.id === you && { isYou: true as const }),
      ...(death && { death }),
    })),
  };
}

function toBoardSnakeView({ id, name, customizations, ...snake }: AnySnake, size: Size): BoardSnakeView {
  const { health, body, shout, squad, latency } = snake;
  return {
    id,
    name: cutString(name, MAX_SHOWN_NAME),
    color: /^#[0-9a-f]{6}$/i.test(customizations.color) ? customizations.color : DEFAULT_CUSTOMIZATION.color,
    ...(customizations.head !== DEFAULT_CUSTOMIZATION.head && { head: cutString(customizations.head, MAX_SHOWN_LOOK) }),
    ...(customizations.tail !== DEFAULT_CUSTOMIZATION.tail && { tail: cutString(customizations.tail, MAX_SHOWN_LOOK) }),
    health,
    body: cut(body, size, PER_CELL.body),
    ...(shout !== '' && { shout }),
    ...(squad !== '' && { squad: cutString(squad, MAX_SHOWN_NAME) }),
    latency: cutString(latency, MAX_SHOWN_LATENCY),
  };
}

/** The cells without unknown fields. */
function cut(cells: readonly (Coordinate | null)[], { width, height }: Size, perCell: number) {
  const most = SPARE_CELLS + width * height * perCell;
  const shown = cells.slice(0, most).map((cell) => cell ?? UNSEEN_CELL);
  return shown.map(({ x, y }) => ({ x, y }));
}

/**
 * Known only if the engine leaves the body on the board. A snake that counts as dead because it stopped moving has no
 * cause.
 */
function deathOn(position: Position, id: string): Pick<DeathView, 'cause' | 'by'> {
  const seat = seatOf(position, id);
  const death = seat < 0 ? undefined : eliminationOf(position, seat);
  if (death === undefined || (death.cause === 'snake-collision' && death.by === '')) return {};
  return { cause: death.cause, ...(death.by !== '' && { by: death.by }) };
}
