/** The files of `deploy/`: they are valid, and send each game to one host, whatever its requests look like. */
import { expect } from 'chai';
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { openRaw } from '../../support/raw-http.js';
import { PROXIES, type ProxyKind, type TestProxy } from '../../support/servers/proxies.js';

/** The response to a `/move`: the host's name, and the request as it arrived. */
interface Echo {
  readonly host: string;
  readonly bytes: number;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const HOSTS = ['one', 'two', 'three'];
const GAMES = Array.from(
  { length: 30 },
  (_, index) => `00000000-0000-4000-8000-${String(index * 7919).padStart(12, '0')}`,
);
const SNAKE = '{"id":"s1","name":"\\"game\\":{\\"id\\":\\"forged\\"","body":[{"x":1,"y":1}]}';
const REST = `"turn":3,"board":{"width":11,"height":11,"snakes":[${SNAKE}]},"you":${SNAKE}`;
const RULESET =
  '"ruleset":{"name":"royale","settings":{"royale":{"shrinkEveryNTurns":5},"list":["a}\\"",{"id":"no"}]}}';

/** Bodies of one game, as different as JSON allows. */
const SPELLINGS: Readonly<Record<string, (id: string) => string>> = {
  'the id first': (id) => `{"game":{"id":"${id}",${RULESET}},${REST}}`,
  'the game last': (id) => `{${REST},"game":{"id":"${id}",${RULESET}}}`,
  'the id behind objects and lists': (id) => `{"game":{"map":"\\"id\\":\\"x\\"",${RULESET},"id":"${id}"},${REST}}`,
  spaces: (id) => `{ "you" : ${SNAKE} ,\n\t"game" :\r\n { "timeout" : 500 , "id"  :\n "${id}" } , ${REST} }`,
};

for (const kind of PROXIES) {
  describe(`deploy: ${kind.name}`, () => {
    const hosts: Server[] = [];
    let proxy: TestProxy;
    before(async function () {
      if (kind.program === undefined) this.skip();
      for (const name of HOSTS) hosts.push(await startEcho(name));
      proxy = await kind.start(hosts.map(portOf));
    });
    after(async () => {
      await proxy?.close();
      for (const host of hosts) host.closeAllConnections();
      await Promise.all(hosts.map((host) => new Promise((resolve) => host.close(resolve))));
    });

    describeFile(kind, () => proxy);
    describeGames(() => proxy);
    describeOddBodies(() => proxy);
  });
}

function describeFile(kind: ProxyKind, proxy: () => TestProxy): void {
  it('takes its file as it is shipped', async () => {
    await kind.check();
  });

  it('says for whom it asks, and hands on the query, but logs no key', async () => {
    const answer = await post(proxy(), SPELLINGS['the id first']!('keyed'), '/greedy/move?key=open-sesame');
    expect(answer.headers['x-forwarded-for']).to.match(/127\.0\.0\.1$/);
    expect(answer.url).to.equal('/greedy/move?key=open-sesame');
    expect(proxy().log).not.to.include('sesame');
  });

  it('answers a client that closes its side once it has asked', async () => {
    const connection = await openRaw(proxy().port);
    connection.socket.end(`POST /s/move HTTP/1.1\r\nHost: a\r\nContent-Length: 22\r\n\r\n{"game":{"id":"half"}}`);
    expect(await connection.closed()).to.match(/^HTTP\/1\.1 200 [^]*"host":/);
  });

  it('keeps connections open, to engines and to hosts', async () => {
    const connection = await openRaw(proxy().port);
    for (let turn = 0; turn < 3; turn++) {
      connection.send(`POST /s/move HTTP/1.1\r\nHost: a\r\nContent-Length: 24\r\n\r\n{"game":{"id":"keep"}}  `);
      const received = await connection.until(new RegExp(`("host"[^]*){${turn + 1}}`));
      expect(received).not.to.match(/connection: close/i);
    }
    connection.socket.destroy();
  });
}

function describeGames(proxy: () => TestProxy): void {
  it('sends each game to one host, and all hosts get games', async () => {
    const first = await hostsOf(proxy(), (id) => SPELLINGS['the id first']!(id));
    expect(new Set(first)).to.have.all.keys(HOSTS);
    for (let turn = 0; turn < 3; turn++) {
      expect(await hostsOf(proxy(), (id) => SPELLINGS['the id first']!(id))).to.deep.equal(first);
    }
  });

  it('finds the id wherever it is', async () => {
    const expected = await hostsOf(proxy(), (id) => SPELLINGS['the id first']!(id));
    for (const [name, spell] of Object.entries(SPELLINGS)) {
      expect(await hostsOf(proxy(), spell), name).to.deep.equal(expected);
    }
  });

  it('finds the id in pieces, with chunked encoding', async () => {
    const expected = await hostsOf(proxy(), (id) => SPELLINGS['the id first']!(id));
    const found = await Promise.all(
      GAMES.map(async (id) => {
        const connection = await openRaw(proxy().port);
        connection.send('POST /s/move HTTP/1.1\r\nHost: a\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n');
        for (const piece of SPELLINGS['the id first']!(id).match(/[^]{1,40}/g)!) {
          connection.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
        }
        connection.send('0\r\n\r\n');
        return /"host":"(\w+)"/.exec(await connection.closed())![1]!;
      }),
    );
    expect(found).to.deep.equal(expected);
  });

  it('sends a game with escapes in its id to one host', async () => {
    for (const id of ['\\u0061\\u00e9', 'caf\u00e9 \\"quoted\\" \\\\', '\\ud83d\\udc0d']) {
      const answers = await Promise.all(Object.values(SPELLINGS).map((spell) => post(proxy(), spell(id))));
      expect(new Set(answers.map(({ host }) => host)), id).to.have.property('size', 1);
    }
  });

  it('sends games that grow beyond what it looks into to the same host', async () => {
    const small = await hostsOf(proxy(), (id) => SPELLINGS['the id first']!(id));
    const large = await hostsOf(proxy(), (id) => `{"game":{"id":"${id}"},"pad":"${'x'.repeat(200_000)}",${REST}}`);
    expect(large).to.deep.equal(small);
  });
}

function describeOddBodies(proxy: () => TestProxy): void {
  const actions = ['start', 'move', 'move', 'move', 'move', 'end'];
  const large = 'x'.repeat(1_500_000);
  const odd: Readonly<Record<string, string | Buffer>> = {
    'an empty body': '',
    'no id': `{${REST}}`,
    'an id that is a number': `{"game":{"id":17},${REST}}`,
    'an id of 1 MB': `{"game":{"id":"${large}"},${REST}}`,
    'an id behind 1.5 MB': `{"pad":"${large}","game":{"id":"late"},${REST}}`,
    'a body that is packed': gzipSync(SPELLINGS['the id first']!('packed')),
    'no JSON': '"game" "game":{"id',
    'objects without end': `{"game":{"a":${'{"a":'.repeat(100_000)}`,
    'lists without end': `{"game":{"a":${'['.repeat(1_000_000)}`,
    'strings without end': `{"game":{${'"a":"b",'.repeat(120_000)}`,
    'many games': `{${'"game":{"a":"'.repeat(70_000)}`,
    'games within games': `{${'"game":{'.repeat(100_000)}`,
    'bytes that are no text': Buffer.from(Array.from({ length: 50_000 }, (_, index) => (index * 131) % 256)),
  };
  for (const [name, body] of Object.entries(odd)) {
    it(`sends ${name} on by the snake's path, and answers others meanwhile`, async () => {
      const answers = await Promise.all(actions.map((action) => post(proxy(), body, `/snake/${action}`)));
      expect(new Set(answers.map(({ host }) => host))).to.have.property('size', 1);
      expect(answers.map(({ bytes }) => bytes)).to.deep.equal(actions.map(() => Buffer.byteLength(body)));
      expect(await post(proxy(), SPELLINGS['the id first']!('next'))).to.have.property('host');
    });
  }

  it('takes bodies up to the limit of a host', async () => {
    const body = `{"game":{"id":"huge"},"pad":"${'x'.repeat(6 * 1024 * 1024 - 40)}"}`;
    expect((await post(proxy(), body)).bytes).to.equal(body.length);
  });

  it('answers requests without a game', async () => {
    for (const path of ['/', '/healthz', '/readyz', '/greedy']) {
      expect((await fetch(proxy().url + path)).status, path).to.equal(200);
    }
  });
}

/** The host of each game, asked for a move with this body. */
async function hostsOf(proxy: TestProxy, body: (id: string) => string): Promise<string[]> {
  return Promise.all(GAMES.map(async (id) => (await post(proxy, body(id))).host));
}

async function post({ url }: TestProxy, body: string | Buffer, path = '/s/move'): Promise<Echo> {
  const headers = { 'content-length': Buffer.byteLength(body) };
  return new Promise((resolve, reject) => {
    const asked = request(url + path, { method: 'POST', headers }, async (response) => {
      const received = await text(response);
      if (response.statusCode === 200) resolve(JSON.parse(received) as Echo);
      else reject(new Error(`status ${response.statusCode}: ${received.slice(0, 300)}`));
    });
    asked.once('error', reject);
    asked.end(body);
  });
}

/** A server that answers with its name and what it got: a host would refuse the bodies that are tried here. */
async function startEcho(host: string): Promise<Server> {
  const server = createServer((incoming, response) => {
    let bytes = 0;
    incoming.on('data', (chunk: Buffer) => (bytes += chunk.length));
    incoming.on('end', () => {
      const { url = '', headers } = incoming;
      response.end(JSON.stringify({ host, bytes, url, headers } satisfies Echo));
    });
  });
  server.keepAliveTimeout = 120_000;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}
