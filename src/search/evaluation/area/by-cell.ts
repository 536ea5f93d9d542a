/** Area counts on any board, cell by cell: for boards that wrap, and those too large for bits. */
import { MAX_SIDE, MAX_SNAKES, type Cell, type Seat } from '../../../rules/types.js';
import type { BoardView } from '../../board/board.js';
import {
  clearAreas,
  colourOf,
  hasHarm,
  isDeadly,
  isHarmful,
  isTrapped,
  mayWait,
  openingCell,
  order,
  orderByLength,
  tailCell,
  type Areas,
} from './areas.js';

const MAX_SIZE = MAX_SIDE * MAX_SIDE;
/** Owner of a cell that no snake has reached. */
const NOBODY_YET = -1;
/** Owner of a contested cell. */
const CLOSED = MAX_SNAKES;

/** By cell: the seat that reached it first. */
const owners = new Int8Array(MAX_SIZE + 1);
/** By cell: the last step at which it was put on the list of candidates, plus one. */
const listedAt = new Int32Array(MAX_SIZE + 1);
/** The cells reached at the last step, and the cells that may be reached at this one. */
const front = new Int32Array(MAX_SIZE + 1);
const candidates = new Int32Array(MAX_SIZE + 1);
/** By seat: the last step at which it reached a cell; {@link TRAPPED} if it reaches no more. */
const reachedAt = new Int32Array(MAX_SNAKES + 1);
const TRAPPED = -1;
/** By index on {@link candidates}: who gets the cell at this step. */
const winners = new Int8Array(MAX_SIZE + 1);

/** Counts areas like `countAreas`, on any board. */
export function countAreasByCell(board: BoardView, into: Areas): void {
  clearAreas(into, board);
  const living = orderByLength(board);
  let fronts = placeHeads(board, living, into);
  for (let step = 1; ; step++) {
    const listed = listCandidates(board, living, step, fronts);
    for (let index = 0; index < listed; index++) winners[index] = winnerOf(board, candidates[index]!);
    fronts = 0;
    for (let index = 0; index < listed; index++) {
      const winner = winners[index]!;
      if (winner === NOBODY_YET) continue;
      owners[candidates[index]!] = winner;
      front[fronts++] = candidates[index]!;
      if (winner === CLOSED) continue;
      countCell(board, candidates[index]!, winner, step, into);
      reachedAt[winner] = step;
    }
    for (let index = 0; index < living; index++) {
      const seat = order[index]!;
      if (reachedAt[seat]! < step && isTrapped(board, into, seat, step)) reachedAt[seat] = TRAPPED;
    }
    if (fronts === 0 && !isAnyoneWaiting(board, living, step, into)) break;
  }
  readOwners(board, living, into);
}

/** Gives each of the `living` snakes its head's cell, and puts it on {@link front}. Returns the length of that list. */
function placeHeads(board: BoardView, living: number, { own }: Areas): number {
  owners.fill(NOBODY_YET, 0, board.size + 1);
  listedAt.fill(0, 0, board.size + 1);
  reachedAt.fill(0);
  let heads = 0;
  for (let index = 0; index < living; index++) {
    const seat = order[index]!;
    const head = board.headCells[seat]!;
    if (owners[head] !== NOBODY_YET) continue;
    owners[head] = seat;
    own[seat] = 1;
    front[heads++] = head;
  }
  return heads;
}

/**
 * Lists the cells that may be reached at this step: the cells around the last ones, and the body cells that open now.
 */
function listCandidates(board: BoardView, living: number, step: number, fronts: number): number {
  const { neighbours, freeOn, turn } = board;
  let listed = 0;
  for (let index = 0; index < fronts; index++) {
    for (let entry = front[index]! * 4; entry < front[index]! * 4 + 4; entry++) {
      const cell = neighbours[entry]!;
      if (freeOn[cell]! <= turn + step) listed = listCell(cell, step, listed);
    }
  }
  for (let index = 0; index < living && !board.rules.grows; index++) {
    const cell = openingCell(board, order[index]!, step);
    if (cell >= 0) listed = listCell(cell, step, listed);
  }
  return listed;
}

function listCell(cell: Cell, step: number, listed: number): number {
  if (owners[cell] !== NOBODY_YET || listedAt[cell] === step) return listed;
  listedAt[cell] = step;
  candidates[listed] = cell;
  return listed + 1;
}

/** Who enters a cell from the cells around it: the longest snake, nobody, or {@link CLOSED} for several as long. */
function winnerOf(board: BoardView, cell: Cell): number {
  const { neighbours, lengths } = board;
  const isRisky = hasHarm(board) && isHarmful(board, cell);
  let winner = NOBODY_YET;
  let longest = 0;
  for (let entry = cell * 4; entry < cell * 4 + 4; entry++) {
    const seat = owners[neighbours[entry]!]!;
    if (seat === NOBODY_YET || seat === CLOSED || seat === winner || reachedAt[seat] === TRAPPED) continue;
    const length = lengths[seat]!;
    if (length < longest || (isRisky && isDeadly(board, seat, cell))) continue;
    winner = length === longest ? CLOSED : seat;
    longest = length;
  }
  return winner;
}

function countCell(board: BoardView, cell: Cell, seat: Seat, step: number, areas: Areas): void {
  if (colourOf(board, cell) === colourOf(board, board.headCells[seat]!)) areas.own[seat]!++;
  else areas.other[seat]!++;
  if (board.foodAt[cell] === 0) return;
  areas.foods[seat]!++;
  if (areas.foodSteps[seat] === 0) areas.foodSteps[seat] = step;
}

function isAnyoneWaiting(board: BoardView, living: number, step: number, areas: Areas): boolean {
  if (!hasLaterCells(board, step)) return false;
  for (let index = 0; index < living; index++) if (mayWait(board, areas, order[index]!, step)) return true;
  return false;
}

/** Whether a body cell comes free after this step. */
function hasLaterCells({ rules, snakeCount, alive, lengths }: BoardView, step: number): boolean {
  if (rules.grows) return false;
  for (let seat = 0; seat < snakeCount; seat++) {
    if (alive[seat] === 1 && lengths[seat]! > step + 1) return true;
  }
  return false;
}

/** Removes harmful cells from the counts, and counts tails. */
function readOwners(board: BoardView, living: number, areas: Areas): void {
  for (let cell = 0; cell < board.size && hasHarm(board); cell++) {
    const seat = owners[cell]!;
    if (seat === NOBODY_YET || seat === CLOSED || !isHarmful(board, cell)) continue;
    if (colourOf(board, cell) === colourOf(board, board.headCells[seat]!)) areas.own[seat]!--;
    else areas.other[seat]!--;
  }
  for (let index = 0; index < living; index++) {
    const owner = owners[tailCell(board, order[index]!)]!;
    if (owner !== NOBODY_YET && owner !== CLOSED) areas.tails[owner]!++;
  }
}
