/** Keeps the figures of benchmarks, from which the page of benchmarks is made: `npm run bench -- NAME… --record`. */
import { appendFileSync } from 'node:fs';
import { quantile } from './figures.js';

/** Where a benchmark that is recorded leaves its figures, one line of JSON each. */
export const RECORD_VARIABLE = 'SERPENTARIUM_BENCH_RECORD';

/** The figures of several rounds; of a single one, all three are the same. */
export interface Figure {
  readonly median: number;
  readonly least: number;
  readonly most: number;
}

export interface Recording {
  /** What was measured. */
  readonly commit: string;
  readonly date: string;
  readonly machine: string;
  readonly node: string;
  readonly figures: Readonly<Record<string, Figure>>;
}

export type Recordings = Readonly<Record<string, Recording>>;

export function record(name: string, rounds: readonly number[]): void {
  const file = process.env[RECORD_VARIABLE];
  if (file === undefined) return;
  const [least, median, most] = [0, 0.5, 1].map((share) => Number(quantile(rounds, share).toPrecision(3)));
  appendFileSync(file, `${JSON.stringify([name, { median, least, most }])}\n`);
}
