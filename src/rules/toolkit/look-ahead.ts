/** Plays moves out on a position: the step of every search. */
import { highest } from '../chance.js';
import { copyPosition, type Position } from '../position.js';
import { RULESETS } from '../rulesets.js';
import { DEFAULT_SETTINGS } from '../settings.js';
import type { TurnInput } from '../stages/stages.js';
import { MAX_SNAKES, moveNumber, type Direction } from '../types.js';

/** Moves by seat, such as `{ [seat]: 'up' }` or `['up', 'left']`. Snakes left out keep their direction. */
export interface MovesBySeat {
  readonly [seat: number]: Direction | undefined;
}

const input: { moves: Uint8Array } & Omit<TurnInput, 'moves'> = {
  moves: new Uint8Array(0),
  settings: DEFAULT_SETTINGS,
  hazardChance: highest,
};

/**
 * Plays one turn on this position, in place: moves, hunger, hazards, food, eliminations, and growth under rules where
 * all snakes grow. No food or hazard appears, and squads share nothing but their bodies.
 *
 * @param moves by seat, as numbers; {@link moveNumbers} makes them.
 */
export function advance(position: Position, moves: Uint8Array): void {
  const { stages } = position.rules.grows ? RULESETS.constrictor : RULESETS.standard;
  input.moves = moves;
  for (const stage of stages) stage(position, input);
  position.turn++;
}

/** Reused by {@link lookAhead}, so that moves by seat allocate no numbers. */
const numbers = new Uint8Array(MAX_SNAKES);

/**
 * The position after these moves; does not change the one given. Plays one turn as {@link advance} does.
 *
 * @param moves by seat; as numbers where speed counts.
 * @param into a position to overwrite, which then allocates nothing; keep one for each depth of a search.
 * @returns `into`, or a new position.
 */
export function lookAhead(position: Position, moves: MovesBySeat | Uint8Array, into?: Position): Position {
  const next = copyPosition(position, into);
  advance(next, moves instanceof Uint8Array ? moves : moveNumbers(moves, numbers));
  return next;
}

/** Moves by seat as the numbers that {@link advance} takes. */
export function moveNumbers(moves: MovesBySeat, into: Uint8Array = new Uint8Array(MAX_SNAKES)): Uint8Array {
  for (let seat = 0; seat < into.length; seat++) into[seat] = moveNumber(moves[seat] ?? '');
  return into;
}
