/** Makes `Math.random` of this process follow a seed: strategies that draw from it play the same game again, too. */
import { createChance } from '../../rules/chance.js';

let chance = createChance('');

/** From here on, `Math.random` draws the numbers of this seed. Who has taken the function before draws them as well. */
export function seedMath(seed: string): void {
  chance = createChance(`${seed} Math.random`);
}

/** To be called before any strategy is loaded. */
export function takeOverMath(): void {
  Math.random = () => chance.fraction();
}
