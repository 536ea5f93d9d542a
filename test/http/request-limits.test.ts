import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import { ClientAddresses, nameOf } from '../../src/http/limits/client-address.js';
import { RequestLimits, type LimitsPerAddress } from '../../src/http/limits/request-limits.js';
import { parseRefusal } from '../support/errors.js';
import { createMount } from '../support/mounts.js';
import { openRaw, postText } from '../support/raw-http.js';
import { requestJson } from '../support/requests.js';
import { closeServed, serveApp } from '../support/served.js';
import { until } from '../support/soon.js';

/** Posts as if through a proxy of this machine. Resolves with status, `Retry-After` and text. */
function post(
  port: number,
  path: string,
  body: string,
  forwarded?: string,
): Promise<[number, string | undefined, string]> {
  return new Promise((resolve, reject) => {
    const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
    const call = httpRequest({ port, path, method: 'POST', headers }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => (text += part));
      response.on('end', () => resolve([response.statusCode!, response.headers['retry-after'], text]));
    });
    call.on('error', reject).end(body);
  });
}

const gameText = (id: string) => JSON.stringify({ ...requestJson(), game: { id } });

function createLimits(trusted: string[], most: Partial<LimitsPerAddress> = {}, now?: () => number) {
  const reported: string[] = [];
  const listener = {
    limited: (limit: string, address: string) => void reported.push(`${limit} ${address}`),
    evicted() {},
    unnamedProxy: (address: string, games?: number) => void reported.push(`proxy ${address} ${games}`),
  };
  const perAddress = { connections: 9, requests: 9, unfinished: 2, newGames: 3, ...most };
  const addresses = new ClientAddresses(trusted, (address) => listener.unnamedProxy(address));
  const limits = new RequestLimits(perAddress, addresses, listener, now);
  return { limits, reported };
}

/** Asks from an address as a proxy of this machine would; from this machine itself without one. */
function get(url: string, forwarded?: string): Promise<Response> {
  return fetch(`${url}/greedy`, forwarded === undefined ? {} : { headers: { 'x-forwarded-for': forwarded } });
}

/** A request that a proxy of this machine forwards. */
function from(address: string): IncomingMessage {
  return fakeRequest('127.0.0.1', address);
}

function fakeRequest(remoteAddress: string, forwarded?: string): IncomingMessage {
  const headers = forwarded === undefined ? {} : { 'x-forwarded-for': forwarded };
  return { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
}

describe('the limits of an address', () => {
  afterEach(closeServed);

  it('refuse further new games within the minute, and let running games continue', async () => {
    let now = 0;
    const { limits, reported } = createLimits(['127.0.0.1'], {}, () => now);
    const { port, bugs, lines } = await serveApp({ limits, mounts: [createMount('/greedy')] });
    const ask = (action: string, id: string) => post(port, `/greedy/${action}`, gameText(id), '192.0.2.7');
    expect((await ask('start', 'a'))[0]).to.equal(200);
    expect((await ask('move', 'a'))[0], 'of a game that was counted').to.equal(200);
    expect((await ask('move', 'b'))[0], 'without a start').to.equal(200);
    expect((await ask('start', 'c'))[0]).to.equal(200);
    for (const action of ['start', 'move']) {
      const [status, retryAfter, text] = await ask(action, 'd');
      expect([status, retryAfter]).to.deep.equal([429, '20']);
      expect(parseRefusal(text)).to.deep.equal({
        code: 'too_many_requests',
        message: 'more than 3 new games a minute from 192.0.2.7',
      });
    }
    for (const action of ['move', 'end']) expect((await ask(action, 'a'))[0], action).to.equal(200);
    expect((await post(port, '/greedy/start', gameText('d'), '192.0.2.8'))[0], 'another address').to.equal(200);
    now += 20_000;
    expect((await ask('start', 'd'))[0], 'when one has grown back').to.equal(200);
    expect(reported).to.deep.equal(['newGames 192.0.2.7', 'newGames 192.0.2.7']);
    expect(bugs).to.deep.equal([]);
    expect(lines.filter(({ level }) => Number(level) > 20)).to.deep.equal([]);
  });

  it('have the oldest request that has not arrived in full make room, so that a turn always can', async () => {
    const { limits, reported } = createLimits(['127.0.0.1']);
    const { port } = await serveApp({ limits });
    const slow = [await openRaw(port), await openRaw(port)];
    for (const raw of slow) {
      raw.send(
        'POST /greedy/move HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 192.0.2.7\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\n',
      );
      await raw.until('100 Continue');
    }
    expect((await post(port, '/greedy/move', gameText('a'), '192.0.2.8'))[0], 'another address').to.equal(200);
    expect(reported).to.deep.equal([]);
    expect((await post(port, '/greedy/move', gameText('a'), '192.0.2.7'))[0]).to.equal(200);
    expect(await slow[0]!.closed())
      .to.include('429 Too Many')
      .and.include('more than 2 unfinished requests');
    expect(reported).to.deep.equal(['unfinished 192.0.2.7']);
    slow[1]!.send('{}       ');
    await slow[1]!.until('400 Bad Request');
  });

  it('leave this machine alone, but not what came through a tunnel to it', async () => {
    const { limits } = createLimits([]);
    const { port } = await serveApp({ limits });
    const start = async (count: number, forwarded?: string) => {
      const statuses = [];
      for (let game = 0; game < count; game++) {
        statuses.push((await post(port, '/greedy/start', gameText(`${game}`), forwarded))[0]);
      }
      return statuses;
    };
    expect(await start(5)).to.deep.equal([200, 200, 200, 200, 200]);
    expect(await start(4, '192.0.2.7'), 'not trusted, but not local').to.deep.equal([200, 200, 200, 429]);
    expect(await start(1, '192.0.2.8')).to.deep.equal([429]);
  });

  it('report a proxy that is not named: it forwards, or all games come from its private address', () => {
    const games = (count: number, address: string, forwarded?: string) => {
      const { limits, reported } = createLimits(['10.0.0.9'], { newGames: 1000 });
      for (let game = 0; game < count; game++) limits.countNewGame(fakeRequest(address, forwarded));
      return reported;
    };
    expect(games(1, '10.0.0.1', '192.0.2.7')).to.deep.equal(['proxy 10.0.0.1 undefined']);
    expect(games(99, '10.0.0.9', '192.0.2.7'), 'named').to.deep.equal([]);
    expect(games(49, '10.0.0.1')).to.deep.equal([]);
    expect(games(99, '10.0.0.1')).to.deep.equal(['proxy 10.0.0.1 50']);
    expect(games(99, '192.0.2.7'), 'the engine of the platform').to.deep.equal([]);
    const { limits, reported } = createLimits([], { newGames: 1000 });
    for (let game = 0; game < 99; game++) limits.countNewGame(fakeRequest(`10.0.0.${game % 2}`));
    expect(reported).to.deep.equal([]);
  });

  it('keep a bounded number of addresses', () => {
    let now = 0;
    const { limits } = createLimits(['127.0.0.1'], {}, () => now);
    const refused = () => {
      try {
        limits.countNewGame(from('192.0.2.7'));
        return false;
      } catch {
        return true;
      }
    };
    expect([refused(), refused(), refused(), refused()]).to.deep.equal([false, false, false, true]);
    for (let index = 0; index < 25_000; index++)
      limits.countNewGame(from(`10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`));
    expect(refused(), 'forgotten').to.equal(false);
    now += 120_000;
    expect(refused()).to.equal(false);
  });
});

describe('the requests of an address within a second', () => {
  afterEach(closeServed);

  it('are refused above the limit, at the end of the second, while others are served', async () => {
    const { limits, reported } = createLimits(['127.0.0.1'], { requests: 3 });
    const { url } = await serveApp({ limits }, { limits });
    let refused: Response | undefined;
    // A second may end in the middle of them.
    await until(async () => {
      const answers = await Promise.all(Array.from({ length: 12 }, () => get(url, '192.0.2.7')));
      refused = answers.find(({ status }) => status === 429);
      return refused !== undefined;
    });
    expect(refused!.headers.get('retry-after')).to.equal('1');
    expect(parseRefusal(await refused!.text())).to.deep.equal({
      code: 'too_many_requests',
      message: 'more than 3 requests a second from 192.0.2.7',
    });
    expect(new Set(reported)).to.deep.equal(new Set(['requests 192.0.2.7']));
    expect((await get(url, '192.0.2.8')).status).to.equal(200);
  });

  it('are never turns of live games, even from a shared address, and always turns of unknown games', async () => {
    const { limits, reported } = createLimits(['127.0.0.1'], { requests: 3, newGames: 1000 });
    const { port } = await serveApp({ limits, mounts: [createMount('/greedy')] }, { limits });
    const ask = (path: string, body: string) => post(port, path, body, '192.0.2.7');
    await ask('/greedy/move', gameText('live'));
    let invented = 0;
    const others = [
      () => ask('/greedy/move', '{'),
      () => ask('/greedy/move', gameText(`${++invented}`)),
      () => ask('/greedy/end', gameText('live')),
      () => ask('/nowhere/move', '{}'),
    ];
    // A second may end in the middle of them.
    for (const other of others) {
      await until(async () => {
        const answers = Promise.all(Array.from({ length: 12 }, other));
        expect((await ask('/greedy/move', gameText('live')))[0]).to.equal(200);
        return (await answers).some(([status]) => status === 429);
      });
    }
    expect(new Set(reported)).to.deep.equal(new Set(['requests 192.0.2.7']));
  });

  it('leave room for new connections while they wait to be refused', async function () {
    if (process.platform !== 'linux') this.skip();
    const { limits, reported } = createLimits([], { requests: 1 });
    const { port } = await serveApp({ limits }, { limits, connections: { perAddress: 4 } });
    const flood = await Promise.all(Array.from({ length: 4 }, () => openRaw(port, '127.0.0.2')));
    const text = 'GET /greedy HTTP/1.1\r\nHost: test\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n';
    for (const raw of flood) raw.send(text.repeat(3));
    await until(() => reported.filter((line) => line === 'requests 127.0.0.2').length >= 4);
    const engine = await openRaw(port, '127.0.0.2');
    engine.send(postText('/greedy/move', gameText('a')));
    await engine.until('"up"');
  });

  it('are refused at the latest at twice the limit, and never below it, whatever others send', () => {
    const { limits, reported } = createLimits(['127.0.0.1'], { requests: 3 });
    const admitted = (address: string) => limits.admit(from(address)) === undefined;
    for (let count = 0; count < 9; count++) admitted('192.0.2.7');
    for (let count = 0; count < 3; count++) expect(admitted('192.0.2.8')).to.equal(true);
    expect(reported).to.deep.equal(Array.from({ length: 3 }, () => 'requests 192.0.2.7'));
  });

  it('are not limited on this machine', async () => {
    const { limits, reported } = createLimits([], { requests: 1 });
    const { url } = await serveApp({ limits }, { limits });
    const answers = await Promise.all(Array.from({ length: 6 }, () => get(url)));
    expect(answers.map(({ status }) => status)).to.deep.equal(Array.from({ length: 6 }, () => 200));
    expect(reported).to.deep.equal([]);
  });
});

describe('the address of a request', () => {
  const cases: [
    what: string,
    trusted: string[],
    direct: string,
    forwarded: string | undefined,
    name: string,
    isLocal: boolean,
  ][] = [
    ['is the address of the connection', [], '192.0.2.1', undefined, '192.0.2.1', false],
    ['is local for this machine', [], '127.0.0.1', undefined, '127.0.0.1', true],
    ['is local for IPv6', [], '::1', undefined, '0:0:0:0::/64', true],
    ['is local if mapped', [], '::ffff:127.0.0.1', undefined, '127.0.0.1', true],
    ['trusts no proxy by default', [], '10.0.0.1', '192.0.2.9', '10.0.0.1', false],
    ['is what a trusted proxy says', ['10.0.0.0/8'], '10.0.0.1', '192.0.2.9', '192.0.2.9', false],
    [
      'is what a trusted proxy says over a mapped address',
      ['10.0.0.0/8'],
      '::ffff:10.0.0.1',
      '192.0.2.9',
      '192.0.2.9',
      false,
    ],
    ['is the last that is not trusted', ['10.0.0.0/8'], '10.0.0.1', '1.1.1.1, 192.0.2.9, 10.0.0.7', '192.0.2.9', false],
    ['is never local if forwarded', ['127.0.0.1', '10.0.0.1'], '10.0.0.1', '127.0.0.1', '127.0.0.1', false],
    ['is the proxy if it says nonsense', ['10.0.0.1'], '10.0.0.1', 'hello', '10.0.0.1', false],
    ['is the proxy if it says nothing', ['10.0.0.1'], '10.0.0.1', '', '10.0.0.1', false],
    ['is the whole IPv6 network', ['fd00::/8'], 'fd00::1', '2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64', false],
    ['is not confused by a port', ['10.0.0.1'], '10.0.0.1', '192.0.2.9:80', '10.0.0.1', false],
  ];
  for (const [what, trusted, direct, forwarded, name, isLocal] of cases) {
    it(what, () => {
      expect(new ClientAddresses(trusted).of(fakeRequest(direct, forwarded))).to.deep.include({ name, isLocal });
    });
  }

  it('says which way it came', () => {
    const addresses = ['127.0.0.1', '::1', '192.168.1.1', '::ffff:10.1.1.1', 'fd00::1', '203.0.113.1', '2001:db8::1'];
    expect(addresses.map((address) => cellsAlong(address)).join(' ')).to.equal(
      'loopback loopback private private private public public',
    );
    expect(cellsAlong('127.0.0.1', '203.0.113.1')).to.equal('forwarded');
  });

  it('has one form', () => {
    expect(['2001:DB8::1', '2001:0db8:0000::', 'fe80::1%eth0', '::'].map(nameOf)).to.deep.equal([
      '2001:db8:0:0::/64',
      '2001:db8:0:0::/64',
      'fe80:0:0:0::/64',
      '0:0:0:0::/64',
    ]);
  });
});

function cellsAlong(address: string, forwarded?: string) {
  return new ClientAddresses([]).of(fakeRequest(address, forwarded)).network;
}
