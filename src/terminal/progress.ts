/** Shows how something long is going: one line that changes on a terminal, a new line every half minute elsewhere. */
import { createLogUpdate } from 'log-update';
import { formatCount } from '../views/numbers.js';
import { printable } from './printable.js';

/** Time between two lines, in ms. */
const INTERVAL_MS = { live: 250, plain: 30_000 };

export interface ProgressOptions {
  readonly output: NodeJS.WriteStream;
  /** The number of finished pairs, games or turns. */
  readonly done: () => number;
  /** The current line. `rate` is the progress of this run per second. */
  readonly format: (rate: number) => string;
}

/** Shows progress until the function that it returns is called; that function also clears the live line. */
export function showProgress({ output, done, format }: ProgressOptions): () => void {
  const live = output.isTTY ? createLogUpdate(output) : undefined;
  const first = done();
  const began = performance.now();
  const timer = setInterval(
    () => {
      const rate = (done() - first) / ((performance.now() - began) / 1000);
      const line = printable(format(rate));
      if (live === undefined) output.write(`${line}\n`);
      else live(line);
    },
    live === undefined ? INTERVAL_MS.plain : INTERVAL_MS.live,
  );
  return () => {
    clearInterval(timer);
    live?.clear();
    live?.done();
  };
}

/** The first two parts of each line: the games so far, and how many there are in a second. */
export function formatSpeed(pairs: number, gamesPerPair: number, rate: number): readonly [string, string] {
  return [formatCount(pairs * gamesPerPair, 'game'), `${(rate * gamesPerPair).toFixed(rate < 10 ? 1 : 0)}/s`];
}

/** The last part: how long it takes to do so much more, if that is known. */
export function formatTimeLeft(left: number | undefined, rate: number): string {
  if (left === undefined || rate <= 0) return 'time left unknown';
  const seconds = Math.ceil(left / rate);
  return seconds < 120 ? `~${seconds} s left` : `~${Math.ceil(seconds / 60)} min left`;
}
