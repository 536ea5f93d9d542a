/** Streams of contests: each reader gets the state of one whenever it has changed. Opened by `contest-routes.ts`. */
import type { ContestView } from '../../page/api/contests.js';
import type { ContestSource } from '../../page/contests/contest-source.js';
import { StreamReaders } from '../../page/live/stream-readers.js';
import type { AppContext } from '../context.js';
import { HttpError } from '../http-error.js';
import { openEventStream } from './event-stream.js';

/** Shortest time between two states, in ms. */
const INTERVAL_MS = 1000;
const MAX_STREAMS = 100;

interface Topic {
  readonly id: string;
  readonly readers: StreamReaders;
  sent: string;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Owns the streams of all contests. While nobody reads a contest, it is not asked for its state. A state is encoded
 * once for all readers.
 */
export class ContestStreams {
  readonly #source: ContestSource;
  readonly #topics = new Map<string, Topic>();
  #count = 0;
  #isClosed = false;

  constructor(source: ContestSource) {
    this.#source = source;
  }

  /** Answers a request with a stream. Throws a 404 if there is no such contest, and a 503 if there are too many. */
  async open(ctx: AppContext, id: string): Promise<void> {
    const contest = await this.#source.find(id);
    if (contest === undefined) throw new HttpError(404, 'not_found', `there is no "${id.slice(0, 60)}" any more`);
    if (this.#isClosed || this.#count >= MAX_STREAMS) {
      throw new HttpError(503, 'too_many_streams', 'there are too many readers');
    }
    const reader = openEventStream(ctx);
    if (reader === undefined) return;
    const topic = this.#topicOf(id);
    const leave = topic.readers.add(reader);
    this.#count++;
    ctx.res.once('close', () => {
      leave();
      this.#count--;
      if (topic.readers.size === 0) this.#end(topic);
    });
    if (contest.state !== 'running') return this.#send(topic, contest);
    // The others get it with the next tick.
    const json = JSON.stringify(contest);
    if (topic.readers.size === 1) topic.sent = json;
    reader.write(toEvent(json));
  }

  /** Ends all streams, each with the state that it has now. */
  async close(): Promise<void> {
    this.#isClosed = true;
    const ends = Array.from(this.#topics.values(), async (topic) => {
      await this.#update(topic);
      this.#end(topic);
    });
    await Promise.all(ends);
  }

  #topicOf(id: string): Topic {
    let topic = this.#topics.get(id);
    if (topic === undefined) {
      topic = { id, readers: new StreamReaders(performance.now()), sent: '', timer: undefined };
      this.#topics.set(id, topic);
      this.#schedule(topic);
    }
    return topic;
  }

  #schedule(topic: Topic): void {
    topic.timer = setTimeout(async () => {
      await this.#update(topic);
      if (this.#topics.get(topic.id) === topic) this.#schedule(topic);
    }, INTERVAL_MS);
  }

  async #update(topic: Topic): Promise<void> {
    const contest = await this.#source.find(topic.id).catch(() => undefined);
    if (this.#topics.get(topic.id) !== topic) return;
    if (contest === undefined) this.#end(topic);
    else this.#send(topic, contest);
  }

  #send(topic: Topic, contest: ContestView): void {
    const json = JSON.stringify(contest);
    const now = performance.now();
    if (json === topic.sent) topic.readers.beat(now);
    else topic.readers.write(toEvent(json), now);
    topic.sent = json;
    if (contest.state !== 'running') this.#end(topic);
  }

  #end(topic: Topic): void {
    clearTimeout(topic.timer);
    if (this.#topics.get(topic.id) === topic) this.#topics.delete(topic.id);
    topic.readers.end({});
  }
}

function toEvent(json: string): Buffer {
  return Buffer.from(`event: contest\ndata: ${json}\n\n`);
}
