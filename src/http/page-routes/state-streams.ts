/** Streams of server-sent events with a state that changes: each reader gets it whenever it has changed. */
import type { ServerResponse } from 'node:http';
import { HttpError } from '../http-error.js';
import type { AppContext } from '../context.js';

/** What is streamed. */
export interface StateStreamsOptions {
  /** The state of what the streams of this id are about; `undefined` if it is gone. */
  readonly read: (id: string) => Promise<State | undefined>;
  /** Name of the events. */
  readonly event: string;
}

/** One state. */
export interface State {
  /** JSON. */
  readonly json: string;
  /** No other will follow. */
  readonly isLast: boolean;
}

/** Shortest time between two states, in ms. */
const INTERVAL_MS = 1000;
/** A comment keeps proxies from closing a stream without news, in ms. */
const COMMENT_INTERVAL_MS = 15_000;
/** A reader with more bytes waiting than this is dropped. */
const MAX_WAITING_BYTES = 1024 * 1024;
/** Most streams at once. */
const MAX_STREAMS = 100;

interface Topic {
  readonly readers: Set<ServerResponse>;
  /** What was sent last. */
  sent: string;
  timer: NodeJS.Timeout | undefined;
  commentAt: number;
}

/**
 * Owns the streams of several topics. While nobody reads a topic, it is not asked for its state. A state is encoded
 * once for all readers.
 */
export class StateStreams {
  readonly #options: StateStreamsOptions;
  readonly #topics = new Map<string, Topic>();
  #count = 0;
  #isClosed = false;

  constructor(options: StateStreamsOptions) {
    this.#options = options;
  }

  /** Answers a request with a stream about `id`. Throws a 404 if there is none, and a 503 if there are too many. */
  async open(ctx: AppContext, id: string): Promise<void> {
    const state = await this.#options.read(id);
    if (state === undefined) throw new HttpError(404, 'not_found', `there is no "${id.slice(0, 60)}" any more`);
    if (this.#isClosed || this.#count >= MAX_STREAMS) {
      throw new HttpError(503, 'too_many_streams', 'there are too many readers');
    }
    ctx.respond = false;
    const { res } = ctx;
    res.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    const topic = this.#topicOf(id);
    this.#join(id, topic, res);
    // The others get it with the next tick.
    if (topic.readers.size === 1) topic.sent = state.json;
    this.#send(id, topic, state, state.isLast ? topic.readers : [res]);
  }

  /** Ends all streams, each with the state that it has now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = Array.from(this.#topics, async ([id, topic]) => {
      await this.#update(id, topic);
      this.#end(id, topic);
    });
    await Promise.all(ends);
  }

  #topicOf(id: string): Topic {
    let topic = this.#topics.get(id);
    if (topic === undefined) {
      topic = { readers: new Set(), sent: '', timer: undefined, commentAt: performance.now() + COMMENT_INTERVAL_MS };
      this.#topics.set(id, topic);
    }
    return topic;
  }

  #join(id: string, topic: Topic, res: ServerResponse): void {
    topic.readers.add(res);
    this.#count++;
    res.once('close', () => {
      topic.readers.delete(res);
      this.#count--;
      if (topic.readers.size === 0) this.#end(id, topic);
    });
    topic.timer ??= setTimeout(() => void this.#tick(id, topic), INTERVAL_MS);
  }

  async #tick(id: string, topic: Topic): Promise<void> {
    await this.#update(id, topic);
    if (this.#topics.get(id) === topic) topic.timer = setTimeout(() => void this.#tick(id, topic), INTERVAL_MS);
  }

  async #update(id: string, topic: Topic): Promise<void> {
    const state = await this.#options.read(id).catch(() => undefined);
    if (this.#topics.get(id) !== topic) return;
    if (state === undefined) return this.#end(id, topic);
    if (state.json === topic.sent) this.#comment(topic);
    else {
      topic.sent = state.json;
      this.#send(id, topic, state, topic.readers);
    }
  }

  #send(id: string, topic: Topic, { json, isLast }: State, readers: Iterable<ServerResponse>): void {
    const bytes = Buffer.from(`event: ${this.#options.event}\ndata: ${json}\n\n`);
    for (const reader of readers) write(reader, bytes);
    if (isLast) this.#end(id, topic);
  }

  #comment(topic: Topic): void {
    if (performance.now() < topic.commentAt) return;
    topic.commentAt = performance.now() + COMMENT_INTERVAL_MS;
    for (const reader of topic.readers) write(reader, ':\n\n');
  }

  #end(id: string, topic: Topic): void {
    clearTimeout(topic.timer);
    if (this.#topics.get(id) === topic) this.#topics.delete(id);
    for (const reader of topic.readers) reader.end('event: end\ndata: {}\n\n');
    topic.readers.clear();
  }
}

function write(reader: ServerResponse, bytes: Buffer | string): void {
  if (reader.writableLength > MAX_WAITING_BYTES) reader.destroy();
  else reader.write(bytes);
}
