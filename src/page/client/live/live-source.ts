/** Keeps a stream of events open while the page can be seen, and says how that goes: of live games, of a contest. */
import { BEAT_MS, type LiveEvents } from '../../api/live.js';
import { hostPath } from '../shell/page-info.js';

/** How the stream is: `paused` while nobody can see the page, `ended` when nothing more will come. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'ended';

type StreamEvent<Events> = {
  readonly [Name in keyof Events & string]: { readonly name: Name; readonly data: Events[Name] };
}[keyof Events & string];

interface LiveListener<Events> {
  /** `heardAt` is when the host was heard last, in ms since 1970. */
  onState(state: LiveState, heardAt: number): void;
  onEvent(event: StreamEvent<Events>): void;
}

/** The longest wait before a new connection, in ms. */
const MAX_RETRY_MS = 15_000;
const FIRST_RETRY_MS = 500;
/** A host that is silent for this long is frozen or gone, in ms: some connections break without a word. */
const SILENT_MS = 3 * BEAT_MS;

/**
 * Owns one stream. The browser connects again by itself after a break, with the id of the last event; where it gives
 * up, or where nothing is heard any more, this does. A hidden page has no stream, since browsers allow six connections
 * to a host and no more.
 */
export class LiveSource<Events> {
  readonly #path: string;
  readonly #names: readonly (keyof Events & string)[];
  readonly #listener: LiveListener<Events>;
  #stream: EventSource | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #retry = FIRST_RETRY_MS;
  #wasLive = false;
  #heardAt = Date.now();
  #silence: ReturnType<typeof setTimeout> | undefined;
  readonly #onVisibility = (): void => (document.hidden ? this.#pause() : this.#connect());

  /** Takes the events with these names from a path such as `/api/live`. */
  constructor(path: string, names: readonly (keyof Events & string)[], listener: LiveListener<Events>) {
    this.#path = path;
    this.#names = names;
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#onVisibility);
    if (!document.hidden) this.#connect();
  }

  close(): void {
    document.removeEventListener('visibilitychange', this.#onVisibility);
    this.#disconnect();
  }

  #connect(): void {
    this.#disconnect();
    this.#report(this.#wasLive ? 'reconnecting' : 'connecting');
    const stream = new EventSource(hostPath(this.#path));
    this.#stream = stream;
    this.#awaitEvent();
    for (const name of this.#names) {
      stream.addEventListener(name, ({ data }: MessageEvent<string>) => {
        this.#takeSign();
        this.#listener.onEvent({ name, data: JSON.parse(data) });
      });
    }
    stream.addEventListener('beat', () => this.#takeSign());
    stream.addEventListener('end', ({ data }: MessageEvent<string>) => {
      const { retry } = JSON.parse(data) as { readonly retry?: number };
      if (retry !== undefined) return this.#connectIn(retry);
      this.close();
      this.#report('ended');
    });
    stream.addEventListener('error', () => {
      if (stream.readyState === EventSource.CLOSED) this.#connectLater();
      else this.#report('reconnecting');
    });
  }

  #takeSign(): void {
    this.#wasLive = true;
    this.#retry = FIRST_RETRY_MS;
    this.#heardAt = Date.now();
    this.#awaitEvent();
    this.#report('live');
  }

  #awaitEvent(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(() => this.#connectLater(), SILENT_MS);
  }

  #report(state: LiveState): void {
    this.#listener.onState(state, this.#heardAt);
  }

  #connectLater(): void {
    this.#connectIn(this.#retry);
    this.#retry = Math.min(MAX_RETRY_MS, this.#retry * 2);
  }

  #connectIn(ms: number): void {
    this.#disconnect();
    this.#report('reconnecting');
    this.#timer = setTimeout(() => this.#connect(), ms);
  }

  #pause(): void {
    this.#disconnect();
    this.#report('paused');
  }

  #disconnect(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#silence);
    this.#stream?.close();
    this.#stream = undefined;
  }
}

type GamesEvents = Pick<LiveEvents, 'snapshot' | 'update'>;

export type GamesEvent = StreamEvent<GamesEvents>;

export function followGames(listener: LiveListener<GamesEvents>): LiveSource<GamesEvents> {
  return new LiveSource('/api/live', ['snapshot', 'update'], listener);
}
