/** Playing moves out on a board: the step of a search. */

import { copyPosition, type Position } from '../position.js';
import { highest } from '../chance.js';
import { RULESETS } from '../rulesets.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import type { TurnInput } from '../stages/stage.js';
import { type Direction, MAX_SNAKES, moveNumber } from '../types.js';

const input: { moves: Uint8Array } & Omit<TurnInput, 'moves'> = {
  moves: new Uint8Array(0),
  settings: DEFAULT_SETTINGS,
  hazardChance: highest,
};

/**
 * Plays one turn on this board, in place: moves, hunger, hazards, food, eliminations, and growth where the board's rules
 * have it. Nothing appears by chance, and squads share nothing but their bodies.
 *
 * @param moves by seat, as numbers; see {@link moveNumbers}.
 */
export function advance(position: Position, moves: Uint8Array): void {
  const { stages } = position.rules.grows ? RULESETS.constrictor : RULESETS.standard;
  input.moves = moves;
  for (const stage of stages) stage(position, input);
  position.turn++;
}

/**
 * The board after these moves, leaving the one given as it is.
 *
 * @param into a board to overwrite, which then allocates nothing; keep one for each depth of a search.
 * @returns the board after: `into`, or a new one.
 */
export function lookAhead(position: Position, moves: Uint8Array, into?: Position): Position {
  const next = copyPosition(position, into);
  advance(next, moves);
  return next;
}

/** Moves by seat as {@link advance} takes them. A seat left out goes straight on. */
export function moveNumbers(moves: readonly (Direction | undefined)[], into = new Uint8Array(MAX_SNAKES)): Uint8Array {
  for (let seat = 0; seat < into.length; seat++) into[seat] = moveNumber(moves[seat] ?? '');
  return into;
}
