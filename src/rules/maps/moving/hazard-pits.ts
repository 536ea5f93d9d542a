/** The map `hz_hazard_pits`: pits that get deeper, stay deep for a while, close, and begin again. */
import { cellAt, xOf, yOf } from '../../cells.js';
import { shuffle } from '../../chance.js';
import { addHazard, clearHazards } from '../../items.js';
import type { Position } from '../../position.js';
import { placeSnakes, placeStartFood } from '../start.js';
import type { Cell } from '../../types.js';
import { standardBut } from '../standard.js';

const SIDE = 11;
const DEEPEST = 4;
/** Steps from one closing of the pits to the next. */
const CYCLE = 7;

/** Throws an `Error` if `shrinkEveryNTurns` is below 1, which stops the official engine as well. */
export const hazardPits = standardBut({
  name: 'hz_hazard_pits',
  description: 'Pits on every second cell get deeper every few turns, up to four hazards; then they close for a while.',
  sizes: [{ width: SIDE, height: SIDE }],
  snakes: { min: 1, max: 4 },
  setUp(position, { chance }) {
    placeSnakes(position, shuffle(chance.setUp, startCorners(position)));
    placeStartFood(position, chance.setUp);
  },
  changeHazards(position, { settings }) {
    const every = settings.royale.shrinkEveryNTurns;
    if (every < 1) throw new Error(`"shrinkEveryNTurns" is ${every}: pits get deeper every 1 or more turns.`);
    if (position.turn % every !== 0) return;
    clearHazards(position);
    const depth = Math.min(DEEPEST, Math.floor(position.turn / every) % CYCLE);
    for (const cell of pits(position)) {
      for (let layer = 0; layer < depth; layer++) addHazard(position, cell);
    }
  },
});

function startCorners(position: Position): Cell[] {
  const far = SIDE - 2;
  return [cellAt(position, 1, 1), cellAt(position, far, 1), cellAt(position, 1, far), cellAt(position, far, far)];
}

/** The cells with an odd column and an odd row, except the start cells; by x, then y. */
function pits(position: Position): Cell[] {
  const starts = new Set(startCorners(position));
  const cells = Array.from({ length: SIDE * SIDE }, (_, index) =>
    cellAt(position, Math.floor(index / SIDE), index % SIDE),
  );
  return cells.filter((cell) => xOf(position, cell) % 2 === 1 && yOf(position, cell) % 2 === 1 && !starts.has(cell));
}
