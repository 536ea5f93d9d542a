/** The map `sinkholes`: the middle of the board sinks, deeper and wider. */
import { cellAt, type Grid } from '../../cells.js';
import type { Cell } from '../../types.js';
import { addHazards, standardBut } from '../standard.js';

/** By side of the board: how many times the hole grows. */
const GROWTHS: Readonly<Record<number, number>> = { 7: 3, 11: 5, 19: 7 };

/** Turns from one growth to the next if `shrinkEveryNTurns` is 0. */
const USUAL_PACE = 10;

/** Every growth adds to what is there, so the middle is the deepest. */
export const sinkholes = standardBut({
  name: 'sinkholes',
  description: 'A hole in the middle grows every few turns, and gets deeper where it is already.',
  sizes: Object.keys(GROWTHS).map((side) => ({ width: Number(side), height: Number(side) })),
  snakes: { min: 1, max: 8 },
  changeHazards(position, { settings }) {
    const { turn, width } = position;
    const every = settings.royale.shrinkEveryNTurns || USUAL_PACE;
    if (turn < 1 || (turn - 1) % every !== 0) return;
    if (turn > 1 && turn > every * GROWTHS[width]!) return;
    addHazards(position, holeCells(position, (turn - 1) / every));
  },
});

/** The square of this radius around the centre, without its four corners. */
function holeCells(grid: Grid, radius: number): Cell[] {
  const [x, y] = [Math.floor(grid.width / 2), Math.floor(grid.height / 2)];
  const cells: Cell[] = [];
  for (let dx = -radius; dx <= radius; dx++) {
    for (let dy = -radius; dy <= radius; dy++) {
      const isCorner = radius > 0 && Math.abs(dx) === radius && Math.abs(dy) === radius;
      if (!isCorner) cells.push(cellAt(grid, x + dx, y + dy));
    }
  }
  return cells;
}
