/** Makes `Math.random` of a worker follow a seed, so that strategies that use it play the same game again. */
import { createChance } from '../../rules/chance.js';

let chance = createChance('');

/** Makes `Math.random` draw the numbers of this seed from here on, also for code that took the function before. */
export function seedMathRandom(seed: string): void {
  chance = createChance(`${seed} Math.random`);
}

/** Replaces `Math.random` by one that can be seeded. Call it before any strategy is loaded. */
export function replaceMathRandom(): void {
  Math.random = () => chance.fraction();
}
