/** The moves of a turn: ours, and the joint replies of the others that a search tries. Allocates nothing. */
import { MAX_SNAKES, type Cell, type Seat } from '../../rules/types.js';
import { MAX_PLIES, type SearchBoard } from '../board/board.js';

/** Steps to our head beyond which an opponent is not searched: it makes its reflex move. */
const NEAR = 6;

/** Most replies at the root: three near opponents. */
const MAX_REPLIES = 27;

/** Below this health a reflex goes for food before all else. */
const HUNGRY = 35;

/**
 * The moves that do not end off the board or in a body that is still there, as a mask with bit `n` for move `n`.
 * Ignores heads. 0 for a lost snake.
 */
export function legalMovesOn(board: SearchBoard, seat: Seat): number {
  const { neighbours, freeOn } = board;
  const soon = board.turn + 1;
  const entry = board.headCells[seat]! * 4;
  if (board.hasOverlaps) return legalMovesWithMates(board, seat, entry);
  let mask = 0;
  if (freeOn[neighbours[entry]!]! <= soon) mask = 1;
  if (freeOn[neighbours[entry + 1]!]! <= soon) mask |= 2;
  if (freeOn[neighbours[entry + 2]!]! <= soon) mask |= 4;
  if (freeOn[neighbours[entry + 3]!]! <= soon) mask |= 8;
  return mask;
}

function legalMovesWithMates(board: SearchBoard, seat: Seat, entry: number): number {
  const { neighbours, freeOn, owner, squads, rules, size } = board;
  let mask = 0;
  for (let move = 0; move < 4; move++) {
    const to = neighbours[entry + move]!;
    const isMates = rules.matesPass && squads[seat] !== 0 && owner[to] !== seat && squads[owner[to]!] === squads[seat];
    if (to < size && (isMates || freeOn[to]! <= board.turn + 1)) mask |= 1 << move;
  }
  return mask;
}

/** Whether a snake is in our squad. Mates move by reflex, not against us. */
export function isOurMate({ squads, me }: SearchBoard, seat: Seat): boolean {
  return squads[seat] !== 0 && squads[seat] === squads[me];
}

/**
 * The joint replies of the others to each of our moves. At the root they are all combinations of the moves of opponents
 * that are near: two of them may shut us in together. Deeper, each move of theirs occurs at least once, in as few
 * combinations as that takes: at most three instead of 27. The others move by reflex. Owns a list of replies for each
 * ply.
 */
export class Replies {
  /** By ply and number of the reply: moves by seat, with room for ours. */
  readonly moves: readonly (readonly Uint8Array[])[] = Array.from({ length: MAX_PLIES }, (_, ply) =>
    Array.from({ length: ply === 0 ? MAX_REPLIES : 4 }, () => new Uint8Array(MAX_SNAKES)),
  );
  /** By ply: the number of replies. */
  readonly counts = new Uint8Array(MAX_PLIES);
  /** By ply: 1 if the nearest opponent has no choice. */
  readonly forced = new Uint8Array(MAX_PLIES);
  readonly #options = new Uint8Array(MAX_SNAKES * 4);
  readonly #optionCounts = new Uint8Array(MAX_SNAKES);
  /** By seat: the replies after which it makes its next move. */
  readonly #strides = new Uint8Array(MAX_SNAKES);
  readonly #worths = new Int32Array(4);
  #columns = new Uint8Array(0);
  #rows = new Uint8Array(0);
  #width = 0;

  /** Sets the size of the board; called once a search. */
  prepare({ width, size }: SearchBoard): void {
    if (this.#width === width && this.#columns.length === size) return;
    this.#width = width;
    this.#columns = Uint8Array.from({ length: size }, (_, cell) => cell % width);
    this.#rows = Uint8Array.from({ length: size }, (_, cell) => Math.floor(cell / width));
  }

  /** The steps between two cells if nothing were in the way. */
  stepsBetween({ rules, width, height }: SearchBoard, a: Cell, b: Cell): number {
    let dx = this.#columns[a]! - this.#columns[b]!;
    let dy = this.#rows[a]! - this.#rows[b]!;
    if (dx < 0) dx = -dx;
    if (dy < 0) dy = -dy;
    if (rules.wraps) {
      if (dx * 2 > width) dx = width - dx;
      if (dy * 2 > height) dy = height - dy;
    }
    return dx + dy;
  }

  /** The living snake that is nearest to us and not a mate; −1 without one. */
  nearest(board: SearchBoard): Seat {
    const { alive, snakeCount, me, headCells } = board;
    let nearest = -1;
    let least = 1 << 20;
    for (let seat = 0; seat < snakeCount; seat++) {
      if (alive[seat] === 0 || seat === me || isOurMate(board, seat)) continue;
      const steps = this.stepsBetween(board, headCells[seat]!, headCells[me]!);
      if (steps < least) {
        least = steps;
        nearest = seat;
      }
    }
    return nearest;
  }

  /** Fills the list of a ply. Returns the number of replies; one, without moves, if no other snake lives. */
  fill(board: SearchBoard, ply: number): number {
    const { alive, snakeCount, me, headCells } = board;
    const nearest = this.nearest(board);
    let count = 1;
    let combinations = 1;
    this.forced[ply] = 0;
    for (let seat = 0; seat < snakeCount; seat++) {
      if (alive[seat] === 0 || seat === me) continue;
      const isSearched =
        seat === nearest ||
        (!isOurMate(board, seat) && this.stepsBetween(board, headCells[seat]!, headCells[me]!) <= NEAR);
      const options = this.#fillOptions(board, seat);
      if (seat === nearest && options === 1) this.forced[ply] = 1;
      this.#strides[seat] = 1;
      if (!isSearched) this.#optionCounts[seat] = 1;
      else if (ply === 0 && combinations * options <= MAX_REPLIES) {
        this.#strides[seat] = combinations;
        combinations *= options;
      } else if (options > count) count = options;
    }
    if (combinations > count) count = combinations;
    const joint = this.moves[ply]!;
    for (let reply = 0; reply < count; reply++) {
      const moves = joint[reply]!;
      for (let seat = 0; seat < snakeCount; seat++) {
        if (alive[seat] === 0 || seat === me) continue;
        const step = Math.floor(reply / this.#strides[seat]!);
        moves[seat] = this.#options[seat * 4 + (step % this.#optionCounts[seat]!)]!;
      }
    }
    this.counts[ply] = count;
    return count;
  }

  /** The moves of one snake, its reflex move first. A lost snake has one. */
  #fillOptions(board: SearchBoard, seat: Seat): number {
    const mask = legalMovesOn(board, seat);
    const base = seat * 4;
    let count = 0;
    for (let move = 0; move < 4; move++) {
      if ((mask & (1 << move)) === 0) continue;
      const worth = this.#worthOf(board, seat, move);
      let at = count++;
      for (; at > 0 && this.#worths[at - 1]! < worth; at--) {
        this.#worths[at] = this.#worths[at - 1]!;
        this.#options[base + at] = this.#options[base + at - 1]!;
      }
      this.#worths[at] = worth;
      this.#options[base + at] = move;
    }
    if (count === 0) this.#options[base + count++] = 0;
    this.#optionCounts[seat] = count;
    return count;
  }

  /** A reflex: exits, food, hazards, and whether we could be met there. */
  #worthOf(board: SearchBoard, seat: Seat, move: number): number {
    const { neighbours, freeOn, me, headCells, lengths, hazardsAt } = board;
    const to = neighbours[headCells[seat]! * 4 + move]!;
    const soon = board.turn + 2;
    let worth = 0;
    for (let exit = to * 4; exit < to * 4 + 4; exit++) if (freeOn[neighbours[exit]!]! <= soon) worth += 4;
    if (board.foodAt[to] !== 0) worth += board.health[seat]! < HUNGRY ? 30 : 7;
    if (board.hasHazards && hazardsAt[to] !== 0 && board.rules.hazardDamage > 0) worth -= 6;
    if (this.stepsBetween(board, to, headCells[me]!) === 1) worth += lengths[seat]! > lengths[me]! ? 9 : -9;
    return worth;
  }
}
