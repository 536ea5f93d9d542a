/** Decides which incidents are worth an alert, when, and what it says. Used by `alerts.ts` and the command `alert`. */
import type { AlertKind } from '../config/schema.js';
import type { AlertConfig } from '../config/types.js';

/** Something that has happened. Enough of them within a time make an {@link Alert}. */
export interface Incident {
  readonly kind: AlertKind;
  readonly snake?: string | undefined;
  /** What the alert says if there were `count` of them within `minutes`. */
  readonly describe: (count: number, minutes: number) => Pick<Alert, 'summary' | 'advice'>;
  /** The name of their number in the JSON, such as `lostTurns`. */
  readonly counted: string;
  /** Distinguishes this cause from others of the same kind and snake. */
  readonly cause?: string | undefined;
}

/** The clock, in ms, and a timer that does not keep the process alive; both can be replaced by a test. */
export interface AlertClock {
  readonly now: () => number;
  /** Calls `done` after `ms`. Returns what stops it. */
  readonly after: (ms: number, done: () => void) => () => void;
}

const MINUTE_MS = 60_000;

interface Cause {
  /** When it happened lately; emptied when it was enough for an alert. */
  times: number[];
  /** When the next alert may be sent, on the clock; 0 if none was sent yet. */
  until: number;
  held: number;
  /** Incidents that the next alert reports. */
  count: number;
  stop?: () => void;
}

/**
 * Owns what was counted for one entry of `alerts:`.
 *
 * Guarantees that an alert is made when a cause reaches its threshold within the configured time, that the next of
 * the same cause comes after the configured pause at the earliest, and that it then says how many were held back.
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
    const { kind, snake, cause: detail = '' } = incident;
    if (!this.#config.on.includes(kind)) return;
    const key = JSON.stringify([kind, snake, detail]);
    const cause = this.#causes.get(key) ?? { times: [], until: 0, held: 0, count: 0 };
    this.#causes.set(key, cause);
    const now = this.#clock.now();
    const since = now - this.#config.within;
    cause.times = [...cause.times.filter((time) => time > since), now];
    if (cause.times.length < this.#thresholdOf(kind)) return;
    cause.count += cause.times.length;
    cause.times = [];
    if (now >= cause.until) return this.#send(key, cause, incident);
    cause.held += 1;
    cause.stop ??= this.#clock.after(cause.until - now, () => this.#send(key, cause, incident));
  }

  /** Stops counting. Alerts that are held back are not posted. */
  close(): void {
    for (const { stop } of this.#causes.values()) stop?.();
    this.#causes.clear();
  }

  #send(key: string, cause: Cause, { kind, snake, describe, counted }: Incident): void {
    const { within, pause } = this.#config;
    const { held, count } = cause;
    cause.stop?.();
    const now = this.#clock.now();
    this.#causes.set(key, { times: [], until: now + pause, held: 0, count: 0 });
    // Those held back are older than the time that counts.
    const span = (held === 0 ? within : pause) / MINUTE_MS;
    this.#post({ kind, snake, ...describe(count, span), counts: { [counted]: count, minutes: span }, heldBack: held });
  }

  #thresholdOf(kind: AlertKind): number {
    const { lostTurns, crashes } = this.#config;
    return { lostTurns, crashLoop: crashes, journalBroken: 1, verdict: 1 }[kind];
  }
}

export interface Alert {
  readonly kind: AlertKind | 'test';
  /** The prefix of the snake or experiment; absent if it concerns the whole host. */
  readonly snake?: string | undefined;
  /** What has happened, as a sentence that names the snake. */
  readonly summary: string;
  readonly advice: string;
  /** What was counted, such as `lostTurns`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Alerts of the same cause that were held back before this one. */
  readonly heldBack: number;
}

const MAX_REASON = 200;

/** The body of the request. `text` is for Slack and its like, `content` the same for Discord. `host` is its name. */
export function formatAlert(alert: Alert, host: string, time: Date): string {
  const { kind, snake, summary, advice, counts, heldBack } = alert;
  const held =
    heldBack === 0
      ? ''
      : ` ${heldBack} ${heldBack === 1 ? 'alert like it was' : 'alerts like it were'} held back before.`;
  const text = `Serpentarium on ${host}: ${summary} ${advice}${held}`;
  return JSON.stringify({ text, content: text, kind, snake, host, time: time.toISOString(), counts, heldBack, advice });
}

/** A reason that may quote a strategy, made harmless: chats give a meaning to `@everyone`, `<!channel>` and markup. */
export function quoteReason(reason: string): string {
  const plain = reason.replaceAll(/[^\p{L}\p{N} .,:;'"()/%+=-]/gu, ' ').replaceAll(/ {2,}/g, ' ');
  return plain.length > MAX_REASON ? `${plain.slice(0, MAX_REASON)}…` : plain;
}
