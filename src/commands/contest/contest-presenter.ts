/** What the page shows of a contest: made by its command, asked for by `contest-page.ts`. */
import type { JsonNumber } from '../../arena/contest/contestant-report.js';
import type { ContestSettings } from '../../arena/contest/contest.js';
import type { OutcomesView, ContestView } from '../../page/api/contests.js';

/** A contest as its command knows it. `Tally` is what it has shown so far. */
export interface ContestPresenter<Tally> {
  readonly kind: ContestView['kind'];
  /** Who plays, in a few words. */
  readonly title: string;
  readonly seed: string;
  readonly game: ContestSettings;
  readonly gamesPerPair: number;
  /** Called with the tally after each pair: for what is shown over time. */
  readonly note: (tally: Tally) => void;
  /** An estimate of the pairs until it ends. */
  readonly pairsLeft: (tally: Tally) => number;
  /** The live line, without speed and time left. */
  readonly line: (tally: Tally) => string;
  readonly details: (tally: Tally) => ContestView['details'];
}

/** What is played: `standard on 11×11, 100 ms, 100 ms to ponder`. */
export function formatGame({ ruleset, map, width, height, timeout, ponder }: ContestSettings): string {
  const on = map === 'standard' ? '' : `, map ${map}`;
  const between = ponder === undefined ? '' : `, ${ponder} ms to ponder`;
  return `${ruleset} on ${width}×${height}${on}, ${timeout} ms${between}`;
}

/** How its games ended, without the rest of its report. */
export function toOutcomes({ games, wins, draws, losses, score }: OutcomesView): OutcomesView {
  return { games, wins, draws, losses, score };
}

/** `null` if it is infinite. */
export function toBounded(value: JsonNumber): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
