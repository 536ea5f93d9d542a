/**
 * The order in which our moves and the replies are tried: the move of the table, the killer move (Huberman, 1968), and
 * the history heuristic (Schaeffer, 1983). A reply that refuted a move of ours is tried first the next time.
 */
import { MAX_PLIES, type SearchBoard } from '../board/board.js';
import { NO_TT_MOVE } from './table.js';

/** More than any count of the history. */
const FIRST = 1 << 26;
const KILLER = 1 << 25;

/** Owns its working memory: an order for each ply. */
export class MoveOrder {
  /** By ply × 4 + place: our move to try. */
  readonly moves = new Uint8Array(MAX_PLIES * 4);
  /** By ply × 4 + our move: the reply that refuted it last. */
  readonly refutations = new Uint8Array(MAX_PLIES * 4);
  readonly #killers = new Uint8Array(MAX_PLIES);
  readonly #keys = new Int32Array(4);
  /** By cell of our head × 4 + move: how often the move was good enough, and how deeply. */
  #history = new Int32Array(0);

  /** Forgets everything; called once a search. */
  newSearch({ size }: SearchBoard): void {
    this.#killers.fill(NO_TT_MOVE);
    this.refutations.fill(0);
    if (this.#history.length < size * 4) this.#history = new Int32Array(size * 4);
    else this.#history.fill(0);
  }

  /** Puts our moves of a mask in order. Returns the count, 1 for a snake that is lost. */
  sort(board: SearchBoard, ply: number, mask: number, ttMove: number): number {
    const { moves } = this;
    const base = ply * 4;
    if (mask === 0) {
      moves[base] = 0;
      return 1;
    }
    const entry = board.headCells[board.me]! * 4;
    const killer = this.#killers[ply]!;
    let count = 0;
    for (let move = 0; move < 4; move++) {
      if ((mask & (1 << move)) === 0) continue;
      const key = move === ttMove ? FIRST : move === killer ? KILLER : this.#history[entry + move]!;
      let at = count++;
      for (; at > 0 && this.#keys[at - 1]! < key; at--) {
        this.#keys[at] = this.#keys[at - 1]!;
        moves[base + at] = moves[base + at - 1]!;
      }
      this.#keys[at] = key;
      moves[base + at] = move;
    }
    return count;
  }

  /** Notes a move of ours that was good enough to end the search of its board. */
  noteCut(board: SearchBoard, ply: number, move: number, depth: number): void {
    this.#killers[ply] = move;
    this.#history[board.headCells[board.me]! * 4 + move]! += depth > 0 ? depth * depth : 1;
  }
}
