/** Maps with hollows at places that the size of the board fixes: pits that deepen, pools that dry up, a sinkhole. */
import { cellAt, xOf, yOf, type Grid } from '../../cells.js';
import { shuffle } from '../../chance.js';
import { addHazard, clearHazards } from '../../items.js';
import type { Position } from '../../position.js';
import { placeSnakes, placeStartFood } from '../start.js';
import type { Cell } from '../../types.js';
import { standardBut, setUpStandard, addHazards } from '../standard.js';

const PITS_SIDE = 11;
const DEEPEST_PIT = 4;
/** Steps from one closing of the pits to the next. */
const PITS_CYCLE = 7;

/** Throws an `Error` if `shrinkEveryNTurns` is below 1, which stops the official engine as well. */
export const hazardPits = standardBut({
  name: 'hz_hazard_pits',
  description: 'Pits on every second cell get deeper every few turns, up to four hazards; then they close for a while.',
  sizes: [{ width: PITS_SIDE, height: PITS_SIDE }],
  snakes: { min: 1, max: 4 },
  setUp(position, { chance }) {
    placeSnakes(position, shuffle(chance.setUp, startCorners(position)));
    placeStartFood(position, chance.setUp);
  },
  changeHazards(position, { settings }) {
    const every = settings.royale.shrinkEveryNTurns;
    if (every < 1) throw new Error(`"shrinkEveryNTurns" is ${every}: it must be at least 1.`);
    if (position.turn % every !== 0) return;
    clearHazards(position);
    const depth = Math.min(DEEPEST_PIT, Math.floor(position.turn / every) % PITS_CYCLE);
    for (const cell of pits(position)) {
      for (let layer = 0; layer < depth; layer++) addHazard(position, cell);
    }
  },
});

function startCorners(position: Position): Cell[] {
  const far = PITS_SIDE - 2;
  return [cellAt(position, 1, 1), cellAt(position, far, 1), cellAt(position, 1, far), cellAt(position, far, far)];
}

/** The cells with an odd column and an odd row, except the start cells; by x, then y. */
function pits(position: Position): Cell[] {
  const starts = new Set(startCorners(position));
  const cells = Array.from({ length: PITS_SIDE * PITS_SIDE }, (_, index) =>
    cellAt(position, Math.floor(index / PITS_SIDE), index % PITS_SIDE),
  );
  return cells.filter((cell) => xOf(position, cell) % 2 === 1 && yOf(position, cell) % 2 === 1 && !starts.has(cell));
}

/** By side of the board: the sets of pools. A game has one of them. */
const POOLS: Readonly<Record<number, readonly string[]>> = {
  7: ['3,3'],
  11: ['3,3 7,7', '3,7 7,3', '3,5 7,5', '5,7 5,3'],
  19: ['5,5 13,13 5,13 13,5', '5,10 13,10 10,13 10,5'],
};

/** Meant for a negative `hazardDamagePerTurn`, which heals. */
export const healingPools = standardBut({
  name: 'healing_pools',
  description: 'A few pools, which heal if the hazard damage is negative; every few turns one of them dries up.',
  sizes: Object.keys(POOLS).map((side) => ({ width: Number(side), height: Number(side) })),
  snakes: { min: 1, max: 8 },
  setUp(position, input) {
    setUpStandard(position, input);
    const sets = POOLS[position.width]!;
    input.chance.hazards.rewind(0);
    for (const pool of sets[input.chance.hazards.below(sets.length)]!.split(' ')) {
      const [x, y] = pool.split(',').map(Number);
      addHazard(position, cellAt(position, x!, y!));
    }
  },
  changeHazards(position, { settings, chance }) {
    const every = settings.royale.shrinkEveryNTurns;
    if (!(every > 0) || position.turn === 0 || position.turn % every !== 0 || position.hazardCount === 0) return;
    const pools = position.hazards.slice(0, position.hazardCount);
    chance.hazards.rewind(position.turn);
    const dry = chance.hazards.below(pools.length);
    clearHazards(position);
    pools.forEach((cell, index) => index !== dry && addHazard(position, cell));
  },
});

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
