/** When each cell comes free. All searches of the toolkit walk by this. */
import type { Position } from '../position.js';
import { isMate } from '../snakes.js';
import { FULL_HEALTH, MAX_SIDE, type Seat } from '../types.js';

/** Later than any search looks: a cell that never comes free, or that has been visited. */
export const NEVER = 0xffff;

const MAX_SIZE = MAX_SIDE * MAX_SIDE;

/**
 * Working memory that the searches of the toolkit share; they never run at the same time.
 *
 * The arrays fit every board and are never replaced. A module that puts one in a constant saves V8 the lookup of its
 * place and length at every access.
 */
export const scratch = {
  /**
   * By cell: the first step at which it can be entered. {@link NEVER} for the number after the last cell: off the
   * board.
   */
  freeAt: new Int32Array(MAX_SIZE + 1),
  /** The cells in the order in which they were reached, and room for one more. */
  queue: new Uint16Array(MAX_SIZE + 1),
  /** By step: the index in the queue after the last cell that was entered at that step. */
  levelEnds: new Uint16Array(MAX_SIZE + 1),
} as const;

const { freeAt } = scratch;

/**
 * Fills `scratch.freeAt`: 0 for a free cell, else the number of steps until the last body part there has moved on; 1
 * for a tail that moves this turn. Assumes that no snake eats. A cell never comes free if its hazards kill at once;
 * with food on it, they do no harm.
 *
 * @param seat leaves out bodies that this snake may pass, and closes the hazards that take its present health. −1 for
 *   none: closes hazards that take full health.
 */
export function fillFreeTimes(position: Position, seat: Seat): void {
  const { causes, snakeCount, rules, size } = position;
  freeAt.fill(0, 0, size);
  freeAt[size] = NEVER;
  for (let other = 0; other < snakeCount; other++) {
    if (causes[other] === 0 && !(rules.matesPass && isMate(position, seat, other))) fillBody(position, other);
  }
  if (position.hazardCount !== 0) closeDeadly(position, seat < 0 ? FULL_HEALTH : position.health[seat]!);
}

/** Closes the cells whose hazards kill a snake of this health on arrival. One health is lost to hunger before. */
function closeDeadly({ foodAt, hazards, hazardsAt, hazardCount, rules }: Position, health: number): void {
  const damage = rules.hazardDamage;
  // In most games no hazard of the board can do that.
  if (damage <= 0 || damage * hazardCount < health - 1) return;
  const deadly = Math.max(1, (health - 1) / damage);
  for (let index = 0; index < hazardCount; index++) {
    const cell = hazards[index]!;
    if (cell >= 0 && hazardsAt[cell]! >= deadly && foodAt[cell] === 0) freeAt[cell] = NEVER;
  }
}

function fillBody({ bodies, ring, heads, lengths, rules }: Position, seat: Seat): void {
  const base = seat * ring;
  const head = heads[seat]!;
  const length = lengths[seat]!;
  for (let index = 0; index < length; index++) {
    const cell = bodies[base + ((head + index) & (ring - 1))]!;
    const free = rules.grows ? NEVER : length - index;
    if (cell >= 0 && freeAt[cell]! < free) freeAt[cell] = free;
  }
}
