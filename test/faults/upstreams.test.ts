/** A fault of servers behind a host: one that hangs, floods, redirects, answers nonsense, and dies. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sketchRequest } from '../support/requests.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

/** Asked of the bad snake at once. */
const GAMES = 8;
/** How the server misbehaves, in turn. */
const WAYS: readonly ((response: ServerResponse) => void)[] = [
  () => undefined,
  (response) => void response.socket?.resetAndDestroy(),
  (response) => void response.writeHead(308, { location: '/elsewhere' }).end(),
  (response) => void response.writeHead(200, { 'content-length': 1000 }).write('{"move":'),
  (response) => flood(response),
  (response) => void response.end('not JSON'),
  (response) => void response.writeHead(500).end('{"move":"up"}'),
  (response) => void response.socket?.end('garbage\r\n\r\n'),
];

let server: Server;
let port = 0;

/** Sends answers without end, bounded in case nobody hangs up. */
function flood(response: ServerResponse): void {
  const piece = Buffer.alloc(64 * 1024, 'x');
  let left = 200;
  const more = (): void => {
    while (left-- > 0 && !response.destroyed) if (!response.write(piece)) return void response.once('drain', more);
    response.end();
  };
  response.writeHead(200);
  more();
}

async function listen(): Promise<void> {
  let turn = 0;
  server = createServer((request, response) => {
    response.on('error', () => undefined);
    request.resume().on('end', () => {
      if (request.url?.endsWith('/move') === true) WAYS[turn++ % WAYS.length]!(response);
      else response.end('{"apiversion":"1"}');
    });
  });
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
}

function die(): Promise<unknown> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(resolve));
}

/** Plays games of a snake whose server does everything wrong, and dies again and again. */
const badUpstream: Fault = {
  name: 'bad-upstream',
  what: 'a server behind the host that hangs, floods, redirects, answers nonsense and dies',
  bad: ['/far'],
  async prepare() {
    await listen();
    return { snakes: [{ prefix: '/far', upstream: `http://127.0.0.1:${port}` }] };
  },
  restore: () => void die(),
  async inflict({ host, signal, pause, report }) {
    let times = 0;
    const play = async (game: number) => {
      for (let turn = 0; !signal.aborted; turn++) {
        const body = JSON.stringify(sketchRequest({ game: `bad-${game}`, turn, timeout: 300 }));
        const answer = await fetch(`${host.url}/far/move`, { method: 'POST', body }).then((response) =>
          response.json(),
        );
        if (!Object.hasOwn(answer as object, 'move')) report(`it answered ${JSON.stringify(answer)}`);
        times++;
      }
    };
    const games = Array.from({ length: GAMES }, (_, game) => play(game));
    while (!signal.aborted) {
      await pause(300);
      await die();
      await pause(100);
      await listen();
    }
    await Promise.all(games);
    return times;
  },
};

describeFaults('a server behind the host', [badUpstream]);
