/** Lets V8 compile the search before the first turn: cold code loses whole turns of depth. */
import { fromPlain } from '../rules/plain.js';
import { search } from './search.js';
import type { Evaluate } from './tree/alpha-beta.js';

const SIDE = 11;

/** A duel of two snakes that have just met in the middle of an open board. */
const CANNED = {
  width: SIDE,
  height: SIDE,
  turn: 20,
  food: [
    { x: 2, y: 8 },
    { x: 8, y: 1 },
  ],
  hazards: [],
  snakes: [
    { id: 'a', health: 90, body: [4, 3, 2, 1, 0].map((x) => ({ x, y: 5 })) },
    { id: 'b', health: 80, body: [7, 8, 9, 10].map((x) => ({ x, y: 6 })) },
  ],
};

/**
 * Searches a canned position for some time (default: 150 ms). A strategy calls it once, where its file is loaded, so
 * that its first turns are searched as deeply as its last.
 */
export function warmUp(evaluate: Evaluate, ms = 150): void {
  const until = performance.now() + ms;
  const position = fromPlain(CANNED);
  search({ position, seat: 0, timeLeft: () => until - performance.now() }, { evaluate, reserve: 0 });
}
