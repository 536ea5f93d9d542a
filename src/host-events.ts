/** What the snakes tell, on its way to the log and the counters. Runs after the answers have left. */
import type { Logger } from 'pino';
import type { JournalListener } from './journal/thread/thread-journal.js';
import type { Metrics } from './metrics/metrics.js';
import type { SnakeEvents } from './snakes/events.js';

/** A listener that writes what an operator wants to read and counts everything. */
export function createHostEvents(log: Logger, metrics: Metrics): SnakeEvents {
  return {
    gameStarted({ snake, game, you }, { game: { ruleset, map }, board }) {
      metrics.gameStarted(snake);
      log.info({ snake, game, you, ruleset: ruleset.name, map, snakes: board.snakes.length }, 'game started');
    },
    answered({ snake, game, turn, overhead, budget }, answer) {
      metrics.answered(snake, answer.kind, answer.took, overhead);
      if (answer.kind === 'moved') return;
      const { kind, move, fallback, reason, took } = answer;
      log.warn({ snake, game, turn, reason, move, fallback, took: round(took), budget: round(budget) }, `move ${kind}`);
    },
    moveConfirmed({ snake, game, turn, took, latency }, used) {
      metrics.moveConfirmed(snake, used);
      if (used === 'no') log.warn({ snake, game, turn, took: round(took), latency }, 'turn lost');
    },
    gameEnded({ snake, game, turn }, result) {
      metrics.gameEnded(snake, result);
      if (result === 'probe') log.debug({ snake, game }, 'health probe answered');
      else log.info({ snake, game, turn, result }, 'game ended');
    },
    logged({ snake, game, turn }, message, data) {
      log.info({ snake, game, turn, line: message, ...(data && { data }) }, 'strategy says');
    },
    strategyWarned({ snake, game, turn }, reason) {
      metrics.strategyWarned(snake);
      log.warn({ snake, game, turn, reason }, 'strategy complaint');
    },
    childStarted(snake, pid) {
      metrics.childStarted(snake);
      log.debug({ snake, pid }, 'child started');
    },
    childStopped(snake, pid, expected, reason) {
      metrics.childStopped(snake, expected);
      log[expected ? 'debug' : 'info']({ snake, pid, reason }, expected ? 'child stopped' : 'child replaced');
    },
  };
}

/** The same for what the journal says of itself. A disk that refuses costs a line and a count, and never a turn. */
export function createJournalEvents(log: Logger, metrics: Metrics): JournalListener {
  return {
    written: (entries) => metrics.journaled('written', entries),
    lost: (entries, why) => metrics.journaled(why, entries),
    troubled: (reason) => log.error({ reason }, 'journal cannot write: games go on, and may not be kept'),
    recovered: () => log.info('journal writes again'),
    forgotten: (games) => log.info({ games }, 'journal let old games go'),
  };
}

/** Milliseconds as people read them. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
