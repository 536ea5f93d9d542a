/** The ids of a game and its snakes: UUIDs as engines use them, but drawn from the seed. */
import { v4 } from 'uuid';
import { createChance, type Chance } from '../../rules/chance.js';

export interface GameIds {
  readonly game: string;
  /** By seat. */
  readonly snakes: readonly string[];
}

/** The same ids for the same seed. A seat's id does not depend on the number of snakes. */
export function createIds(seed: string | number, snakes: number): GameIds {
  const chance = createChance(`${seed} ids`);
  return { game: drawId(chance), snakes: Array.from({ length: snakes }, () => drawId(chance)) };
}

function drawId(chance: Chance): string {
  const random = new Uint8Array(16);
  for (let index = 0; index < random.length; index += 2) {
    const pair = chance.below(0x10000);
    random[index] = pair >> 8;
    random[index + 1] = pair & 0xff;
  }
  return v4({ random });
}
