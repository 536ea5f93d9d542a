/** Runs a match on this machine: the workers, the progress line, the file it is saved to. Called by `compare`. */
import { playMatch } from '../../arena/match/match.js';
import { saveMatch } from '../../arena/match/match-file.js';
import { gamesPerPair, type MatchOptions } from '../../arena/match/match-options.js';
import type { MatchTally } from '../../arena/match/match-tally.js';
import { isDecided, type StopCondition } from '../../arena/match/stop-condition.js';
import { removeGameFiles } from '../../arena/output/game-file.js';
import { MatchWorkerPool } from '../../arena/workers/match-worker-pool.js';
import { createInterruptSignal } from '../interrupt.js';
import { environmentOf, memoryOf } from './contestants.js';
import { showProgress } from './match-progress.js';

/** What is played, and how far. */
export interface MatchRunOptions {
  readonly match: MatchOptions;
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

/** Shortest time between two saves, in ms. */
const SAVE_INTERVAL_MS = 500;

/** Plays until the stop condition holds or a signal arrives. Returns the tally of all pairs that count. */
export async function runMatch({
  match,
  condition,
  concurrency,
  from,
  file,
  output,
}: MatchRunOptions): Promise<MatchTally> {
  const { contestants } = match;
  const env = environmentOf(contestants);
  const pool = new MatchWorkerPool({ match, env, memoryMb: memoryOf(contestants), output, concurrency });
  createInterruptSignal().addEventListener('abort', () => void pool.close());
  let tally = from;
  const perPair = gamesPerPair(match);
  const hideProgress = showProgress({ output: process.stderr, condition, gamesPerPair: perPair, tally: () => tally });
  const save = (latest: MatchTally) => file !== undefined && saveMatch(file, match, condition.sprt, latest);
  const saveSometimes = throttle(save);
  try {
    tally = await playMatch({
      match,
      player: pool,
      from,
      maxPairs: condition.maxPairs,
      isDecided: (latest) => isDecided(latest, condition),
      onPair(latest) {
        tally = latest;
        saveSometimes(latest);
      },
    });
    save(tally);
    return tally;
  } finally {
    hideProgress();
    await pool.close();
    if (output !== undefined) removeGameFiles(output, tally.pairs);
  }
}

/** The same function, called at most once in {@link SAVE_INTERVAL_MS}. */
function throttle(save: (tally: MatchTally) => void): (tally: MatchTally) => void {
  let savedAt = -Infinity;
  return (tally) => {
    if (performance.now() - savedAt < SAVE_INTERVAL_MS) return;
    save(tally);
    savedAt = performance.now();
  };
}
