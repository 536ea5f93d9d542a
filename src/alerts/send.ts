/** Posts one body to a URL. Called by `webhook.ts` and the command `alert`. */

/** What came of it: an answer with its status, or why there was none. `reason` never holds the URL. */
export type Sent =
  | { readonly isDelivered: true; readonly status: number }
  | { readonly isDelivered: false; readonly reason: string; readonly isFinal: boolean };

/** How long an answer may take, in ms. */
const SEND_TIMEOUT_MS = 5000;

const JSON_TYPE = { 'Content-Type': 'application/json; charset=utf-8' };

/** What ends a try before its answer: the answer is late, or the sender closes. */
export interface SendSignals {
  readonly late?: AbortSignal | undefined;
  readonly closing?: AbortSignal;
}

/** Posts JSON, and does not follow redirects. Never rejects. `isFinal`: another try would fail as well. */
export async function send(url: string, body: string, signals: SendSignals = {}): Promise<Sent> {
  const { late = AbortSignal.timeout(SEND_TIMEOUT_MS), closing = late } = signals;
  try {
    const signal = AbortSignal.any([late, closing]);
    const request = { method: 'POST', body, headers: JSON_TYPE, redirect: 'manual', signal } as const;
    const response = await fetch(url, request);
    const { status } = response;
    await response.body?.cancel().catch(() => undefined);
    if (status >= 200 && status < 300) return { isDelivered: true, status };
    const isFinal = status < 500 && status !== 408 && status !== 429;
    return { isDelivered: false, reason: `it answered with status ${status}`, isFinal };
  } catch (thrown) {
    if (isForbiddenPort(thrown)) {
      const { port } = new URL(url);
      return { isDelivered: false, reason: `its port ${port} is one that no web client connects to`, isFinal: true };
    }
    const reason = late.aborted
      ? `no answer within ${SEND_TIMEOUT_MS / 1000} s`
      : `it cannot be reached (${codeOf(thrown)})`;
    return { isDelivered: false, reason, isFinal: false };
  }
}

/** The URL's host, which is all of it that may be shown: the path of a webhook is its password. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : 'an unknown host';
}

/** Such as `ECONNREFUSED`. Not the message, which may hold the URL. */
function codeOf(thrown: unknown): string {
  const { cause, name } = thrown instanceof Error ? thrown : new Error();
  const code: unknown = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : name;
}

/** Ports of other protocols, such as 25 for mail, are refused before anything is sent. */
function isForbiddenPort(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.cause instanceof Error && thrown.cause.message === 'bad port';
}
