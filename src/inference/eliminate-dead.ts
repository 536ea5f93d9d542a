/** Who is dead on a board as it arrived? Asked by the census each turn, and by whoever looks at the last board of a game. */
import type { Position } from '../rules/position.js';
import { eliminateSnakes } from '../rules/stages/eliminate.js';
import { shareElimination } from '../rules/stages/squad.js';
import type { GameRequest } from '../wire/resources.js';

/** Takes those out of the game whom the rules would eliminate on the board of a request, and the mates that fall with them. */
export function eliminateDead(position: Position, request: GameRequest): void {
  eliminateSnakes(position, { stacksAreHarmless: true });
  if (sharesElimination(request)) shareElimination(position);
}

/** Whether the snakes of a squad fall together. */
export function sharesElimination({ game: { ruleset } }: GameRequest): boolean {
  return ruleset.name === 'squad' && ruleset.settings.squad.sharedElimination;
}
