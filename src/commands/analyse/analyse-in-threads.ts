/** Analyses a game in several threads at once. Called by `analyse`. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { AnalyseOptions } from '../../inference/analyse-game.js';
import type { TurnAnalysis } from '../../views/analysis.js';
import type { AskedGame } from '../../inference/replay-game.js';

export interface AnalysisTask extends AnalyseOptions {
  readonly game: AskedGame;
}

/**
 * Lets each thread search its share of the turns, and calls `found` with each turn, in any order. The results do not
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
  // Neighbouring turns take about as long: each thread gets some of the long beginning, and of the short end.
  const shareOf = (thread: number) => list.flatMap(({ turn }, index) => (index % count === thread ? [turn] : []));
  const tasks = Array.from({ length: count }, (_, thread): AnalysisTask => ({ game, nodes, turns: shareOf(thread) }));
  const program = new URL('./analysis-thread.js', import.meta.url);
  const running = tasks.map((task) => new Worker(program, { workerData: task }).on('message', found));
  try {
    await Promise.all(running.map((thread) => once(thread, 'exit')));
  } finally {
    // After a failure, the other threads may have long to go.
    await Promise.all(running.map((thread) => thread.terminate()));
  }
}
