/** One alert: what it says, and the JSON that is posted. Made by `alert-route.ts` and the command `alert`. */
import type { AlertKind } from '../config/schema.js';

/** An alert as it is posted. */
export interface Alert {
  readonly kind: AlertKind | 'test';
  /** The prefix of the snake or experiment; absent if it concerns the whole host. */
  readonly snake?: string | undefined;
  /** What has happened, as a sentence that names the snake. */
  readonly summary: string;
  /** What to do about it, as a sentence. */
  readonly advice: string;
  /** What was counted, such as `lostTurns`. */
  readonly counts: Readonly<Record<string, number>>;
  /** Alerts of the same cause that were held back before this one. */
  readonly heldBack: number;
}

/** Most characters of a reason that is quoted. */
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
