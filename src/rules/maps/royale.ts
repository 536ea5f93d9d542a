/** The map `royale`: the board closes in with hazards from random sides. */
import { clearHazards } from '../items.js';
import { drawShrunk } from '../stages/stages.js';
import { standardBut } from './standard.js';

export const royale = standardBut({
  name: 'royale',
  description: 'Every few turns one side of the board, drawn at random, closes in by one row of hazards.',
  changeHazards(position, { settings, chance }) {
    // Before the first shrink the map keeps hazards, unlike the ruleset of the same name, which clears them.
    if (position.turn + 1 >= settings.royale.shrinkEveryNTurns) clearHazards(position);
    drawShrunk(position, settings.royale.shrinkEveryNTurns, chance.hazards);
  },
});
