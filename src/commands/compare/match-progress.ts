/** Shows how a match is going: one line that changes on a terminal, a new line every half minute elsewhere. */
import { createLogUpdate } from 'log-update';
import type { MatchTally } from '../../arena/match/match-tally.js';
import type { StopCondition } from '../../arena/match/stop-condition.js';
import { printable } from '../../terminal/printable.js';
import { formatProgress } from './format-match.js';

/** Time between two lines, in ms. */
const INTERVAL_MS = { live: 250, plain: 30_000 };

/** What is shown, and where. */
export interface ProgressOptions {
  readonly output: NodeJS.WriteStream;
  readonly condition: StopCondition;
  readonly gamesPerPair: number;
  /** The tally as it is now. */
  readonly tally: () => MatchTally;
}

/** Shows progress until the function that it returns is called; that function also clears the live line. */
export function showProgress({ output, condition, gamesPerPair, tally }: ProgressOptions): () => void {
  const live = output.isTTY ? createLogUpdate(output) : undefined;
  const first = tally().pairs;
  const began = performance.now();
  const timer = setInterval(
    () => {
      const rate = (tally().pairs - first) / ((performance.now() - began) / 1000);
      const line = printable(formatProgress(tally(), condition, gamesPerPair, rate));
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
