/**
 * Ties what snakes and journal report to the log and the metrics. Called by `host.ts`; runs after the answers have
 * left.
 */
import { describeDeath } from '../rules/describe-death.js';
import type { Logger } from 'pino';
import { formatPermanent } from '../config/permanent-entry.js';
import type { Alerts, AlertSink } from '../alerts/alerts.js';
import type { AlertListener } from '../alerts/webhook.js';
import type { LimitListener } from '../http/limits/request-limits.js';
import type { JudgedAnswer } from '../journal/store/answer-fates.js';
import { gameIdOf } from '../journal/journal-event.js';
import { sideQuery, type Journal } from '../journal/journal.js';
import { isStatus, type JournalListener, type JournalNotice, type JournalStatus } from '../journal/journal-status.js';
import { identifyCandidate } from '../journal/report/experiment-sides.js';
import type { Metrics } from '../metrics/metrics.js';
import { parseGameKey } from '../snakes/game/live-game.js';
import { Guards } from '../snakes/guards.js';
import type { SnakeListener } from '../snakes/snake-report.js';
import type { GuardState } from '../views/report-lines.js';
import type { GameRef } from '../wire/resources.js';

/**
 * Logs the reports of snakes that matter to an operator, and counts all of them.
 *
 * @param isKept whether games are recorded: the log then has the id for `replay`.
 */
export function createSnakeListener(log: Logger, metrics: Metrics, isKept: boolean, alerts: AlertSink): SnakeListener {
  const idOf = (ref: GameRef) => isKept && { id: gameIdOf(ref) };
  return (snake, report) => {
    switch (report.type) {
      case 'gameStarted': {
        const { game, you, ruleset, map, snakes } = report;
        return log.info({ snake, game, you, ruleset, map, snakes }, 'game started');
      }
      case 'answered': {
        const { game, turn, overhead, budget, answer, isRepeated } = report;
        metrics.answered(snake, answer.kind, answer.took, overhead);
        if (answer.kind === 'moved') return;
        const { kind, move: sent, fallback, reason, cause, took } = answer;
        const late = kind === 'late' ? cause : undefined;
        if (late !== undefined) metrics.late(snake, late);
        const times = { took: round(took), budget: round(budget) };
        return log[isRepeated ? 'debug' : 'warn'](
          { snake, game, turn, ...(late && { cause: late }), reason, sent, fallback, ...times },
          `move ${kind}`,
        );
      }
      case 'moveConfirmed':
        return reportUse(log, metrics, alerts, { snake, ...report });
      case 'shadowAnswered':
        return metrics.shadowAnswered(snake, report.outcome);
      case 'gameEnded': {
        const { game, you, turn, died, cause, pondered, ending, repeated } = report;
        metrics.gameEnded(snake, ending);
        if (repeated !== undefined) log.warn({ snake, game, faults: repeated }, 'faults repeated');
        if (ending === 'probe') return log.debug({ snake, game }, 'health probe answered');
        const death = died !== undefined && { death: describeDeath({ turn: died, cause }) };
        const facts = { turn, result: ending, ...death, ...(pondered && { pondered }) };
        log.info({ snake, game, ...idOf({ snake, game, you }), ...facts }, 'game ended');
        return alerts.gameEnded(snake);
      }
      case 'gameEndedElsewhere': {
        const { game, you, turn } = report;
        return log.info({ snake, game, ...idOf({ snake, game, you }), turn }, 'game of another host ended');
      }
      case 'logged': {
        const { key, turn, message: line, data } = report;
        return log.info({ snake, game: parseGameKey(key).game, turn, line, ...(data && { data }) }, 'strategy log');
      }
      case 'warned': {
        const { key, turn, reason } = report;
        metrics.strategyWarned(snake);
        return log.warn({ snake, game: parseGameKey(key).game, turn, reason }, 'strategy warning');
      }
      case 'childStarted':
        metrics.childStarted(snake);
        return log.debug({ snake, pid: report.pid }, 'child started');
      case 'childStopped': {
        const { kind, reason } = report.exit;
        metrics.childStopped(snake, kind);
        log[kind === 'stopped' ? 'debug' : 'info']({ snake, pid: report.pid, reason }, `child ${kind}`);
        return kind === 'stopped' ? undefined : alerts.childCrashed(snake, reason);
      }
      case 'childNotStarted':
        metrics.childNotStarted(snake);
        log.error({ snake, reason: report.reason }, 'child not started');
        return alerts.childCrashed(snake, report.reason);
      case 'upstreamChanged': {
        const { change } = report;
        const { url } = change;
        if (change.isReachable) log.info({ snake, url, away: Math.round(change.away) }, 'upstream reachable again');
        else log.warn({ snake, url, reason: change.reason }, 'upstream unreachable');
      }
    }
  };
}

/** Reports whether the engine used an answer. */
function reportUse(
  log: Logger,
  metrics: Metrics,
  alerts: AlertSink,
  { snake, game, turn, took, latency, used }: Omit<JudgedAnswer, 'you'>,
): void {
  metrics.moveConfirmed(snake, used);
  const facts = { snake, game, turn, took: round(took), latency };
  if (used !== 'no' && used !== 'unlikely') return;
  log.warn(facts, used === 'no' ? 'turn lost' : 'turn probably lost');
  alerts.turnLost(snake);
}

/** Logs, counts, records and alerts what the guards of experiments do. */
export function createGuards(log: Logger, alerts: Alerts, file: string, journal?: Journal): Guards {
  return new Guards({
    changed(live, state, before, isOurs) {
      const { experiment } = live;
      const snake = live.snakes[0]!;
      logChange(log, { snake, experiment, file }, state, before);
      if (!isOurs) return;
      const candidate = identifyCandidate(live);
      journal?.record({ kind: 'guarded', snake, game: '', you: '', experiment, candidate, ...state });
      if (state.guard !== '' && state.guard !== before.guard) alerts.stopped(live, state);
    },
    findSide: journal && ((game) => journal.ask(sideQuery, game)),
  });
}

type ExperimentOf = Readonly<Record<'snake' | 'experiment' | 'file', string>>;

function logChange(log: Logger, { file, ...of }: ExperimentOf, state: GuardState, before: GuardState): void {
  const { guard, reason, step, promoted } = state;
  if (guard !== before.guard && guard !== '')
    log.warn({ ...of, guard, reason }, 'experiment stopped: new games go to the base');
  else if (promoted > 0 && before.promoted === 0) {
    const permanent = formatPermanent(file, of.experiment);
    log.warn({ ...of, reason, permanent }, 'candidate promoted: it gets all new games');
  } else if (before.guard !== guard || before.promoted !== promoted) log.info(of, 'experiment resumed');
  else if (step !== before.step) log.info({ ...of, step: step + 1 }, 'experiment step changed');
}

/** Logs and counts the reports of the journal. A full disk costs a log line and a count, never a turn. */
export function createJournalListener(log: Logger, metrics: Metrics, alerts: AlertSink): JournalListener {
  /** Games that were lost since the last all-clear. */
  let lost = 0;
  return (report, before) => {
    if (report.kind === 'loss') lost += report.games;
    if (!isStatus(report)) return reportNotice(log, metrics, alerts, report);
    reportStatus(log, metrics, alerts, report, before, lost);
    if (report.kind === 'working') lost = 0;
  };
}

function reportStatus(
  log: Logger,
  metrics: Metrics,
  alerts: AlertSink,
  status: JournalStatus,
  before: JournalStatus | undefined,
  lost: number,
): void {
  switch (status.kind) {
    case 'working':
      return reportWorking(log, alerts, status, before, lost);
    case 'behind':
      return undefined;
    case 'unreachable':
      return reportUnreachable(log, alerts, status, before);
    case 'damaged':
      metrics.journalDamaged();
      if (status.aside === undefined) log.error({ reason: status.reason }, 'journal file damaged: restart the host');
      else log.error({ reason: status.reason, to: status.aside }, 'journal file damaged: new file started');
      return alerts.journalBroken(status.reason, status.aside === undefined ? 'damaged' : 'replaced');
    case 'clockWrong':
      return log.warn(
        { url: status.address, ahead: Math.round(status.ahead) },
        'clock differs from the journal database',
      );
  }
}

function reportNotice(log: Logger, metrics: Metrics, alerts: AlertSink, notice: JournalNotice): void {
  switch (notice.kind) {
    case 'written':
      return metrics.journaled('written', notice.events);
    case 'lost':
      return metrics.journaled(notice.why, notice.events);
    case 'loss': {
      const { events, games, named, reason } = notice;
      log.error({ events, games, named, reason }, 'games lost');
      return alerts.journalBroken(`${events} events of ${games} games, because ${reason}`, 'lost');
    }
    case 'badEvent':
      log.error({ reason: notice.reason }, 'journal write failed');
      return alerts.journalBroken(notice.reason, 'event');
    case 'delivery':
      return metrics.journalDelivery(notice.outcome);
    case 'forgotten': {
      // More than a tenth of all games at once: the limits were lowered, or are too low.
      const { games, left } = notice;
      return log[games > left / 9 ? 'warn' : 'info']({ games, left }, 'journal retention deleted games');
    }
    case 'notForgotten':
      return log.warn({ reason: notice.reason }, 'journal retention failed');
    case 'judged':
      return notice.answers.forEach((answer) => reportUse(log, metrics, alerts, answer));
    case 'restarted':
      metrics.journalRestarted();
      return log.error({ reason: notice.reason }, 'journal process crashed: restarting');
    case 'setAside':
      return log.warn({ to: notice.to }, 'journal file is no database: renamed');
    case 'shared': {
      // Sharing a database is configured; sharing a file is probably a mistake.
      const { machine, pid } = notice.other;
      return log[notice.what === 'database' ? 'info' : 'warn']({ machine, pid }, 'journal shared with another host');
    }
    case 'repeated':
      return notice.games.forEach(({ ref: { snake, game, you }, id, before: earlier }) =>
        log.warn({ snake, game, you, id, before: earlier }, 'game ids reused: both games are kept'),
      );
    case 'unreadable':
      return notice.games.forEach(({ ref: { snake, game, you }, id, reason }) =>
        log.error({ snake, game, you, id, reason }, 'turns unreadable: game kept without them'),
      );
  }
}

type StatusOf<Kind extends JournalStatus['kind']> = Extract<JournalStatus, { kind: Kind }>;

function reportWorking(
  log: Logger,
  alerts: AlertSink,
  { store, after }: StatusOf<'working'>,
  before: JournalStatus | undefined,
  lost: number,
): void {
  if (!hasFailed(before)) return;
  alerts.journalWorks(store);
  const losses = lost > 0 && { lost };
  if (store === 'file') return log.info({ ...losses }, 'journal recovered');
  const { address: url, away = 0, delivered } = after ?? {};
  log.info({ url, delivered, ...losses, away: Math.round(away) }, 'journal database reachable again');
}

/** Reports an outage once, until the backlog is delivered. */
function reportUnreachable(
  log: Logger,
  alerts: AlertSink,
  { store, address, reason, waiting }: StatusOf<'unreachable'>,
  before: JournalStatus | undefined,
): void {
  if (hasFailed(before)) return;
  if (store === 'file') log.error({ reason }, 'journal write failed');
  else log.error({ url: address, reason, waiting }, 'journal database unreachable');
  alerts.journalBroken(reason, store);
}

function hasFailed(status: JournalStatus | undefined): boolean {
  return status?.kind === 'unreachable' || status?.kind === 'behind';
}

/** Logs and counts the delivery of alerts. Shows only the host of a URL. */
export function createAlertListener(log: Logger, metrics: Metrics): AlertListener {
  return {
    delivered: () => metrics.alerted('delivered'),
    failed(host, reason, isFirst) {
      metrics.alerted('failed');
      if (isFirst) log.error({ host, reason }, 'alert not delivered');
    },
    recovered: (host) => log.info({ host }, 'alerts delivered again'),
  };
}

/** Shortest time between two log lines about requests of one kind, in ms. */
const SPARSE_LOG_MS = 10_000;

/** Logs the first event of each kind, and later ones at intervals with their count: clients cause them. */
function createSparseLog(log: Logger) {
  const logged = new Map<string, { at: number; count: number }>();
  return {
    warn(kind: string, fields: object, message: string): void {
      const last = logged.get(kind) ?? { at: -Infinity, count: 0 };
      const count = last.count + 1;
      const now = performance.now();
      const isDue = now - last.at >= SPARSE_LOG_MS;
      logged.set(kind, isDue ? { at: now, count: 0 } : { at: last.at, count });
      if (isDue) log.warn({ ...fields, count }, message);
    },
  };
}

/** Counts the limits of the public port, and logs them at intervals. */
export function createLimitListener(log: Logger, metrics: Metrics): LimitListener {
  const sparse = createSparseLog(log);
  let isProxyKnown = false;
  return {
    unnamedProxy(address, games) {
      if (isProxyKnown) return;
      isProxyKnown = true;
      const remedy = 'if it is a proxy, name it in "server.trustedProxies" and have it send X-Forwarded-For';
      log.warn({ address, games, remedy }, 'clients share one address');
    },
    limited(limit, address) {
      metrics.limited(limit);
      sparse.warn(limit, { limit, address }, 'limit reached');
    },
    evicted(address) {
      metrics.evicted();
      sparse.warn('idle', { limit: 'connections, idle', address }, 'idle connection closed');
    },
  };
}

function round(ms: number): number {
  return Math.round(ms * 10) / 10;
}
