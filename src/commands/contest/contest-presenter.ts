/** What the page shows of a contest: made by its command, asked for by `contest-page.ts`. */
import type { ContestantReport, JsonNumber, OutcomesReport } from '../../arena/contest/contestant-report.js';
import type { ContestSettings } from '../../arena/contest/contest.js';
import type { ContestantView, OutcomeCounts, ContestView } from '../../page/api/contests.js';

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

/** What is played: `standard on 11×11, 100 ms`. */
export function formatGame({ ruleset, map, width, height, timeout }: ContestSettings): string {
  const on = map === 'standard' ? '' : `, map ${map}`;
  return `${ruleset} on ${width}×${height}${on}, ${timeout} ms`;
}

/** A contestant as the page lists it. */
export function toContestantView(report: ContestantReport): ContestantView {
  const { name, label, answers, lostTurns, failures, fallbacks, crashes, took, length, deaths, crash, problem } =
    report;
  const reason = crash ?? problem;
  return {
    name,
    label,
    answers,
    lostTurns,
    failures,
    fallbacks,
    crashes,
    p50: took.p50,
    p99: took.p99,
    length,
    deaths,
    ...(reason !== null && { problem: reason }),
  };
}

/** How its games ended, without the rest of its report. */
export function toOutcomeCounts({ games, wins, draws, losses, score }: OutcomesReport): OutcomeCounts {
  return { games, wins, draws, losses, score };
}

/** `null` if it is infinite. */
export function toBounded(value: JsonNumber): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}
