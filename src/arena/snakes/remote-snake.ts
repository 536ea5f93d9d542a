/** A snake behind a URL: it gets requests over HTTP, as from an engine. */
import {
  actionUrl,
  exchange,
  failureOf,
  readObject,
  type Action,
  type Connections,
  type ExchangeOptions,
  type ExchangeResult,
  type Failure,
} from '../../exchange/exchange.js';
import { isDirection } from '../../wire/move.js';
import type { ArenaSnake, Introduction, Reply, SnakeRequest } from '../game/arena-snake.js';
import type { EngineDialect } from '../game/dialects.js';

interface RemoteSnakeOptions {
  /** As registered with an engine: the path may end with a slash, and there may be a query. */
  readonly url: URL;
  readonly dialect: EngineDialect;
  readonly connections: Connections;
  readonly onRequest?: ExchangeOptions['onRequest'];
  /** Receives every failure. `GET` without an action. */
  readonly onFailure?: (failure: Failure, action?: Action) => void;
  /** The clock that latency is measured with, in ms. */
  readonly now?: () => number;
}

/** Most characters of an answer that a message quotes. */
const MAX_QUOTED = 40;

/**
 * A participant on any server. It uses the caller's connections, and validates every answer: one that the dialect does
 * not accept becomes a reply without a move, with the reason in a sentence.
 */
export class RemoteSnake implements ArenaSnake {
  readonly #options: RemoteSnakeOptions;
  readonly #now: () => number;

  constructor(options: RemoteSnakeOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => performance.now());
  }

  async introduce(timeout: number): Promise<Introduction> {
    const { url } = this.#options;
    const answer = this.#parse(await this.#exchange({ method: 'GET', url, timeout }));
    if ('problem' in answer) return { info: {}, problem: `GET ${url.origin}${url.pathname}: ${this.#fail(answer)}` };
    const info = stringsOf(answer.json);
    if (answer.json['apiversion'] === '1') return { info };
    return { info, problem: `GET ${url.origin}${url.pathname}: "apiversion" is not the string "1"` };
  }

  start(request: SnakeRequest): Promise<string | undefined> {
    return this.#notify('start', request);
  }

  end(request: SnakeRequest): Promise<string | undefined> {
    return this.#notify('end', request);
  }

  async move(request: SnakeRequest): Promise<Reply> {
    const sentAt = this.#now();
    const result = await this.#post('move', request);
    const took = this.#now() - sentAt;
    // A timer may fire a little early, but engines report the whole timeout.
    const waited = 'kind' in result && result.kind === 'late' ? request.timeout : 0;
    return { ...this.#readMove(result), latency: Math.max(waited, Math.floor(took)), took };
  }

  #readMove(result: ExchangeResult): Pick<Reply, 'move' | 'shout' | 'problem'> {
    const answer = this.#parse(result);
    if ('problem' in answer) return { move: undefined, shout: '', problem: this.#fail(answer, 'move') };
    const { isLenient, ignoresCaseOfKeys } = this.#options.dialect;
    const read = (key: string) => {
      const other = ignoresCaseOfKeys && Object.keys(answer.json).find((each) => each.toLowerCase() === key);
      return answer.json[key] ?? (other ? answer.json[other] : undefined);
    };
    const [sent, shout] = [read('move'), read('shout') ?? ''];
    const move = isLenient && typeof sent === 'string' ? sent.toLowerCase() : sent;
    if (typeof shout !== 'string') {
      const problem = `answered a "shout" that is not a string, so engines drop the move, too: ${quote(shout)}`;
      return { move: undefined, shout: '', problem: this.#fail({ kind: 'notMove', problem }, 'move') };
    }
    if (isDirection(move)) return { move, shout };
    const problem =
      sent === undefined && 'Move' in answer.json
        ? 'answered "Move" instead of "move". Keys are in lower case'
        : `answered a "move" that is not a direction: ${quote(sent)}`;
    return { move: undefined, shout, problem: this.#fail({ kind: 'notMove', problem }, 'move') };
  }

  async #notify(action: 'start' | 'end', request: SnakeRequest): Promise<string | undefined> {
    const failure = failureOf(await this.#post(action, request));
    return failure && `/${action} ${this.#fail(failure, action)}`;
  }

  #fail(failure: Failure, action?: Action): string {
    this.#options.onFailure?.(failure, action);
    return failure.problem;
  }

  #post(action: Action, { text, timeout }: SnakeRequest): Promise<ExchangeResult> {
    return this.#exchange({ method: 'POST', url: actionUrl(this.#options.url, action), body: text, timeout });
  }

  #exchange(request: Pick<ExchangeOptions, 'method' | 'url' | 'body' | 'timeout'>): Promise<ExchangeResult> {
    const { connections, onRequest } = this.#options;
    return exchange({ ...request, connections, onRequest, followsRedirects: true });
  }

  #parse(result: ExchangeResult) {
    return readObject(result, this.#options.dialect.isLenient);
  }
}

function quote(value: unknown): string | undefined {
  return JSON.stringify(value)?.slice(0, MAX_QUOTED);
}

function stringsOf(json: Record<string, unknown>): Record<string, string> {
  const strings = Object.entries(json).filter((pair): pair is [string, string] => typeof pair[1] === 'string');
  return Object.fromEntries(strings);
}
