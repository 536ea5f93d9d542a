/** Where could a snake still have lived? A search back through a game that was played, by the rules. The autopsy asks. */

import { copyPosition, type Position } from './position.js';
import { xOf, yOf } from './cells.js';
import { addFood, addHazard, clearHazards } from './items.js';
import { bodyCell, headOf, isAlive, seatOf } from './snakes.js';
import { defaultMove } from './stages/move.js';
import { stepTo } from './steps.js';
import { advance } from './toolkit/look-ahead.js';
import { directionsIn, legalMask } from './toolkit/moves.js';
import { spaceAfter } from './toolkit/space.js';
import { type Cell, type Direction, DIRECTIONS, MAX_SNAKES, type MoveNumber, type Seat } from './types.js';

/** The last turn on which there was a way out. */
export interface LastChance {
  readonly turn: number;
  /** The moves that would have done. */
  readonly moves: readonly Direction[];
}

export interface Hindsight {
  /** Absent where no turn that was looked at had a way out. */
  readonly chance?: LastChance;
  /** Later turns on which there were too many ways to try all of them. */
  readonly unsure: readonly number[];
}

/** Positions tried for one turn at most. */
const MOST_TRIED = 200_000;

/**
 * The last turn on which some move would have kept a snake alive until turn `until`.
 *
 * The others make the moves they really made, as far as the boards show them; food appears where and when it did, and hazards
 * lie where they lay. After the last board, and where a move is not to be seen, the others go straight on as long as they may,
 * and nothing appears. What the snake really did is not tried again: that nothing came of it is known from the turn after.
 *
 * @param boards as they followed each other, to the one on which the snake is dead, if that is known. They are left as they are.
 */
export function findLastChance(boards: readonly Position[], id: string, until: number): Hindsight {
  const unsure: number[] = [];
  const record = new Map(boards.map((position, index) => [position.turn, recordTurn(position, boards[index + 1])]));
  for (let index = boards.length - 1; index >= 0; index--) {
    const board = boards[index]!;
    const seat = seatOf(board, id);
    if (seat < 0 || !isAlive(board, seat)) continue;
    const search = new Search(record, seat, until);
    const really = record.get(board.turn)?.steps.get(id);
    const moves = search.movesOf(board).filter((move) => move !== really && search.survives(board, move));
    const mask = moves.reduce((bits, move) => bits | (1 << move), 0);
    if (mask !== 0) return { chance: { turn: board.turn, moves: directionsIn(mask) }, unsure };
    if (search.tried > MOST_TRIED) unsure.push(board.turn);
  }
  return { unsure };
}

/** What is known of a turn: who went where, and what lay there afterwards. */
interface RecordedTurn {
  readonly steps: ReadonlyMap<string, MoveNumber>;
  /** Food that appeared at its end. */
  readonly appeared: readonly Cell[];
  /** The board after it, if it is known. */
  readonly after: Position | undefined;
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

function stepMade(position: Position, seat: Seat, next: Position): MoveNumber | undefined {
  const after = seatOf(next, position.ids[seat]!);
  if (after < 0 || next.lengths[after]! < 2) return undefined;
  const head = headOf(position, seat);
  if (bodyCell(next, after, 1) !== head) return undefined;
  const move = DIRECTIONS.findIndex((_, step) => stepTo(position, head, step) === headOf(next, after));
  return move < 0 ? undefined : move;
}

/** Every way from one turn on, deepest first: the move with the most room before the others. */
class Search {
  tried = 0;
  readonly #record: ReadonlyMap<number, RecordedTurn>;
  readonly #seat: Seat;
  readonly #until: number;
  /** All food that ever appeared. */
  readonly #appearing: readonly Cell[];
  /** By depth: overwritten again and again. */
  readonly #boards: Position[] = [];

  /** @param seat of the snake; seats stay the same from the board on that a search begins with. */
  constructor(record: ReadonlyMap<number, RecordedTurn>, seat: Seat, until: number) {
    this.#record = record;
    this.#seat = seat;
    this.#until = until;
    this.#appearing = [...record.values()].flatMap(({ appeared }) => appeared);
  }

  /** The moves worth a try, the most promising first. */
  movesOf(position: Position): MoveNumber[] {
    const mask = legalMask(position, this.#seat);
    return [0, 1, 2, 3]
      .filter((move) => (mask & (1 << move)) !== 0)
      .map((move) => ({ move, room: spaceAfter(position, this.#seat, move) }))
      .sort((a, b) => b.room - a.room)
      .map(({ move }) => move);
  }

  /** Whether the snake can live on to the end of the search after this move; not, where too much has been tried. */
  survives(position: Position, move: MoveNumber, depth = 0): boolean {
    if (this.#mustStarve(position) || ++this.tried > MOST_TRIED) return false;
    const next = (this.#boards[depth] = copyPosition(position, this.#boards[depth]));
    this.#play(next, move);
    if (!isAlive(next, this.#seat)) return false;
    if (next.turn >= this.#until) return true;
    return this.movesOf(next).some((each) => this.survives(next, each, depth + 1));
  }

  /** Whether no food that there is, or will be, is near enough. Without this, a snake that starves is sought after for minutes. */
  #mustStarve(position: Position): boolean {
    const health = position.health[this.#seat]!;
    const { grows, hazardDamage } = position.rules;
    if (grows || hazardDamage < 0 || this.#until - position.turn < health) return false;
    const head = headOf(position, this.#seat);
    const isNear = (cell: Cell) => distance(position, head, cell) <= health;
    return !position.food.subarray(0, position.foodCount).some(isNear) && !this.#appearing.some(isNear);
  }

  #play(position: Position, move: MoveNumber): void {
    const known = this.#record.get(position.turn);
    const moves = new Uint8Array(MAX_SNAKES);
    for (let seat = 0; seat < position.snakeCount; seat++) {
      if (isAlive(position, seat)) moves[seat] = known?.steps.get(position.ids[seat]!) ?? straightOn(position, seat);
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

/** Steps from one cell to another where nothing is in the way. */
function distance(position: Position, from: Cell, to: Cell): number {
  const x = Math.abs(xOf(position, from) - xOf(position, to));
  const y = Math.abs(yOf(position, from) - yOf(position, to));
  return position.rules.wraps ? Math.min(x, position.width - x) + Math.min(y, position.height - y) : x + y;
}

function straightOn(position: Position, seat: Seat): MoveNumber {
  const straight = defaultMove(position, seat);
  const mask = legalMask(position, seat);
  if (mask === 0 || (mask & (1 << straight)) !== 0) return straight;
  return [0, 1, 2, 3].find((move) => (mask & (1 << move)) !== 0)!;
}
