/** Runs a contest, here or on a queue: its games, the progress line, the file it is saved to. */
import type { Contest } from '../../arena/contest/contest.js';
import type { Pairing } from '../../arena/contest/pairing.js';
import { playContest, type ContestTally, type PairSchedule } from '../../arena/contest/play-contest.js';
import type { ContestHeader } from '../../arena/contest/contest-file.js';
import { removeGameFiles } from '../../arena/output/game-file.js';
import type { WorkerView } from '../../page/api/contests.js';
import { printError } from '../../terminal/print.js';
import { createInterruptSignal } from '../interrupt.js';
import { openContestGames } from './open-contest-games.js';
import type { ContestPage } from './contest-page.js';
import { showProgress } from './contest-progress.js';
import { ContestSaver } from './contest-saver.js';
import type { ContestPresenter } from './contest-presenter.js';
import { formatWorkerCounts } from './format-workers.js';
import type { QueueTarget } from './queue-flags.js';

/** What is played, and how far. */
export interface ContestRunOptions<Tally extends ContestTally, Game extends Pairing> {
  readonly contest: Contest;
  readonly kept: ContestHeader<Tally>;
  readonly schedule: PairSchedule<Tally, Game>;
  /** The contest ends here at the latest. */
  readonly maxPairs: number;
  /** Whether enough is known. */
  readonly isDecided: (tally: Tally) => boolean;
  /** The progress line. `rate` is the pairs per second of this run. */
  readonly formatProgress: (tally: Tally, rate: number) => string;
  /** Games at once on this machine. */
  readonly concurrency: number;
  /** The queue that plays in place of this machine, if any. */
  readonly queue: QueueTarget | undefined;
  /** Where to start: an empty tally, or one that was saved. */
  readonly from: Tally;
  /** Where to save the contest, if anywhere. */
  readonly file: string | undefined;
  /** The directory that games are written to, if any. */
  readonly output: string | undefined;
  /** What a page would show of it, and the page, if there is one. */
  readonly view: ContestPresenter<Tally>;
  readonly page: ContestPage | undefined;
}

/** What a run came to. */
export interface ContestRunResult<Tally> {
  /** Of all pairs that count. */
  readonly tally: Tally;
  /** A signal ended the contest before its time, or its queue no longer has it. */
  readonly isInterrupted: boolean;
  /** A file holds all of it. */
  readonly isSaved: boolean;
  /** The workers that played it; absent if it was played on this machine. */
  readonly workers: readonly WorkerView[] | undefined;
}

/** Plays until the contest is decided, at its limit, or a signal arrives. */
export async function runContest<Tally extends ContestTally, Game extends Pairing>(
  options: ContestRunOptions<Tally, Game>,
): Promise<ContestRunResult<Tally>> {
  const { kept, schedule, maxPairs, isDecided, formatProgress, from, file, output, view, page } = options;
  const games = await openContestGames({ ...options, title: view.title });
  const isOver = (latest: Tally) => latest.pairs >= maxPairs || isDecided(latest);
  const interrupted = createInterruptSignal();
  interrupted.addEventListener('abort', () => void games.close());
  let tally = from;
  const hideProgress = showProgress({
    output: process.stderr,
    pairs: () => tally.pairs,
    format(rate) {
      const line = formatProgress(tally, rate);
      return games.workers === undefined ? line : `${line}  ${formatWorkerCounts(games.workers.counts())}`;
    },
  });
  const saver = new ContestSaver(file, kept);
  const shown = page?.show(view, from, maxPairs, games.workers);
  try {
    tally = await playContest({
      schedule,
      pool: games.pool,
      from,
      maxPairs,
      isDecided,
      onPair(latest) {
        tally = latest;
        saver.saveSometimes(latest);
        if (file === undefined || saver.isSaved) games.counted(latest.pairs);
        shown?.note(latest);
      },
    });
    saver.save(tally);
    const failure = games.findFailure();
    if (failure !== undefined) printError(`the queue no longer has this contest: ${failure}`);
    const isInterrupted = (interrupted.aborted || failure !== undefined) && !isOver(tally);
    return { tally, isInterrupted, isSaved: saver.isSaved, workers: games.workers?.list() };
  } finally {
    shown?.end(tally, isOver(tally) ? 'over' : 'stopped');
    hideProgress();
    await games.close();
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}
