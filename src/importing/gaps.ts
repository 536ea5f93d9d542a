/** The turns that an imported game lacks. */

/** Turns that are missing one after the other, both ends included. */
export interface Gap {
  readonly from: number;
  readonly to: number;
}

/** Most gaps that are spelt out. */
const MAX_SHOWN = 5;

/** The turns before `end` that are not on the list, which is in order. */
export function gapsIn(turns: readonly number[], end: number): Gap[] {
  const gaps: Gap[] = [];
  let next = 0;
  for (const turn of [...turns, end]) {
    if (turn > next) gaps.push({ from: next, to: turn - 1 });
    next = turn + 1;
  }
  return gaps;
}

/** `3, 7 to 9`; empty if nothing is missing. */
export function formatGaps(gaps: readonly Gap[]): string {
  const shown = gaps.slice(0, MAX_SHOWN).map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`));
  return gaps.length > MAX_SHOWN ? `${shown.join(', ')} and ${gaps.length - MAX_SHOWN} more gaps` : shown.join(', ');
}
