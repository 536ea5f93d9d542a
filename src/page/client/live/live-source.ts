/** Keeps a stream of events open while the page can be seen, and says how that goes: of live games, of a contest. */
import type { LiveEvents } from '../../api/live.js';
import { requireLogin } from '../shell/fetch-json.js';
import { PAGE_BASE } from '../shell/location.js';

/** How the stream is: `paused` while nobody can see the page, `ended` when nothing more will come. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'ended';

/** An event of a stream; `Events` has the data of each by its name. */
type StreamEvent<Events> = {
  readonly [Name in keyof Events & string]: { readonly name: Name; readonly data: Events[Name] };
}[keyof Events & string];

/** What a {@link LiveSource} reports to. */
interface LiveListener<Events> {
  onState(state: LiveState): void;
  onEvent(event: StreamEvent<Events>): void;
  /** Called when the host refuses the stream, which is then left closed. Without this it is tried again. */
  onRefused?(): void;
}

/** The longest wait before a new connection, in ms. */
const MAX_RETRY_MS = 15_000;
const FIRST_RETRY_MS = 500;

/**
 * Owns one stream. The browser connects again by itself after a break, with the id of the last event; where it gives
 * up, this does. A hidden page has no stream, since browsers allow six connections to a host and no more.
 */
export class LiveSource<Events> {
  readonly #path: string;
  readonly #names: readonly (keyof Events & string)[];
  readonly #listener: LiveListener<Events>;
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = FIRST_RETRY_MS;
  #wasLive = false;
  readonly #onVisibility = (): void => (document.hidden ? this.#pause() : this.#connect());

  /** Takes the events with these names from a path such as `/api/live`. */
  constructor(path: string, names: readonly (keyof Events & string)[], listener: LiveListener<Events>) {
    this.#path = path;
    this.#names = names;
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
    const stream = new EventSource(PAGE_BASE + this.#path);
    this.#stream = stream;
    for (const name of this.#names) {
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#wasLive = true;
        this.#retry = FIRST_RETRY_MS;
        this.#listener.onState('live');
        this.#listener.onEvent({ name, data: JSON.parse(data) });
      });
    }
    stream.addEventListener('end', ({ data }: MessageEvent<string>) => {
      const { retry } = JSON.parse(data) as { readonly retry?: number };
      if (retry !== undefined) return this.#connectIn(retry);
      this.close();
      this.#listener.onState('ended');
    });
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) this.#takeRefusal();
      else this.#listener.onState('reconnecting');
    });
  }

  #takeRefusal(): void {
    if (this.#listener.onRefused !== undefined) {
      this.close();
      return this.#listener.onRefused();
    }
    // A stream that is refused does not say why: it may want a login.
    requireLogin();
    this.#connectIn(this.#retry);
    this.#retry = Math.min(MAX_RETRY_MS, this.#retry * 2);
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

type GamesEvents = Pick<LiveEvents, 'snapshot' | 'update'>;

export type GamesEvent = StreamEvent<GamesEvents>;

/** Follows all live games. */
export function followGames(listener: LiveListener<GamesEvents>): LiveSource<GamesEvents> {
  return new LiveSource('/api/live', ['snapshot', 'update'], listener);
}
