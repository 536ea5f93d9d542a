/**
 * The speed of this machine at what strategies do: a fixed search, timed. Workers say it when they join a contest, and
 * budgets are scaled by it.
 */
import { fromPlain } from '../rules/plain.js';
import { createEvaluation } from './evaluation/evaluate.js';
import { search } from './search.js';

const SIDE = 11;

/** A duel in the middle of a game, with room for both. */
const MEASURED = {
  width: SIDE,
  height: SIDE,
  turn: 60,
  food: [
    { x: 2, y: 8 },
    { x: 8, y: 1 },
    { x: 5, y: 9 },
  ],
  hazards: [],
  snakes: [
    { id: 'a', health: 84, body: [5, 4, 3, 2, 1, 0].map((x) => ({ x, y: 4 })) },
    { id: 'b', health: 71, body: [7, 8, 9, 10, 10, 10].map((x, index) => ({ x, y: 6 + Math.max(0, index - 3) })) },
  ],
};

const DEPTH = 9;

/**
 * The positions that one search of the measurement visits, the same on every machine. It changes only with the search
 * or the evaluation; speeds before and after such a change cannot be compared.
 */
export const SPEED_NODES = 19_884;

/**
 * The nodes a second of a machine of speed 1: a round number, a little less than a core of a rented server.
 */
export const REFERENCE_NODES_PER_SECOND = 1_000_000;

/** Searches that are timed, and those before them, until V8 has compiled everything. */
const TIMED = 11;
const WARMING = 3;

/** What a measurement found. */
export interface MachineSpeed {
  /** The positions of each search that was timed. */
  readonly nodes: number;
  /** The median of the searches. */
  readonly nodesPerSecond: number;
  /** Relative to {@link REFERENCE_NODES_PER_SECOND}: at 2, a search takes half the time of the reference. */
  readonly speed: number;
}

/**
 * Measures the speed of one core in this thread, which it blocks for about half a second. No search looks at the clock,
 * so that each does the same work; the median of their times is hardly moved by a moment in which the machine does
 * something else.
 *
 * @param now elapsed time, in ms.
 */
export function measureSpeed(now: () => number = () => performance.now()): MachineSpeed {
  const position = fromPlain(MEASURED);
  const evaluate = createEvaluation();
  /** Limited by nodes in name only: such a search uses nothing that earlier ones have found. */
  const options = { evaluate, depth: DEPTH, nodes: Infinity, tableMb: 4 };
  const times: number[] = [];
  let nodes = 0;
  for (let round = -WARMING; round < TIMED; round++) {
    const began = now();
    ({ nodes } = search({ position, seat: 0 }, options));
    const took = now() - began;
    if (round >= 0) times.push(took);
  }
  const median = times.toSorted((a, b) => a - b)[(TIMED - 1) / 2]!;
  const nodesPerSecond = (1000 * nodes) / median;
  return { nodes, nodesPerSecond, speed: nodesPerSecond / REFERENCE_NODES_PER_SECOND };
}
