/** Runs a match on this machine: the workers, the progress line, the file it is saved to. Called by `compare`. */
import { playMatch } from '../../arena/match/match.js';
import type { KeptMatch } from '../../arena/match/match-file.js';
import { gamesPerPair } from '../../arena/match/match-options.js';
import type { MatchTally } from '../../arena/match/match-tally.js';
import { isDecided, type StopCondition } from '../../arena/match/stop-condition.js';
import { removeGameFiles } from '../../arena/output/game-file.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { createInterruptSignal } from '../interrupt.js';
import { environmentOf, memoryOf } from './contestants.js';
import { showProgress } from './match-progress.js';
import { MatchSaver } from './match-saver.js';

/** What is played, and how far. */
export interface MatchRunOptions {
  readonly kept: KeptMatch;
  readonly condition: StopCondition;
  /** Games at once. */
  readonly concurrency: number;
  /** Where to start: an empty tally, or one that was saved. */
  readonly from: MatchTally;
  /** Where to save the match, if anywhere. */
  readonly file: string | undefined;
  /** The directory that games are written to, if any. */
  readonly output: string | undefined;
}

/** What a run came to. */
export interface MatchRunResult {
  /** Of all pairs that count. */
  readonly tally: MatchTally;
  /** A signal ended the match before its time. */
  readonly isInterrupted: boolean;
  /** A file holds all of it. */
  readonly isSaved: boolean;
}

/** Plays until the stop condition holds or a signal arrives. */
export async function runMatch({
  kept,
  condition,
  concurrency,
  from,
  file,
  output,
}: MatchRunOptions): Promise<MatchRunResult> {
  const { options: match } = kept;
  const { contestants } = match;
  const env = environmentOf(contestants);
  const pool = new MatchWorkerPool({ match, env, memoryMb: memoryOf(contestants), output, concurrency });
  const interrupted = createInterruptSignal();
  interrupted.addEventListener('abort', () => void pool.close());
  let tally = from;
  const perPair = gamesPerPair(match);
  const hideProgress = showProgress({ output: process.stderr, condition, gamesPerPair: perPair, tally: () => tally });
  const saver = new MatchSaver(file, kept);
  try {
    tally = await playMatch({
      match,
      player: pool,
      from,
      maxPairs: condition.maxPairs,
      isDecided: (latest) => isDecided(latest, condition),
      onPair(latest) {
        tally = latest;
        saver.saveSometimes(latest);
      },
    });
    saver.save(tally);
    const isOver = tally.pairs >= condition.maxPairs || isDecided(tally, condition);
    return { tally, isInterrupted: interrupted.aborted && !isOver, isSaved: saver.isSaved };
  } finally {
    hideProgress();
    await pool.close();
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}
