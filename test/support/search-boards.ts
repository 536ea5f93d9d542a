/** Compares a search's board with the rules' position, for tests. */
import { expect } from 'chai';
import { copyPosition, type Position } from '../../src/rules/position.js';
import { bodyCell, headOf } from '../../src/rules/snakes.js';
import { loadBoard, SearchBoard } from '../../src/search/board/board.js';

const boards = new Map<string, SearchBoard>();

/** Expects that a board shows a position: every living snake, every free cell, the food, and the hash from nothing. */
export function expectSameAsPosition(board: SearchBoard, position: Position): void {
  const key = `${position.width}x${position.height}`;
  const fresh = boards.get(key) ?? new SearchBoard(position);
  boards.set(key, fresh);
  loadBoard(fresh, position, board.me);
  const contents = contentsOf(board);
  if (contents !== contentsOf(fresh)) expect(contents).to.equal(contentsOf(fresh));
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if ((board.alive[seat] === 1) !== (position.causes[seat] === 0)) expect.fail(`seat ${seat} lives on one of them`);
    if (board.alive[seat] === 0) continue;
    if (board.headCells[seat] !== headOf(position, seat)) expect.fail(`the head of seat ${seat} is elsewhere`);
    if (board.lengths[seat] !== position.lengths[seat]) expect.fail(`the length of seat ${seat} differs`);
    for (let index = 0; index < position.lengths[seat]!; index++) {
      const cell = board.bodies[seat * board.ring + ((board.headAt[seat]! + index) & (board.ring - 1))];
      if (cell !== bodyCell(position, seat, index)) expect.fail(`part ${index} of seat ${seat} is elsewhere`);
    }
  }
  for (let cell = 0; cell < position.size; cell++) {
    if (position.occupied[cell]! > 0 !== board.freeOn[cell]! > board.turn) expect.fail(`cell ${cell} is free on one`);
  }
}

/** All that a board shows, as a string: equal for equal boards. */
export function contentsOf(board: SearchBoard): string {
  const parts: (number | string)[] = [board.turn, board.living, board.hashLow, board.hashHigh];
  for (let seat = 0; seat < board.snakeCount; seat++) {
    if (board.alive[seat] === 0) continue;
    parts.push('|', seat, board.headCells[seat]!, board.lengths[seat]!, board.health[seat]!);
    parts.push(board.seatLow[seat]!, board.seatHigh[seat]!);
  }
  parts.push('free');
  for (let cell = 0; cell < board.size; cell++) {
    const turns = board.freeOn[cell]! - board.turn;
    if (turns > 0) parts.push(cell, board.freeOn[cell]!, board.owner[cell]!);
  }
  parts.push('food', ...board.food.subarray(0, board.foodCount).toSorted());
  for (let index = 0; index < board.foodCount; index++) {
    if (board.foodAt[board.food[index]!] !== index + 1) parts.push(`food ${index} is not indexed`);
  }
  return parts.join(' ');
}

export function boardOf(position: Position, me: number): SearchBoard {
  const board = new SearchBoard(position);
  loadBoard(board, copyPosition(position), me);
  return board;
}
