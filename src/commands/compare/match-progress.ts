/** Shows how a match gets on: one line that changes on a terminal, a line every few seconds elsewhere. */
import { formatProgress } from './match-text.js';
import type { StopCondition } from '../../arena/match/stop-condition.js';
import type { MatchTally } from '../../arena/match/match-tally.js';

/** How often there is a line, in ms. */
const INTERVALS = { live: 250, plain: 5000 };

export interface ProgressOptions {
  readonly output: { write(text: string): unknown; readonly isTTY?: boolean | undefined };
  readonly goal: StopCondition;
  readonly gamesPerPair: number;
  /** The tally as it stands. */
  readonly tally: () => MatchTally;
}

/** Shows lines until the function that is returned is called. */
export function showProgress({ output, goal, gamesPerPair, tally }: ProgressOptions): () => void {
  const isLive = output.isTTY === true;
  const first = tally().pairs;
  const began = performance.now();
  const timer = setInterval(
    () => {
      const rate = (tally().pairs - first) / ((performance.now() - began) / 1000);
      const line = formatProgress(tally(), goal, gamesPerPair, rate);
      output.write(isLive ? `\r${line.slice(0, process.stderr.columns)}\x1b[K` : `${line}\n`);
    },
    isLive ? INTERVALS.live : INTERVALS.plain,
  );
  return () => {
    clearInterval(timer);
    if (isLive) output.write('\r\x1b[K');
  };
}
