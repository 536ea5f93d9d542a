/** Analyses a game in several child processes at once. Called by `analyse` and for the page. */
import { isRecord } from '../errors/kind-of.js';
import { NO_LIMITS } from '../processes/child-channel.js';
import { nodeProgram } from '../processes/program.js';
import { SupervisedChild, type Priority } from '../processes/supervised-child.js';
import { version } from '../version.js';
import type { GameAnalysis, TurnAnalysis } from '../views/analysis.js';
import type { AnalyseOptions } from './analyse-game.js';
import type { AskedGame } from './replay-game.js';

export interface AnalysisTask extends AnalyseOptions {
  readonly game: AskedGame;
}

/** Each turn in any order, then `done`; or why a turn cannot be searched. */
export type FromAnalysis = { readonly turn: TurnAnalysis } | { readonly done: true } | { readonly failed: string };

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
  const found = (turn: TurnAnalysis): void => {
    turns.push(turn);
    tick?.();
  };
  const count = Math.min(children, list.length);
  // Neighbouring turns take about as long: each child gets some of the long beginning, and of the short end.
  const shareOf = (child: number) => list.flatMap(({ turn }, index) => (index % count === child ? [turn] : []));
  const startOne = (_: unknown, child: number) =>
    startAnalysis({ game, nodes, turns: shareOf(child) }, found, priority);
  const running = Array.from({ length: count }, startOne);
  try {
    await Promise.all(running.map(({ done }) => done));
  } finally {
    // After a failure, the other children may have long to go.
    for (const { child } of running) child.stop('its work is done');
    await Promise.all(running.map(({ child }) => child.gone()));
  }
  return { version, nodes, at: Date.now(), turns: turns.sort((one, other) => one.turn - other.turn) };
}

function startAnalysis(task: AnalysisTask, found: (turn: TurnAnalysis) => void, priority?: Priority) {
  let child!: SupervisedChild<AnalysisTask, FromAnalysis>;
  const done = new Promise<void>((resolve, reject) => {
    child = new SupervisedChild({
      program: nodeProgram(new URL('./analysis-main.js', import.meta.url), MEMORY_MB),
      env: {},
      memoryMb: MEMORY_MB,
      priority,
      limits: NO_LIMITS,
      read: (value) => (isRecord(value) ? (value as FromAnalysis) : undefined),
      received(message) {
        if ('turn' in message) found(message.turn);
        else if ('done' in message) resolve();
        else reject(new Error(message.failed));
      },
      exited: ({ reason }) => reject(new Error(`the analysis failed: ${reason}`)),
    });
  });
  child.send(task);
  return { child, done };
}
