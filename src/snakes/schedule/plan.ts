/** How much time each of the turns that wait for a core may take, so that all end in time. Used by `cores.ts`. */

/** A turn that wants a core. */
export interface PlannedTurn {
  /** When its answer has to leave, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Its share in proportion to the others. */
  readonly weight: number;
}

/** Between two turns on the same core: the messages to and from the child, in ms. */
export const GAP_MS = 2;
/** Halvings of the interval in which the time is searched: to a thousandth of a turn. */
const STEPS = 10;

/**
 * The most time per unit of weight, in ms, that these turns may all take if they run in this order, each alone on the
 * core that is free first, and every one has to end by its deadline. Equal for all: a turn of weight 2 gets twice as
 * much. The first of them never gets more than is left to its deadline. 0 if they do not fit at all.
 *
 * @param turns in the order in which they run; earliest deadline first fits whatever fits at all on one core.
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
    // The first one begins now: what comes before it is over.
    const end = free[core]! + weight * perWeight + (isFirst ? 0 : GAP_MS);
    if (end > deadline + Number.EPSILON * deadline) return false;
    free[core] = end;
    isFirst = false;
  }
  return true;
}
