/** The map `healing_pools`: a few hazards that dry up one by one, for games in which hazards heal. */
import { cellAt } from '../../cells.js';
import { addHazard, clearHazards } from '../../items.js';
import { setUpStandard, standardBut } from '../standard.js';

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
