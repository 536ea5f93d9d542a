/** Keeps a stream of events open while the page is visible, and reports its state. */
import { useEffect, useState } from 'preact/hooks';
import { BEAT_MS, type LiveEnd, type LiveEvents } from '../../../views/live.js';
import { hostPath } from '../shell/page-info.js';

/** `paused` while the page is hidden, `ended` when nothing more will come. */
export type LiveState = 'connecting' | 'live' | 'reconnecting' | 'paused' | 'ended';

export type StreamEvent<Events> = {
  readonly [Name in keyof Events & string]: { readonly name: Name; readonly data: Events[Name] };
}[keyof Events & string];

export interface LiveListener<Events> {
  /** `heardAt` is the time of the last event, in ms since 1970. */
  readonly onState: (state: LiveState, heardAt: number) => void;
  readonly onEvent: (event: StreamEvent<Events>) => void;
  /** Called instead of reconnecting if the first request is refused. */
  readonly onRefused?: () => void;
}

/** When to reconnect after the browser has given up, in ms. */
const RETRY_MS = 2000;
/** Reconnect after this long without an event, in ms: some connections break without an error. */
const SILENT_MS = 3 * BEAT_MS;

/**
 * Receives the named events of a path. Reconnects with the id of the last event if the browser gives up
 * or nothing arrives. A hidden page has no stream, because browsers allow six connections to a host.
 */
export function followStream<Events>(
  path: string,
  names: readonly (keyof Events & string)[],
  { onState, onEvent, onRefused }: LiveListener<Events>,
): { readonly close: () => void } {
  let stream: EventSource | undefined;
  /** Until the stream counts as silent, or until the next connection. */
  let timer: ReturnType<typeof setTimeout> | undefined;
  let heardAt = Date.now();
  let wasLive = false;
  let lastId = '';
  const report = (state: LiveState): void => onState(state, heardAt);
  const disconnect = (state: LiveState): void => {
    clearTimeout(timer);
    stream?.close();
    report(state);
  };
  const connectIn = (ms: number, state: LiveState = 'reconnecting'): void => {
    disconnect(state);
    timer = setTimeout(() => connect(state), ms);
  };
  const awaitEvent = (): void => {
    clearTimeout(timer);
    timer = setTimeout(() => connectIn(0), SILENT_MS);
  };
  const hear = (): void => {
    wasLive = true;
    heardAt = Date.now();
    awaitEvent();
    report('live');
  };
  const connect = (state: LiveState = wasLive ? 'reconnecting' : 'connecting'): void => {
    disconnect(state);
    const opened = (stream = new EventSource(hostPath(path) + (lastId && `?after=${lastId}`)));
    awaitEvent();
    for (const name of names) {
      opened.addEventListener(name, ({ data, lastEventId }: MessageEvent<string>) => {
        hear();
        lastId = lastEventId;
        onEvent({ name, data: JSON.parse(data) });
      });
    }
    opened.addEventListener('beat', hear);
    opened.addEventListener('end', ({ data }: MessageEvent<string>) => {
      const { reason, retry } = JSON.parse(data) as LiveEnd;
      if (reason === 'shared') hear();
      if (retry !== undefined) return connectIn(retry, reason === 'shared' ? 'live' : 'reconnecting');
      close();
      return report('ended');
    });
    opened.addEventListener('error', () => {
      if (opened.readyState !== EventSource.CLOSED) return report('reconnecting');
      if (wasLive || !onRefused) return connectIn(RETRY_MS);
      close();
      onRefused();
    });
  };
  const onVisibility = (): void => (document.hidden ? disconnect('paused') : connect());
  const close = (): void => {
    document.removeEventListener('visibilitychange', onVisibility);
    clearTimeout(timer);
    stream?.close();
  };
  document.addEventListener('visibilitychange', onVisibility);
  if (!document.hidden) connect();
  return { close };
}

type GamesEvents = Pick<LiveEvents, 'snapshot' | 'update'>;

export type GamesEvent = StreamEvent<GamesEvents>;

export function followGames(listener: LiveListener<GamesEvents>): { readonly close: () => void } {
  return followStream('/api/live', ['snapshot', 'update'], listener);
}

/** The state of a stream. `since`: the time of the last event before the state changed. */
export interface StreamStatus {
  readonly state: LiveState;
  readonly since: number;
}

/** Follows a stream while the component is shown and `isFollowing`. */
export function useStream<Events>(
  follow: (listener: LiveListener<Events>) => { readonly close: () => void },
  onEvent: (event: StreamEvent<Events>) => void,
  isFollowing = true,
): StreamStatus {
  const [status, setStatus] = useState<StreamStatus>({ state: 'connecting', since: Date.now() });
  useEffect(() => {
    if (!isFollowing) return undefined;
    const onState = (state: LiveState, since: number): void =>
      setStatus((last) => (last.state === state ? last : { state, since }));
    return follow({ onState, onEvent }).close;
  }, [isFollowing]);
  return status;
}
