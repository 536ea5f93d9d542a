/** Decides which incidents cause an alert, when, and with which text. Used by `alerts.ts` and the command `alert`. */
import type { AlertKind } from '../config/schema.js';
import type { AlertConfig } from '../config/types.js';

/** An event. Enough of them within a time cause an {@link Alert}. */
export interface Incident {
  readonly kind: AlertKind;
  readonly snake?: string | undefined;
  /** The text of an alert about `count` incidents within `minutes`. */
  readonly describe: (count: number, minutes: number) => Pick<Alert, 'summary' | 'advice'>;
  /** The key of their number in the JSON, such as `lostTurns`. */
  readonly counted: string;
  /** Distinguishes this cause from others of the same kind and snake. */
  readonly cause?: string | undefined;
  /** The summary of its end; absent if it has no end. */
  readonly over?: ((minutes: number) => string) | undefined;
}

/** The clock, in ms, and a timer that does not keep the process alive. Tests pass their own. */
export interface AlertClock {
  readonly now: () => number;
  /** Calls `done` after `ms`. Returns a function that cancels it. */
  readonly after: (ms: number, done: () => void) => () => void;
}

const MINUTE_MS = 60_000;

interface Cause {
  /** Recent times of the incident; emptied by an alert. */
  times: number[];
  /** The earliest time of the next alert, on the clock; 0 before the first. */
  until: number;
  held: number;
  /** Incidents for the next alert. */
  count: number;
  /** The incident of the last alert, until its end was posted. */
  open?: Incident;
  /** Cancels the next alert. */
  stop?: () => void;
  /** Cancels the wait for the end. */
  stopEnd?: () => void;
}

/**
 * Owns the counts of one entry of `alerts:`.
 *
 * Guarantees an alert when a cause reaches its threshold within the configured time, the configured pause before the
 * next one of the same cause, and that this one reports how many were held back. The end of an alert is posted at once:
 * when the configured time has passed without another incident, or by {@link end}.
 */
export class AlertRoute {
  readonly #config: AlertConfig;
  readonly #clock: AlertClock;
  readonly #post: (alert: Alert) => void;
  readonly #causes = new Map<string, Cause>();

  constructor(config: AlertConfig, clock: AlertClock, post: (alert: Alert) => void) {
    this.#config = config;
    this.#clock = clock;
    this.#post = post;
  }

  note(incident: Incident): void {
    const { kind } = incident;
    if (!this.#config.on.includes(kind)) return;
    const key = keyOf(incident);
    const cause = this.#causes.get(key) ?? { times: [], until: 0, held: 0, count: 0 };
    this.#causes.set(key, cause);
    const now = this.#clock.now();
    const since = now - this.#config.within;
    cause.times = [...cause.times.filter((time) => time > since), now];
    this.#endLater(key, cause);
    if (cause.times.length < this.#thresholdOf(kind)) return;
    cause.count += cause.times.length;
    cause.times = [];
    if (now >= cause.until) return this.#send(key, cause, incident);
    cause.held += 1;
    cause.stop ??= this.#clock.after(cause.until - now, () => this.#send(key, cause, incident));
  }

  /** The cause has ended: a held-back alert is obsolete. */
  end(incident: Pick<Incident, 'kind' | 'snake' | 'cause'>): void {
    const key = keyOf(incident);
    const cause = this.#causes.get(key);
    if (cause !== undefined) this.#end(key, cause);
  }

  /** Stops counting. Alerts that are held back are not posted. */
  close(): void {
    for (const { stop, stopEnd } of this.#causes.values()) {
      stop?.();
      stopEnd?.();
    }
    this.#causes.clear();
  }

  #send(key: string, cause: Cause, incident: Incident): void {
    const { kind, snake, describe, counted, over } = incident;
    const { within, pause } = this.#config;
    const { held, count } = cause;
    const until = this.#clock.now() + pause;
    this.#endLater(key, this.#reset(key, cause, { until, ...(over && { open: incident }) }));
    // Held-back incidents are older than the time that counts.
    const span = (held === 0 ? within : pause) / MINUTE_MS;
    this.#post({ kind, snake, ...describe(count, span), counts: { [counted]: count, minutes: span }, heldBack: held });
  }

  /** The cause ends after a time without incidents that is as long as the time in which they are counted. */
  #endLater(key: string, cause: Cause): void {
    if (cause.open === undefined || this.#thresholdOf(cause.open.kind) === 1) return;
    cause.stopEnd?.();
    cause.stopEnd = this.#clock.after(this.#config.within, () => this.#end(key, cause));
  }

  #end(key: string, cause: Cause): void {
    const { open, held, until } = cause;
    this.#reset(key, cause, { until });
    if (open === undefined) return;
    const minutes = this.#config.within / MINUTE_MS;
    const { kind, snake, over } = open;
    this.#post({ kind, snake, summary: over!(minutes), advice: '', counts: {}, heldBack: held, isOver: true });
  }

  /** Resets the count, and cancels the timers. */
  #reset(key: string, { stop, stopEnd }: Cause, kept: Pick<Cause, 'until' | 'open'>): Cause {
    stop?.();
    stopEnd?.();
    const cause = { times: [], held: 0, count: 0, ...kept };
    this.#causes.set(key, cause);
    return cause;
  }

  #thresholdOf(kind: AlertKind): number {
    const { lostTurns, crashes } = this.#config;
    return { lostTurns, crashLoop: crashes, journalBroken: 1, verdict: 1 }[kind];
  }
}

export interface Alert {
  readonly kind: AlertKind | 'test';
  /** The prefix of the snake or experiment; absent for the whole host. */
  readonly snake?: string | undefined;
  /** The event, as a sentence that names the snake. */
  readonly summary: string;
  /** Empty if it is the end of an alert. */
  readonly advice: string;
  /** The counts, such as `lostTurns`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Held-back alerts of the same cause. */
  readonly heldBack: number;
  /** Whether this reports the end of an earlier one (default: no). */
  readonly isOver?: boolean;
}

function keyOf({ kind, snake, cause = '' }: Pick<Incident, 'kind' | 'snake' | 'cause'>): string {
  return JSON.stringify([kind, snake, cause]);
}

const MAX_REASON = 200;

/**
 * The body of the request. `text` is for Slack and compatible servers, `content` the same for Discord. `host` is the
 * name of the host.
 */
export function formatAlert(alert: Alert, host: string, time: Date): string {
  const { kind, snake, summary, advice, counts, heldBack, isOver: over } = alert;
  const held =
    heldBack === 0
      ? ''
      : ` ${heldBack} ${heldBack === 1 ? 'alert like it was' : 'alerts like it were'} held back before.`;
  const text = `Serpentarium on ${host}: ${summary}${advice && ` ${advice}`}${held}`;
  const facts = { kind, snake, host, time: time.toISOString(), over, counts, heldBack, advice };
  return JSON.stringify({ text, content: text, ...facts });
}

/**
 * A reason that may quote a strategy, as the end of a sentence. Escaped, because chats interpret `@everyone`,
 * `<!channel>` and markup.
 */
export function quoteReason(reason: string): string {
  const plain = reason
    .replaceAll(/[^\p{L}\p{N} .,:;?'"()/%+=-]/gu, ' ')
    .replaceAll(/ {2,}/g, ' ')
    .trim();
  return plain.length > MAX_REASON ? `${plain.slice(0, MAX_REASON)}…` : plain.replace(/[^.?]$/, '$&.');
}
