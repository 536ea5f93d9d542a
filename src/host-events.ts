/**
 * Ties what snakes and journal report to the log and the metrics. Called by `host.ts`; runs after the answers have
 * left.
 */
import type { Logger } from 'pino';
import { silentAlerts, type AlertSink } from './alerts/alerts.js';
import type { AlertListener } from './alerts/webhook.js';
import type { LimitListener } from './http/limits/request-limits.js';
import { gameIdOf } from './journal/store/game-id.js';
import type { JournalListener } from './journal/journal-listener.js';
import type { Metrics } from './metrics/metrics.js';
import type { SnakeListener } from './snakes/snake-listener.js';

type ChildListener = Pick<SnakeListener, 'childStarted' | 'childStopped' | 'childNotStarted'>;

/**
 * Listeners that log what an operator wants to read, and count everything.
 *
 * @param isKept whether games are kept: the log then has the id that `replay` takes.
 */
export function createSnakeListener(
  log: Logger,
  metrics: Metrics,
  isKept: boolean,
  alerts: AlertSink = silentAlerts,
): SnakeListener {
  return {
    gameStarted({ snake, game, you }, { ruleset, map, snakes }) {
      metrics.gameStarted(snake);
      log.info({ snake, game, you, ruleset, map, snakes }, 'game started');
    },
    answered({ snake, game, turn, overhead, budget }, answer) {
      metrics.answered(snake, answer.kind, answer.took, overhead);
      if (answer.kind === 'moved') return;
      const { kind, move: sent, fallback, reason, took } = answer;
      log.warn({ snake, game, turn, reason, sent, fallback, took: round(took), budget: round(budget) }, `move ${kind}`);
    },
    moveConfirmed({ snake, game, turn, took, latency }, used) {
      metrics.moveConfirmed(snake, used);
      if (used !== 'no') return;
      log.warn({ snake, game, turn, took: round(took), latency }, 'turn lost');
      alerts.turnLost(snake);
    },
    shadowAnswered: (snake, outcome) => metrics.shadowAnswered(snake, outcome),
    gameEnded({ snake, game, you, turn }, ending) {
      metrics.gameEnded(snake, ending);
      if (ending === 'probe') return log.debug({ snake, game }, 'health probe answered');
      log.info(
        { snake, game, ...(isKept && { id: gameIdOf({ snake, game, you }) }), turn, result: ending },
        'game ended',
      );
      alerts.gameEnded(snake);
    },
    logged({ snake, game, turn }, message, data) {
      log.info({ snake, game, turn, line: message, ...(data && { data }) }, 'strategy log');
    },
    strategyWarned({ snake, game, turn }, reason) {
      metrics.strategyWarned(snake);
      log.warn({ snake, game, turn, reason }, 'strategy warning');
    },
    ...createChildListener(log, metrics, alerts),
  };
}

function createChildListener(log: Logger, metrics: Metrics, alerts: AlertSink): ChildListener {
  return {
    childStarted(snake, pid) {
      metrics.childStarted(snake);
      log.debug({ snake, pid }, 'child started');
    },
    childStopped(snake, pid, { kind, reason }) {
      metrics.childStopped(snake, kind);
      log[kind === 'stopped' ? 'debug' : 'info']({ snake, pid, reason }, `child ${kind}`);
      if (kind !== 'stopped') alerts.childCrashed(snake, reason);
    },
    childNotStarted(snake, reason) {
      metrics.childNotStarted(snake);
      log.error({ snake, reason }, 'child not started');
      alerts.childCrashed(snake, reason);
    },
  };
}

/** The same for what the journal reports about itself. A full disk costs a log line and a count, never a turn. */
export function createJournalListener(
  log: Logger,
  metrics: Metrics,
  alerts: AlertSink = silentAlerts,
): JournalListener {
  return {
    written: (events) => metrics.journaled('written', events),
    lost: (events, why) => metrics.journaled(why, events),
    writeFailed(reason) {
      log.error({ reason }, 'journal write failed');
      alerts.journalBroken(reason);
    },
    recovered: () => log.info('journal recovered'),
    forgotten: (games) => log.info({ games }, 'journal retention'),
    setAside: (to) => log.warn({ to }, 'journal file is no database: set aside'),
    shared({ machine, pid }, place) {
      // Hosts share a database because somebody has configured it; a file rather by mistake.
      log[place === 'database' ? 'info' : 'warn']({ machine, pid }, 'journal shared with another host');
    },
    delivery: (outcome) => metrics.journalDelivery(outcome),
    databaseLost({ url, reason, waiting }) {
      log.error({ url, reason, waiting }, 'journal database lost');
      alerts.journalBroken(reason);
    },
    databaseBack({ url, delivered, away }) {
      log.info({ url, delivered, away: Math.round(away) }, 'journal database is back');
    },
    clockWrong: ({ url, ahead }) =>
      log.warn({ url, ahead: Math.round(ahead) }, 'clock differs from that of the journal database'),
    unreadable: ({ ref: { snake, game, you }, id, reason }) =>
      log.error({ snake, game, you, id, reason }, 'game kept without its turns: they cannot be read'),
    vanished() {
      metrics.journalVanished();
      log.error('journal file is gone: a new one is begun');
    },
    repeated: ({ ref: { snake, game, you }, id, before }) =>
      log.warn({ snake, game, you, id, before }, 'game ids used again: both games are kept'),
  };
}

/** Knows whether the journal can be written now, from what it reports. */
export class JournalHealth {
  readonly #refusing = new Set<'disk' | 'database'>();

  /** Whether what the journal writes to refuses it, or is away. */
  get isFailing(): boolean {
    return this.#refusing.size > 0;
  }

  /** A listener that is told the same. */
  listen(listener: JournalListener): JournalListener {
    return {
      ...listener,
      writeFailed: (reason) => {
        this.#refusing.add('disk');
        listener.writeFailed(reason);
      },
      recovered: () => {
        this.#refusing.delete('disk');
        listener.recovered();
      },
      databaseLost: (lost) => {
        this.#refusing.add('database');
        listener.databaseLost(lost);
      },
      databaseBack: (back) => {
        this.#refusing.delete('database');
        listener.databaseBack(back);
      },
    };
  }
}

/** The same for alerts themselves. Of a URL, only the host appears. */
export function createAlertListener(log: Logger, metrics: Metrics): AlertListener {
  return {
    delivered: () => metrics.alerted('delivered'),
    failed(host, reason, isFirst) {
      metrics.alerted('failed');
      if (isFirst) log.error({ host, reason }, 'alert not delivered');
    },
    recovered: (host) => log.info({ host }, 'alerts are delivered again'),
  };
}

/** How often each limit is logged at most, in ms. */
const LIMIT_LOG_MS = 10_000;

/** The same for the limits of the public port: everything is counted, and a line now and then says how much. */
export function createLimitListener(log: Logger, metrics: Metrics): LimitListener {
  const logged = new Map<string, { at: number; count: number }>();
  const logSome = (message: string, limit: string, address: string) => {
    const last = logged.get(limit) ?? { at: -Infinity, count: 0 };
    const count = last.count + 1;
    const now = performance.now();
    const isDue = now - last.at >= LIMIT_LOG_MS;
    logged.set(limit, isDue ? { at: now, count: 0 } : { at: last.at, count });
    if (isDue) log.warn({ limit, address, count }, message);
  };
  return {
    limited(limit, address) {
      metrics.limited(limit);
      logSome('limit reached', limit, address);
    },
    evicted(address) {
      metrics.evicted();
      logSome('idle connection closed', 'connections, idle', address);
    },
  };
}

/** To a tenth of a millisecond. */
function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
