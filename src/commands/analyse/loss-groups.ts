/** Groups lost games by what went wrong at the last chance, as the rules explain it. Called by `analyse`. */
import { boardsOf } from '../../inference/replay-game.js';
import { performAutopsy, type Autopsy } from '../../journal/report/autopsy.js';
import type { Seats } from '../../recorded/board-history.js';
import { stepsApart } from '../../rules/cells.js';
import { copyPosition, type Position } from '../../rules/position.js';
import { eliminateSnake, headOf, isAlive, seatOf, tailOf } from '../../rules/snakes.js';
import { stepTo } from '../../rules/steps.js';
import { reachableSpace, spaceAfter } from '../../rules/toolkit/reachable.js';
import { DIRECTIONS, moveNumber, type Seat } from '../../rules/types.js';
import type { FullGameRow } from '../../views/game-rows.js';

/** A snake that is on the edge for its last turns, in this number, was pinned there. */
const EDGE_TURNS = 3;

export interface LostGame {
  readonly seats: Seats;
  /** `undefined` if it is not known how the snake died. */
  readonly found: Autopsy | undefined;
  /** What went wrong, as the end of a sentence that begins with "it". */
  readonly fault: string;
}

/** @param most positions to try in all, roughly. */
export function examineLoss(seats: Seats, longer: number, most: number): LostGame {
  const found = performAutopsy(seats[0], longer, most);
  return { seats, found, fault: nameFault(seats[0], found) };
}

/** The largest group first; in each, the game with the median number of turns first. */
export function groupLosses(losses: readonly LostGame[]): (readonly [typical: LostGame, ...others: LostGame[]])[] {
  const faults = [...new Set(losses.map(({ fault }) => fault))];
  const groups = faults.map((fault) => {
    const all = losses.filter((each) => each.fault === fault);
    all.sort((one, other) => one.seats[0].turns - other.seats[0].turns);
    const [typical] = all.splice(Math.floor((all.length - 1) / 2), 1);
    return [typical!, ...all] as const;
  });
  return groups.sort((one, other) => other.length - one.length);
}

/** Words with their counts, the most frequent first: `hunter 8, greedy 4`. */
export function countWords(words: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  return sorted.map(([word, count]) => `${word} ${count}`).join(', ');
}

/** What a snake did wrong on the last turn on which another move would have saved it. */
function nameFault(game: FullGameRow, found: Autopsy | undefined): string {
  if (found === undefined) return 'died of an unknown cause';
  const { chance, cause, died } = found;
  if (chance?.isLost) return 'answered right, and the engine did not use it';
  if (cause === 'out-of-health') return 'starved';
  if (cause === 'hazard') return 'stayed in a hazard';
  if (chance === undefined) return 'had no chance that the search sees';
  const boards = boardsOf(game);
  const board = boards.find(({ turn }) => turn === chance.turn)!;
  const seat = seatOf(board, game.you);
  const after = boards.filter(({ turn }) => turn > chance.turn && turn < died);
  const isPinned = after.length >= EDGE_TURNS && after.slice(-EDGE_TURNS).every((later) => isOnEdge(later, game.you));
  if (cause === 'head-collision' && !isPinned) {
    const last = boards.find(({ turn }) => turn === died - 1) ?? board;
    const isShorter = meetsLonger(last, seatOf(last, game.you));
    return `lost head to head against a snake ${isShorter ? 'that was longer' : 'of its length'}`;
  }
  const { move } = chance.answered.answer;
  const next = move === undefined ? -1 : stepTo(board, headOf(board, seat), moveNumber(move));
  if (chance.turn === died - 1) {
    if (next === tailOf(board, seat)) return 'ran into its tail after it had eaten';
    if (cause === 'wall-collision') return 'ran into a wall next to a free cell';
    return `ran into ${cause === 'snake-collision' ? 'another snake' : 'itself'} next to a free cell`;
  }
  const length = board.lengths[seat]!;
  if (move !== undefined && spaceAfter(board, seat, moveNumber(move)) < length)
    return 'entered a room smaller than its body';
  const closed = after.find((later) => reachableSpace(later, seatOf(later, game.you)) < length);
  const closers = closed === undefined ? undefined : countClosers(closed, game.you, length);
  if (closers === 0) return 'locked itself in';
  if (closers === 2) return 'was cut off by two snakes together';
  if (isPinned) return 'was pinned against the edge by another snake';
  return closers === 1 || cause === 'snake-collision' ? 'was cut off by another snake' : 'locked itself in';
}

/** Whether a wall is next to the head of a snake. */
function isOnEdge(board: Position, id: string): boolean {
  const head = headOf(board, seatOf(board, id));
  return DIRECTIONS.some((_, move) => stepTo(board, head, move) < 0);
}

/** The other snakes that leave a snake less room than `length`: 0 if its own body does, 1, or 2 for two or more. */
function countClosers(board: Position, id: string, length: number): 0 | 1 | 2 {
  const seat = seatOf(board, id);
  const others = board.ids.flatMap((_, other) => (other === seat ? [] : [other]));
  const isRoomyWithout = (left: readonly Seat[]): boolean => {
    const emptier = copyPosition(board);
    for (const other of left) eliminateSnake(emptier, other, 'snake-collision', seat);
    return reachableSpace(emptier, seat) >= length;
  };
  if (!isRoomyWithout(others)) return 0;
  return others.filter((other) => isRoomyWithout([other])).length === 1 ? 1 : 2;
}

/** Whether the head of a longer snake can reach a cell next to its head. */
function meetsLonger(board: Position, seat: Seat): boolean {
  return board.ids.some((_, other) => {
    const isLonger = isAlive(board, other) && board.lengths[other]! > board.lengths[seat]!;
    return isLonger && stepsApart(board, board.rules.wraps, headOf(board, seat), headOf(board, other)) <= 2;
  });
}
