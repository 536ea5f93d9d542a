/** Searches a played game backwards for the last turn on which a snake could have been saved. */
import { copyPosition, type Position } from './position.js';
import { stepsApart } from './cells.js';
import { addFood, addHazard, clearHazards } from './items.js';
import { bodyCell, headOf, isAlive, seatOf } from './snakes.js';
import { defaultMove, stepBetween } from './steps.js';
import { advance } from './toolkit/look-ahead.js';
import { directionsIn, legalMask } from './toolkit/moves.js';
import { spaceAfter } from './toolkit/reachable.js';
import { DIRECTIONS, MAX_SNAKES, moveNumber, type Cell, type Direction, type MoveNumber, type Seat } from './types.js';

interface Hindsight {
  /** The last turn on which other moves would have saved the snake; absent if no turn that was searched had one. */
  readonly chance?: { readonly turn: number; readonly moves: readonly Direction[] };
  /** Later turns on which the search gave up, because there were too many lines to try. */
  readonly unsure: readonly number[];
}

const MAX_POSITIONS = 200_000;

/**
 * The last turn on which a move would have kept a snake alive until turn `until`.
 *
 * The other snakes make the moves they really made, as far as the boards show them; food and hazards appear where and
 * when they did. After the last board, and for a move that no board shows, the others keep their direction while that
 * is legal, and nothing appears. The snake's real move is not tried again: the search of the next turn has shown that
 * it fails.
 *
 * @param boards in the order of turns, up to the one on which the snake is dead if that is known. Not modified.
 * @param most positions to try in all, roughly; then the search gives up for good.
 */
export function findLastChance(boards: readonly Position[], id: string, until: number, most = Infinity): Hindsight {
  const unsure: number[] = [];
  const record = toRecord(boards);
  let tried = 0;
  for (let index = boards.length - 1; index >= 0 && tried <= most; index--) {
    const board = boards[index]!;
    const seat = seatOf(board, id);
    if (seat < 0 || !isAlive(board, seat)) continue;
    const search = new EscapeSearch(record, seat, until);
    const really = record.get(board.turn)?.steps.get(id);
    const moves = search.movesOf(board).filter((move) => move !== really && search.survives(board, move));
    const mask = moves.reduce((bits, move) => bits | (1 << move), 0);
    if (mask !== 0) return { chance: { turn: board.turn, moves: directionsIn(mask) }, unsure };
    tried += search.tried;
    if (search.tried > MAX_POSITIONS) unsure.push(board.turn);
  }
  return { unsure };
}

/**
 * The moves of a way that would have kept a snake alive from board number `index` until turn `until`, beginning with
 * `move`; `undefined` if there is none, or if too many were tried. Assumes the same about the others as {@link
 * findLastChance}.
 */
export function findEscapeMoves(
  boards: readonly Position[],
  index: number,
  id: string,
  move: Direction,
  until: number,
): Direction[] | undefined {
  const board = boards[index]!;
  const search = new EscapeSearch(toRecord(boards), seatOf(board, id), until);
  return search.survives(board, moveNumber(move)) ? search.moves.map((each) => DIRECTIONS[each]!) : undefined;
}

/** What the boards show of one turn. */
interface RecordedTurn {
  /** The step of each snake, by id, if the next board shows it. */
  readonly steps: ReadonlyMap<string, MoveNumber>;
  /** Food that appeared at the end of the turn. */
  readonly appeared: readonly Cell[];
  readonly after: Position | undefined;
}

function toRecord(boards: readonly Position[]): Map<number, RecordedTurn> {
  return new Map(boards.map((position, index) => [position.turn, recordTurn(position, boards[index + 1])]));
}

function recordTurn(position: Position, next: Position | undefined): RecordedTurn {
  const steps = new Map<string, MoveNumber>();
  if (next?.turn !== position.turn + 1) return { steps, appeared: [], after: undefined };
  position.ids.forEach((id, seat) => {
    const move = stepMade(position, seat, next);
    if (move !== undefined) steps.set(id, move);
  });
  const appeared = [...next.food.subarray(0, next.foodCount)].filter((cell) => position.foodAt[cell] === 0);
  return { steps, appeared, after: next };
}

/** The step of a snake from one board to the next, if its neck has come to lie where its head was. */
function stepMade(position: Position, seat: Seat, next: Position): MoveNumber | undefined {
  const after = seatOf(next, position.ids[seat]!);
  if (after < 0 || next.lengths[after]! < 2) return undefined;
  const head = headOf(position, seat);
  if (bodyCell(next, after, 1) !== head) return undefined;
  return stepBetween(position, position.rules.wraps, head, headOf(next, after));
}

/** A depth-first search of one snake's moves from one turn on, roomiest move first. */
class EscapeSearch {
  tried = 0;
  /** The moves tried last, by depth; after a success, the successful ones. */
  readonly moves: MoveNumber[] = [];
  readonly #record: ReadonlyMap<number, RecordedTurn>;
  readonly #seat: Seat;
  readonly #until: number;
  /** Every cell on which food appeared during the game. */
  readonly #appearing: readonly Cell[];
  /** By depth; reused for every line. */
  readonly #boards: Position[] = [];

  /** @param seat of the snake; seats stay the same from the board on that a search begins with. */
  constructor(record: ReadonlyMap<number, RecordedTurn>, seat: Seat, until: number) {
    this.#record = record;
    this.#seat = seat;
    this.#until = until;
    this.#appearing = [...record.values()].flatMap(({ appeared }) => appeared);
  }

  /** The legal moves, the one with the most room first. */
  movesOf(position: Position): MoveNumber[] {
    const mask = legalMask(position, this.#seat);
    return [0, 1, 2, 3]
      .filter((move) => (mask & (1 << move)) !== 0)
      .map((move) => ({ move, room: spaceAfter(position, this.#seat, move) }))
      .sort((a, b) => b.room - a.room)
      .map(({ move }) => move);
  }

  /**
   * Whether the snake can live to the end of the search after this move; false as well once too much has been tried.
   */
  survives(position: Position, move: MoveNumber, depth = 0): boolean {
    if (this.#mustStarve(position) || ++this.tried > MAX_POSITIONS) return false;
    this.moves.length = depth;
    this.moves.push(move);
    const next = (this.#boards[depth] = copyPosition(position, this.#boards[depth]));
    this.#play(next, move);
    if (!isAlive(next, this.#seat)) return false;
    if (next.turn >= this.#until) return true;
    return this.movesOf(next).some((each) => this.survives(next, each, depth + 1));
  }

  /**
   * Whether no present or future food is close enough. Without this test, a search for a starving snake takes minutes.
   */
  #mustStarve(position: Position): boolean {
    const health = position.health[this.#seat]!;
    const { grows, hazardDamage } = position.rules;
    if (grows || hazardDamage < 0 || this.#until - position.turn < health) return false;
    const head = headOf(position, this.#seat);
    const isNear = (cell: Cell) => stepsApart(position, position.rules.wraps, head, cell) <= health;
    return !position.food.subarray(0, position.foodCount).some(isNear) && !this.#appearing.some(isNear);
  }

  #play(position: Position, move: MoveNumber): void {
    const known = this.#record.get(position.turn);
    const moves = new Uint8Array(MAX_SNAKES);
    for (let seat = 0; seat < position.snakeCount; seat++) {
      if (isAlive(position, seat)) moves[seat] = known?.steps.get(position.ids[seat]!) ?? presumedMove(position, seat);
    }
    moves[this.#seat] = move;
    advance(position, moves);
    if (known?.after === undefined) return;
    for (const cell of known.appeared)
      if (position.occupied[cell] === 0 && position.foodAt[cell] === 0) addFood(position, cell);
    clearHazards(position);
    for (const cell of known.after.hazards.subarray(0, known.after.hazardCount)) addHazard(position, cell);
  }
}

/**
 * The move assumed for a snake whose real one is not known: straight on if that is legal, else the first legal move.
 */
function presumedMove(position: Position, seat: Seat): MoveNumber {
  const straight = defaultMove(position, seat);
  const mask = legalMask(position, seat);
  if (mask === 0 || (mask & (1 << straight)) !== 0) return straight;
  return [0, 1, 2, 3].find((move) => (mask & (1 << move)) !== 0)!;
}
