/** Stage 7 of royale: the board closes in from random sides. */
import type { Position } from '../position.js';
import type { Chance } from '../chance.js';
import { addHazard, clearHazards } from '../items.js';
import type { Stage } from './stage.js';

/** Replaces all hazards by those of the coming turn. No cell has a hazard before the first shrink. */
export const shrink: Stage = (position, { settings, hazardChance }) => {
  clearHazards(position);
  drawShrunk(position, settings.royale.shrinkEveryNTurns, hazardChance);
};

/**
 * Adds a hazard on every cell outside the rectangle that is left on turn `position.turn` + 1. Every `everyNTurns` turns
 * one random side moves in by one. All sides are drawn again each turn from the same sequence, so the board never opens
 * again. Throws an `Error` if `everyNTurns` is below 1.
 */
export function drawShrunk(position: Position, everyNTurns: number, chance: Chance): void {
  if (everyNTurns < 1) {
    throw new Error(`"shrinkEveryNTurns" is ${everyNTurns}: royale shrinks every 1 or more turns.`);
  }
  const sides = Math.floor((position.turn + 1) / everyNTurns);
  if (sides === 0) return;

  const open = { x: 0, y: 0, toX: position.width, toY: position.height };
  chance.rewind(0);
  for (let drawn = 0; drawn < sides && open.x < open.toX && open.y < open.toY; drawn++) {
    const side = chance.below(4);
    if (side === 0) open.x++;
    else if (side === 1) open.toX--;
    else if (side === 2) open.y++;
    else open.toY--;
  }
  for (let cell = 0; cell < position.size; cell++) {
    const x = cell % position.width;
    const y = Math.floor(cell / position.width);
    if (x < open.x || x >= open.toX || y < open.y || y >= open.toY) addHazard(position, cell);
  }
}
