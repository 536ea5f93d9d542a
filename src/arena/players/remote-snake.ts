/** A snake behind a URL in the arena: asked over HTTP as the public arena asks. */
import { messageOf } from '../../errors.js';
import { isDirection } from '../../wire/move.js';
import type { ArenaSnake, Introduction, SnakeRequest, Reply } from '../game/arena-snake.js';
import type { EngineDialect } from '../game/dialects.js';
import { exchange, type Connections, type Exchanged } from './exchange.js';

export interface RemoteSnakeOptions {
  /** As registered with an engine: the path may end with a slash, and there may be a query. */
  readonly url: URL;
  readonly dialect: EngineDialect;
  readonly connections: Connections;
  /** The clock that latency is measured by, in ms. */
  readonly now?: () => number;
}

export class RemoteSnake implements ArenaSnake {
  readonly #options: RemoteSnakeOptions;
  readonly #now: () => number;

  constructor(options: RemoteSnakeOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  async introduce(timeout: number): Promise<Introduction> {
    const { url, connections } = this.#options;
    const exchanged = await exchange({ method: 'GET', url, timeout, connections });
    const read = this.#read(exchanged);
    if ('problem' in read) return { info: {}, problem: `GET ${url.href}: ${read.problem}` };
    const { apiversion } = read.json;
    const problem = apiversion === '1' ? {} : { problem: `GET ${url.href}: "apiversion" is not the text "1"` };
    return { info: textsOf(read.json), ...problem };
  }

  start(request: SnakeRequest): Promise<string | undefined> {
    return this.#tell('start', request);
  }

  end(request: SnakeRequest): Promise<string | undefined> {
    return this.#tell('end', request);
  }

  async move(request: SnakeRequest): Promise<Reply> {
    const before = this.#now();
    const exchanged = await this.#post('move', request);
    const took = this.#now() - before;
    // A timer may go off a little early; nevertheless the whole time was waited, and that is what engines tell.
    const waited = 'isTimeout' in exchanged && exchanged.isTimeout ? request.timeout : 0;
    const latency = Math.max(waited, Math.floor(took));
    const read = this.#read(exchanged);
    if ('problem' in read) return { move: undefined, shout: '', latency, took, problem: read.problem };
    const { move, shout } = read.json;
    const word = this.#options.dialect.isLenient && typeof move === 'string' ? move.toLowerCase() : move;
    const said = typeof shout === 'string' ? shout : '';
    if (isDirection(word)) return { move: word, shout: said, latency, took };
    const problem = `answered a "move" that is none: ${JSON.stringify(move)?.slice(0, 40)}`;
    return { move: undefined, shout: said, latency, took, problem };
  }

  async #tell(action: 'start' | 'end', request: SnakeRequest): Promise<string | undefined> {
    const exchanged = await this.#post(action, request);
    if ('problem' in exchanged) return `/${action} ${exchanged.problem}`;
    return isFine(exchanged.status) ? undefined : `/${action} answered with status ${exchanged.status}`;
  }

  #post(action: string, { text, timeout }: SnakeRequest): Promise<Exchanged> {
    const { connections } = this.#options;
    return exchange({ method: 'POST', url: below(this.#options.url, action), body: text, timeout, connections });
  }

  #read(exchanged: Exchanged): { json: Record<string, unknown> } | { problem: string } {
    if ('problem' in exchanged) return { problem: exchanged.problem };
    const { status, text } = exchanged;
    if (status !== 200 && !this.#options.dialect.isLenient) return { problem: `answered with status ${status}` };
    try {
      const json: unknown = JSON.parse(text);
      if (typeof json === 'object' && json !== null) return { json: json as Record<string, unknown> };
      return { problem: 'answered JSON that is no object' };
    } catch (thrown) {
      return { problem: isFine(status) ? `answered no JSON: ${messageOf(thrown)}` : `answered with status ${status}` };
    }
  }
}

function isFine(status: number): boolean {
  return status >= 200 && status < 300;
}

/** The address of an action: one slash between, and before the query. */
function below(url: URL, action: string): URL {
  const address = new URL(url);
  address.pathname = `${url.pathname.replace(/\/+$/, '')}/${action}`;
  return address;
}

function textsOf(json: Record<string, unknown>): Record<string, string> {
  const texts = Object.entries(json).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts);
}
