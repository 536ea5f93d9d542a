/** Eliminates the snakes that are dead by the rules on a board as it arrived. Called by the alive tracker. */
import type { Position } from '../rules/position.js';
import { eliminateSnakes } from '../rules/stages/eliminate.js';
import { shareElimination } from '../rules/stages/squad.js';
import type { GameRequest } from '../wire/resources.js';

/** Eliminates **in place** every snake that the rules would eliminate here, and the mates that die with it. */
export function eliminateDead(position: Position, request: GameRequest): void {
  eliminateSnakes(position, { stacksAreHarmless: true });
  if (sharesElimination(request)) shareElimination(position);
}

/** Whether squad mates die together in this game. */
export function sharesElimination({ game: { ruleset } }: GameRequest): boolean {
  return ruleset.name === 'squad' && ruleset.settings.squad.sharedElimination;
}
