/** Computes how much time each waiting turn may take so that all end in time. Used by `cores.ts`. */

/** A turn that needs a core. */
export interface PlannedTurn {
  /** When its answer is due, on the clock of `performance.now()`. */
  readonly deadline: number;
  readonly weight: number;
}

/** Between two turns on the same core, for the messages to and from the child, in ms. */
export const GAP_MS = 2;
/** Halvings of the searched interval: to a thousandth of a turn. */
const STEPS = 10;

/**
 * The largest time per unit of weight, in ms, with which all these turns end by their deadlines if they run in this
 * order, each on the core that is free first. A turn of weight 2 gets twice as much. The first one never gets more than
 * the time to its deadline. 0 if they do not fit.
 *
 * @param turns in the order in which they run; on one core, earliest deadline first is optimal.
 * @param cores when each core is free, on the clock of `performance.now()`.
 */
export function timePerWeight(turns: readonly PlannedTurn[], cores: readonly number[], now: number): number {
  const [first] = turns;
  if (first === undefined) return 0;
  let most = Math.max(0, (first.deadline - now) / first.weight);
  if (fits(turns, cores, now, most)) return most;
  let least = 0;
  for (let step = 0; step < STEPS; step++) {
    const middle = (least + most) / 2;
    if (fits(turns, cores, now, middle)) least = middle;
    else most = middle;
  }
  return least;
}

function fits(turns: readonly PlannedTurn[], cores: readonly number[], now: number, perWeight: number): boolean {
  const free = cores.map((at) => Math.max(at, now));
  let isFirst = true;
  for (const { deadline, weight } of turns) {
    let core = 0;
    for (let other = 1; other < free.length; other++) if (free[other]! < free[core]!) core = other;
    // The first one begins now: it has no gap before it.
    const end = free[core]! + weight * perWeight + (isFirst ? 0 : GAP_MS);
    if (end > deadline + Number.EPSILON * deadline) return false;
    free[core] = end;
    isFirst = false;
  }
  return true;
}
