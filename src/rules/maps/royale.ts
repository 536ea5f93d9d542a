/** The map `royale`: the board closes in with hazards from random sides. */
import { clearHazards } from '../items.js';
import { drawShrunk } from '../stages/shrink.js';
import { ODD_SQUARES, type GameMap } from './game-map.js';
import { spawnFood } from './spawn-food.js';
import { ANY_NUMBER, setUpStandard } from './standard.js';

/** Follows the standard map but for its hazards. */
export const royale: GameMap = {
  name: 'royale',
  description: 'Every few turns one side of the board, drawn at random, closes in by one row of hazards.',
  sizes: ODD_SQUARES,
  snakes: ANY_NUMBER,
  setUp: setUpStandard,
  afterTurn(position, input) {
    spawnFood(position, input);
    // Before the first shrink the map keeps hazards, unlike the ruleset of the same name, which clears them.
    if (position.turn + 1 >= input.settings.royale.shrinkEveryNTurns) clearHazards(position);
    drawShrunk(position, input.settings.royale.shrinkEveryNTurns, input.chance.hazards);
  },
};
