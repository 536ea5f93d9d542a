/** Analyses a game in several threads at once. Called by `analyse`. */
import { Worker } from 'node:worker_threads';
import type { AnalyseOptions } from '../../inference/analyse-game.js';
import type { TurnAnalysis } from '../../inference/analysis.js';
import type { AskedGame } from '../../inference/asked-game.js';

/** What a thread is started with. */
export interface AnalysisTask extends AnalyseOptions {
  readonly game: AskedGame;
}

/**
 * Has each thread search its share of the turns, and calls `found` with each turn, in any order. What is found does not
 * depend on the number of threads.
 */
export async function analyseInThreads(
  { you, list, end }: AskedGame,
  nodes: number,
  threads: number,
  found: (turn: TurnAnalysis) => void,
): Promise<void> {
  const game = { you, list, ...(end !== undefined && { end }) };
  const count = Math.min(threads, list.length);
  // Neighbours take about as long: each thread has some of the long beginning, and of the short end.
  const shareOf = (thread: number) => list.flatMap(({ turn }, index) => (index % count === thread ? [turn] : []));
  const tasks = Array.from({ length: count }, (_, thread): AnalysisTask => ({ game, nodes, turns: shareOf(thread) }));
  await Promise.all(tasks.map((task) => runThread(task, found)));
}

function runThread(task: AnalysisTask, found: (turn: TurnAnalysis) => void): Promise<void> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./analysis-thread.js', import.meta.url), { workerData: task });
    thread.on('message', found);
    thread.once('error', reject);
    thread.once('exit', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`a thread that analyses a game exited with code ${code}`));
    });
  });
}
