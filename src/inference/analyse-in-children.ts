/** Analyses a game in several child processes at once. Called by `analyse` and for the page. */
import type { Priority } from '../processes/supervised-child.js';
import { startTask } from '../processes/task.js';
import { version } from '../version.js';
import type { GameAnalysis, TurnAnalysis } from '../views/analysis.js';
import type { AnalyseOptions } from './analyse-game.js';
import type { AskedGame } from './replay-game.js';

export interface AnalysisTypes {
  readonly task: AnalyseOptions & { readonly game: AskedGame };
  readonly news: TurnAnalysis;
  readonly result: undefined;
}

const PROGRAM = new URL('./analysis-main.js', import.meta.url);
/** Limit of the memory of a child, in MB: the longest games have some hundred MB of boards. */
const MEMORY_MB = 2048;

/** The turns that can be analysed: whose move is known. */
export function knownTurns({ list }: Pick<AskedGame, 'list'>): number {
  return list.filter(({ answer }) => answer.move !== undefined).length;
}

interface AnalyseGameOptions {
  /** The positions to search for each score. */
  readonly nodes: number;
  /** The most processes at once. The result does not depend on it. */
  readonly children: number;
  readonly priority?: Priority;
  /** Called after each turn. */
  readonly tick?: () => void;
}

/**
 * The analysis of a whole game, as the journal keeps it. Each child searches its share of the turns. Rejects if one of
 * them fails.
 *
 * Threads never ended in 3 of 64 runs on a busy machine (Node 20): at its end, a thread waits for V8's compiler, which
 * may be waiting for that thread to collect garbage. A child is killed when its work is done.
 */
export async function analyseInChildren(
  { you, list, end }: AskedGame,
  { nodes, children, priority, tick }: AnalyseGameOptions,
): Promise<GameAnalysis> {
  const game = { you, list, ...(end !== undefined && { end }) };
  const turns: TurnAnalysis[] = [];
  const told = (turn: TurnAnalysis): void => {
    turns.push(turn);
    tick?.();
  };
  const count = Math.min(children, list.length);
  // Neighbouring turns take about as long: each child gets some of the long beginning, and of the short end.
  const shareOf = (child: number) => list.flatMap(({ turn }, index) => (index % count === child ? [turn] : []));
  const running = Array.from({ length: count }, (_, child) => {
    const task = { game, nodes, turns: shareOf(child) };
    return startTask<AnalysisTypes>(PROGRAM, task, { memoryMb: MEMORY_MB, priority, told });
  });
  const ends = await Promise.all(
    running.map(async (one) => {
      const ended = await one.end;
      // After a failure, the other children may have long to go.
      if (ended.kind === 'failed') for (const { stop } of running) stop('another one failed');
      return ended;
    }),
  );
  const failed = ends.find(({ kind }) => kind === 'failed');
  if (failed?.kind === 'failed') throw new Error(`the analysis failed: ${failed.reason}`);
  return { version, nodes, at: Date.now(), turns: turns.sort((one, other) => one.turn - other.turn) };
}
