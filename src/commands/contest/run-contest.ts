/** Runs a contest on this machine: the workers, the progress line, the file it is saved to. */
import type { Contest } from '../../arena/contest/contest.js';
import type { Pairing } from '../../arena/contest/pairing.js';
import { playContest, type ContestTally, type PairSchedule } from '../../arena/contest/play-contest.js';
import type { KeptContest } from '../../arena/contest/saved-contest.js';
import { removeGameFiles } from '../../arena/output/game-file.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { createInterruptSignal } from '../interrupt.js';
import type { ContestPage } from './contest-page.js';
import { showProgress } from './contest-progress.js';
import { ContestSaver } from './contest-saver.js';
import type { ContestView } from './contest-view.js';
import { environmentOf, memoryOf } from './contestants.js';

/** What is played, and how far. */
export interface ContestRunOptions<Tally extends ContestTally, Game extends Pairing> {
  readonly contest: Contest;
  readonly kept: KeptContest<Tally>;
  readonly schedule: PairSchedule<Tally, Game>;
  /** The contest ends here at the latest. */
  readonly maxPairs: number;
  /** Whether enough is known. */
  readonly isDecided: (tally: Tally) => boolean;
  /** The progress line. `rate` is the pairs per second of this run. */
  readonly formatProgress: (tally: Tally, rate: number) => string;
  /** Games at once. */
  readonly concurrency: number;
  /** Where to start: an empty tally, or one that was saved. */
  readonly from: Tally;
  /** Where to save the contest, if anywhere. */
  readonly file: string | undefined;
  /** The directory that games are written to, if any. */
  readonly output: string | undefined;
  /** What a page would show of it, and the page, if there is one. */
  readonly view: ContestView<Tally>;
  readonly page: ContestPage | undefined;
}

/** What a run came to. */
export interface ContestRunResult<Tally> {
  /** Of all pairs that count. */
  readonly tally: Tally;
  /** A signal ended the contest before its time. */
  readonly isInterrupted: boolean;
  /** A file holds all of it. */
  readonly isSaved: boolean;
}

/** Plays until the contest is decided, at its limit, or a signal arrives. */
export async function runContest<Tally extends ContestTally, Game extends Pairing>({
  contest,
  kept,
  schedule,
  maxPairs,
  isDecided,
  formatProgress,
  concurrency,
  from,
  file,
  output,
  view,
  page,
}: ContestRunOptions<Tally, Game>): Promise<ContestRunResult<Tally>> {
  const { contestants } = contest;
  const env = environmentOf(contestants);
  const pool = new MatchWorkerPool({ contest, env, memoryMb: memoryOf(contestants), output, concurrency });
  const interrupted = createInterruptSignal();
  interrupted.addEventListener('abort', () => void pool.close());
  let tally = from;
  const hideProgress = showProgress({
    output: process.stderr,
    pairs: () => tally.pairs,
    format: (rate) => formatProgress(tally, rate),
  });
  const saver = new ContestSaver(file, kept);
  const shown = page?.show(view, from, maxPairs);
  try {
    tally = await playContest({
      schedule,
      player: pool,
      from,
      maxPairs,
      isDecided,
      onPair(latest) {
        tally = latest;
        saver.saveSometimes(latest);
        shown?.note(latest);
      },
    });
    saver.save(tally);
    const isOver = tally.pairs >= maxPairs || isDecided(tally);
    return { tally, isInterrupted: interrupted.aborted && !isOver, isSaved: saver.isSaved };
  } finally {
    shown?.end(tally, tally.pairs >= maxPairs || isDecided(tally) ? 'over' : 'stopped');
    hideProgress();
    await pool.close();
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}
