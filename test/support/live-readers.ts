/** Readers of the live stream, for tests. */
import type { HostView } from '../../src/views/live.js';
import type { StreamReader } from '../../src/page/live/live-channel.js';

/** A host without snakes. */
export const IDLE_HOST: HostView = {
  at: 0,
  version: '1',
  uptime: 0,
  state: 'ready',
  loopDelay: 0,
  memoryMb: 0,
  journal: { state: 'off' },
  snakes: [],
  games: 0,
  silent: [],
  readers: 0,
};

/** One event of a stream, as a browser gets it. */
export interface SentEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

/** The events in a piece of a stream; comments and `retry` are left out. */
export function parseEvents(text: string): SentEvent[] {
  return text
    .split('\n\n')
    .slice(0, -1)
    .flatMap((block) => {
      const fields = new Map(block.split('\n').map((line) => [line.split(':', 1)[0], line.replace(/^\w*: ?/, '')]));
      const data = fields.get('data');
      if (data === undefined) return [];
      return [
        { id: fields.get('id') ?? '', event: fields.get('event') ?? 'message', data: JSON.parse(data) as unknown },
      ];
    });
}

export class RecordingReader implements StreamReader {
  waiting = 0;
  state: 'open' | 'ended' | 'dropped' = 'open';
  text = '';

  get events(): SentEvent[] {
    return parseEvents(this.text);
  }

  write(bytes: Buffer): void {
    this.text += bytes.toString();
  }

  end(): void {
    this.state = 'ended';
  }

  drop(): void {
    this.state = 'dropped';
  }
}

export type HttpReader = Awaited<ReturnType<typeof readLive>>;

/** Opens a stream. Resolves when its headers are there. */
export async function readLive(url: string, headers: Record<string, string> = {}) {
  const aborter = new AbortController();
  const response = await fetch(url, { headers: { accept: 'text/event-stream', ...headers }, signal: aborter.signal });
  let text = '';
  const read = async () => {
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) text += decoder.decode(bytes, { stream: true });
  };
  return {
    response,
    /** All that came so far. */
    get events() {
      return parseEvents(text);
    },
    /** Resolves when either side has ended the stream. */
    ended: read().catch(() => undefined),
    close: () => aborter.abort(),
  };
}
