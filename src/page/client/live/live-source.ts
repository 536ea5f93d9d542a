/** Keeps a live stream open while the page can be seen, and says how that goes. */
import type { LiveEvents } from '../../api/live.js';
import { PAGE_BASE } from '../shell/location.js';
import { requireLogin } from '../shell/fetch-json.js';

/** How the stream is: `paused` while nobody can see the page. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused';

/** An event of the stream that says something of games. */
export type LiveEvent =
  | { readonly name: 'snapshot'; readonly data: LiveEvents['snapshot'] }
  | { readonly name: 'update'; readonly data: LiveEvents['update'] };

/** What a {@link LiveSource} reports to. */
interface LiveListener {
  onState(state: LiveState): void;
  onEvent(event: LiveEvent): void;
}

/** The longest wait before a new connection, in ms. */
const MAX_RETRY_MS = 15_000;
const FIRST_RETRY_MS = 500;

/**
 * Owns one stream. The browser connects again by itself after a break, with the id of the last event; where it gives
 * up, this does. A hidden page has no stream, since browsers allow six connections to a host and no more.
 */
export class LiveSource {
  readonly #listener: LiveListener;
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = FIRST_RETRY_MS;
  #wasLive = false;
  readonly #onVisibility = (): void => (document.hidden ? this.#pause() : this.#connect());

  constructor(listener: LiveListener) {
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#onVisibility);
    if (!document.hidden) this.#connect();
  }

  /** Ends the stream for good. */
  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#disconnect();
  }

  #connect(): void {
    this.#disconnect();
    this.#listener.onState(this.#wasLive ? 'reconnecting' : 'connecting');
    const stream = new EventSource(`${PAGE_BASE}/api/live`);
    this.#stream = stream;
    for (const name of ['snapshot', 'update'] as const) {
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#wasLive = true;
        this.#retry = FIRST_RETRY_MS;
        this.#listener.onState('live');
        this.#listener.onEvent({ name, data: JSON.parse(data) });
      });
    }
    stream.addEventListener('end', ({ data }: MessageEvent<string>) => {
      this.#connectIn((JSON.parse(data) as LiveEvents['end']).retry);
    });
    stream.addEventListener('error', () => {
      if (stream.readyState !== EventSource.CLOSED) return this.#listener.onState('reconnecting');
      // A stream that is refused does not say why: it may want a login.
      requireLogin();
      this.#connectIn(this.#retry);
      this.#retry = Math.min(MAX_RETRY_MS, this.#retry * 2);
    });
  }

  #connectIn(ms: number): void {
    this.#disconnect();
    this.#listener.onState('reconnecting');
    this.#timer = setTimeout(() => this.#connect(), ms);
  }

  #pause(): void {
    this.#disconnect();
    this.#listener.onState('paused');
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    this.#stream?.close();
    this.#stream = undefined;
  }
}
