/** The flood fill behind reachable space and distances: breadth first, and bodies move away in time. */
import type { Position } from '../position.js';
import type { Cell } from '../types.js';
import { NEVER, scratch } from './free-times.js';

const { freeAt, queue, levelEnds } = scratch;

/**
 * Walks from `from`, which is entered at step number `time`, to all cells that can be reached by the steps in
 * `scratch.freeAt`, and sets their entries there to {@link NEVER}. Returns their number. `scratch.queue` has the cells,
 * and `scratch.levelEnds` the step numbers.
 */
export function flood({ neighbours }: Position, from: Cell, time: number): number {
  freeAt[from] = NEVER;
  queue[0] = from;
  let reached = 1;
  let levelEnd = 1;
  let step = time + 1;
  // One flat loop, written out for the four neighbours: twice as fast in V8 as nested loops.
  for (let read = 0; read < reached;) {
    const entry = queue[read]! * 4;
    const up = neighbours[entry]!;
    const down = neighbours[entry + 1]!;
    const left = neighbours[entry + 2]!;
    const right = neighbours[entry + 3]!;
    if (freeAt[up]! <= step) {
      freeAt[up] = NEVER;
      queue[reached++] = up;
    }
    if (freeAt[down]! <= step) {
      freeAt[down] = NEVER;
      queue[reached++] = down;
    }
    if (freeAt[left]! <= step) {
      freeAt[left] = NEVER;
      queue[reached++] = left;
    }
    if (freeAt[right]! <= step) {
      freeAt[right] = NEVER;
      queue[reached++] = right;
    }
    if (++read === levelEnd) {
      levelEnds[step - 1] = levelEnd;
      levelEnd = reached;
      step++;
    }
  }
  return reached;
}
