/** The ids of a game and its snakes: as engines make them, but from the seed. */
import { createChance, type Chance } from '../../rules/chance.js';

export interface GameIds {
  readonly game: string;
  /** By seat. */
  readonly snakes: readonly string[];
}

/** The same ids for the same seed. A seat's id does not depend on how many snakes there are. */
export function createIds(seed: string | number, snakes: number): GameIds {
  const chance = createChance(`${seed} ids`);
  return { game: drawId(chance), snakes: Array.from({ length: snakes }, () => drawId(chance)) };
}

/** A UUID of version 4, the random one (RFC 9562). */
function drawId(chance: Chance): string {
  const [a, b, c, d, e, f, g, h] = Array.from({ length: 8 }, () => chance.below(0x10000));
  const words = [a!, b!, c!, (d! & 0x0fff) | 0x4000, (e! & 0x3fff) | 0x8000, f!, g!, h!];
  const [w0, w1, w2, w3, w4, w5, w6, w7] = words.map((word) => word.toString(16).padStart(4, '0'));
  return `${w0}${w1}-${w2}-${w3}-${w4}-${w5}${w6}${w7}`;
}
