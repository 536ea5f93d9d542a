/** Snakes on real ports that answer as the test scripts them. */
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import type { GameRequest } from '../../src/wire/resources.js';
import { findFreePort } from './free-port.js';

export interface HttpCall {
  readonly method: string;
  readonly path: string;
  /** `start`, `move` or `end`; empty for GET. */
  readonly action: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: GameRequest;
  /** Which connection it came on, counted from 1. */
  readonly connection: number;
}

/** An answer: JSON, a plain body with a status, or `hang up`, which cuts the connection. */
export type Scripted =
  | { readonly [key: string]: unknown; readonly text?: undefined }
  | { readonly status: number; readonly text: string }
  | 'hang up';

/** A snake on a port, and the requests that it has received. */
export interface HttpSnake {
  readonly url: URL;
  readonly calls: readonly HttpCall[];
  /** The calls of one action. */
  of(action: string): HttpCall[];
}

const open: Server[] = [];

/** Closes all snakes of a test. For `afterEach`. */
export async function closeHttpSnakes(): Promise<void> {
  await Promise.all(
    open.splice(0).map((server) => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    }),
  );
}

/** Serves a snake that goes up, unless the script answers a call otherwise. `at`: its port (default: a free one). */
export async function serveHttpSnake(
  script: (call: HttpCall) => Scripted | Promise<Scripted> | undefined = () => undefined,
  path = '',
  at?: number,
): Promise<HttpSnake> {
  const calls: HttpCall[] = [];
  const connections = new Map<unknown, number>();
  const server = createServer((request, response) => void answer(request, response));
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sent = await text(request);
    const { method = '', url = '', headers, socket } = request;
    if (!connections.has(socket)) connections.set(socket, connections.size + 1);
    const action = /\/(start|move|end)(\?|$)/.exec(url)?.[1] ?? '';
    const body = (sent === '' ? undefined : JSON.parse(sent)) as GameRequest;
    const call = { method, path: url, action, headers, body, connection: connections.get(socket)! };
    calls.push(call);
    const scripted = (await script(call)) ?? usual(call);
    if (scripted === 'hang up') return void socket.destroy();
    const said = scripted.text === undefined ? { status: 200, text: JSON.stringify(scripted) } : scripted;
    response.writeHead(said.status, { 'content-type': 'application/json' }).end(said.text);
  };
  open.push(server);
  const port = at ?? (await findFreePort());
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${port}${path}`);
  return { url, calls, of: (action) => calls.filter((call) => call.action === action) };
}

function usual({ action }: HttpCall): Scripted {
  if (action === 'move') return { move: 'up' };
  return action === '' ? { apiversion: '1', color: '#123456', head: 'fang', tail: 'bolt' } : {};
}
