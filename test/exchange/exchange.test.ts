import { expect } from 'chai';
import type { Socket } from 'node:net';
import { Connections, exchange, type ExchangeOptions } from '../../src/exchange/exchange.js';
import { officialTool } from '../support/official-tool.js';
import { closeRawServers, rawAnswer, serveRaw } from '../support/raw-server.js';

describe('an exchange', () => {
  let connections: Connections;
  beforeEach(() => (connections = new Connections()));
  afterEach(async () => {
    connections.close();
    await closeRawServers();
  });

  const ask = (url: URL, more: Partial<ExchangeOptions> = {}) =>
    exchange({ method: 'POST', url, body: '{}', timeout: 20_000, connections, ...more });

  it('sends the body byte for byte', async () => {
    let seen = '';
    const { url } = await serveRaw((socket, request) => {
      seen = request;
      socket.write(rawAnswer({}));
    });
    const body = '{ "a":1.0,  "a":2e0,"b":"\\u00e9" }\n';
    await ask(url, { body, headers: { via: '1.1 proxy' } });
    expect(seen.slice(seen.indexOf('\r\n\r\n') + 4)).to.equal(body);
    expect(seen.toLowerCase()).to.include('\r\nvia: 1.1 proxy\r\n');
  });

  it('asks again if a connection that was kept open is closed without an answer', async () => {
    const { url, counts } = await serveRaw((socket, _, number) =>
      number === 1 ? socket.write(rawAnswer({ move: 'up' })) : socket.destroy(),
    );
    await ask(url);
    await idle();
    expect(await ask(url)).to.deep.equal({ status: 200, text: '{"move":"up"}' });
    expect(counts).to.deep.equal({ requests: 3, connections: 2 });
  });

  const never: [string, (socket: Socket, number: number) => void, number][] = [
    ['a new connection that is closed without an answer', (socket) => socket.destroy(), 0],
    [
      'a connection that is closed within an answer',
      (socket, number) => (number === 1 ? socket.write(rawAnswer({})) : socket.end('HTTP/1.1 200 OK\r\nConte')),
      1,
    ],
    [
      'a connection that is closed within the body of an answer',
      (socket, number) => {
        if (number === 1) return socket.write(rawAnswer({}));
        socket.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{"move":', () => socket.resetAndDestroy());
        return undefined;
      },
      1,
    ],
  ];
  for (const [name, script, before] of never) {
    it(`does not ask again after ${name}`, async () => {
      const { url, counts } = await serveRaw((socket, _, number) => script(socket, number));
      for (let count = 0; count < before; count++) await ask(url);
      await idle();
      expect(await ask(url)).to.include({ kind: 'cut' });
      expect(counts).to.deep.equal({ requests: before + 1, connections: 1 });
    });
  }

  it('follows no redirect by default', async () => {
    const { url, counts } = await serveRaw((socket) =>
      socket.write('HTTP/1.1 307 Moved\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n'),
    );
    expect(await ask(url)).to.deep.equal({ status: 307, text: '', location: '/elsewhere' });
    expect(counts.requests).to.equal(1);
  });

  for (const { status, sent, host } of officialTool.redirects) {
    it(`sends ${sent} after a redirect with status ${status} to ${host}, as the official tool does`, async () => {
      const seen: string[] = [];
      const { url } = await serveRaw((socket, request) => {
        seen.push(`${request.split(' ', 2).join(' ')} ${request.slice(request.indexOf('\r\n\r\n') + 4)}`.trim());
        const location = host === 'the same host' ? '/real' : `http://127.0.0.1:${url.port}/real`;
        if (seen.length > 1) return socket.write(rawAnswer({ move: 'left' }));
        const target = host === 'nowhere' ? '' : `Location: ${location}\r\n`;
        return socket.write(`HTTP/1.1 ${status} Moved\r\n${target}Content-Length: 0\r\n\r\n`);
      });
      const first = `POST ${url.pathname} {}`;
      const result = await ask(url, { followsRedirects: true });
      expect(seen).to.deep.equal(sent === 'nothing' ? [first] : [first, sent]);
      expect(result).to.include({ status: sent === 'nothing' ? status : 200 });
    });
  }

  it('follows as many redirects in a row as the official tool', async () => {
    const { url, counts } = await serveRaw((socket) =>
      socket.write('HTTP/1.1 308 Moved\r\nLocation: /\r\nContent-Length: 0\r\n\r\n'),
    );
    const redirect = { status: 308, location: '/' };
    expect(await ask(url, { followsRedirects: true })).to.deep.equal({
      status: 308,
      text: '',
      location: '/',
      redirect,
    });
    expect(counts.requests).to.equal(1 + officialTool.redirectsInARow);
  });

  const silent: [string, string][] = [
    ['nothing', ''],
    ['no more than headers', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n'],
    ['half a body', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n{"mov'],
    ['interim answers alone', 'HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n'],
  ];
  for (const [name, sent] of silent) {
    it(`waits no longer than its timeout for a server that sends ${name}, and closes the connection`, async () => {
      let closed!: () => void;
      const gone = new Promise<void>((resolve) => (closed = resolve));
      const { url } = await serveRaw((socket) => void socket.on('close', closed).write(sent));
      expect(await ask(url, { timeout: 200 })).to.include({ kind: 'late', problem: 'no answer within 200 ms' });
      await gone;
    });
  }

  it('gives up on demand', async () => {
    const ending = new AbortController();
    const { url } = await serveRaw(() => ending.abort());
    expect(await ask(url, { ending })).to.include({ kind: 'abandoned', problem: 'was abandoned', reach: 'server' });
  });

  it('stops reading an answer that has no end', async () => {
    const { url } = await serveRaw((socket) => {
      socket.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n');
      const more = () => void (socket.destroyed || socket.write(`1000\r\n${'x'.repeat(4096)}\r\n`, more));
      more();
    });
    expect(await ask(url)).to.include({ problem: 'answered more than 65536 bytes', reach: 'answer' });
  });

  it('says what is not HTTP', async () => {
    const { url } = await serveRaw((socket) => socket.end('+OK ready\r\n'));
    expect(await ask(url))
      .to.have.property('problem')
      .that.match(/^answered what is not HTTP: /);
  });

  it('waits for a free connection beyond the most that it may have', async () => {
    connections.close();
    connections = new Connections(1);
    let answer!: () => void;
    const { url, counts } = await serveRaw((socket) => (answer = () => socket.write(rawAnswer({}))));
    const first = ask(url);
    const second = ask(url);
    while (counts.requests === 0) await idle();
    answer();
    await first;
    while (counts.requests === 1) await idle();
    answer();
    expect(await second).to.include({ status: 200 });
    expect(counts.connections).to.equal(1);
  });
});

/** Lets the connection of the last answer return to the pool. */
function idle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
