import { expect } from 'chai';
import { RESERVED_PATHS } from '../../src/config/prefixes.js';
import type { AppRouter, Readiness } from '../../src/http/context.js';
import { createMetrics } from '../../src/metrics/metrics.js';
import { parseRefusal, refusalOf } from '../support/errors.js';
import { exchangeRaw } from '../support/raw-http.js';
import { closeServed, serveAdmin, serveApp } from '../support/served.js';

const expectedStatus: [state: Readiness, status: number][] = [
  ['starting', 503],
  ['ready', 200],
  ['draining', 503],
];

/** Asks the admin app under the name of `host`; returns the status and the whole answer. */
async function ask(host: string, path = '/snakes', token?: string): Promise<string[]> {
  const { port } = await serveAdmin({ token });
  const answer = await exchangeRaw(port, `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  return [answer.slice(9, 12), answer];
}

describe('health', () => {
  afterEach(closeServed);

  for (const [name, serve] of Object.entries({ 'the public app': serveApp, 'the admin app': serveAdmin })) {
    it(`of ${name} answers while the process lives, and shows if the host wants games`, async () => {
      let readiness: Readiness = 'starting';
      const { url } = await serve({ readiness: () => readiness });
      for (const [state, expected] of expectedStatus) {
        readiness = state;
        const ready = await fetch(`${url}/readyz`);
        expect([ready.status, await ready.json()]).to.deep.equal([expected, { status: state }]);
        const healthy = await fetch(`${url}/healthz/`);
        expect([healthy.status, await healthy.json()]).to.deep.equal([200, { status: 'ok' }]);
      }
    });
  }
});

describe('the readiness of the admin port', () => {
  afterEach(closeServed);

  it('names a damaged journal and the reason, with which the host is still ready for games', async () => {
    const why = { reason: 'a page is malformed', lost: { events: 9, games: 2, reason: 'the queue is full' } };
    const { url } = await serveAdmin({ journal: () => ({ state: 'damaged', waiting: 3, bytes: 300, ...why }) });
    const ready = await fetch(`${url}/readyz`);
    const expected = { status: 'ready', journal: 'damaged', waiting: 3, bytes: 300, ...why };
    expect([ready.status, await ready.json()]).to.deep.equal([200, expected]);
  });
});

describe('the reserved paths', () => {
  afterEach(closeServed);

  it('are all served by the public app', async () => {
    const { url } = await serveApp({ mounts: [] });
    for (const path of RESERVED_PATHS) expect((await fetch(url + path)).status, path).to.equal(200);
  });
});

const extend = (router: AppRouter) => void router.post('/reload', (ctx) => void (ctx.body = {}));
async function postReload(url: string, headers: Record<string, string>): Promise<number> {
  return (await fetch(`${url}/reload`, { method: 'POST', headers })).status;
}

describe('admin app', () => {
  afterEach(closeServed);

  it('refuses a request with two hosts, whether or not it has a token', async () => {
    for (const token of [undefined, 'secret']) {
      const [status, body] = await ask('localhost\r\nHost: evil.example', '/healthz', token);
      expect([status, parseRefusal(body!).code]).to.deep.equal(['400', 'several_hosts']);
    }
  });

  it('lists its paths', async () => {
    const { url } = await serveAdmin();
    expect(await (await fetch(url)).json()).to.deep.equal({
      name: 'serpentarium admin',
      paths: ['/', '/healthz', '/metrics', '/readyz', '/snakes'],
    });
  });

  it('serves the metrics in the format of Prometheus', async () => {
    const metrics = createMetrics('1.2.3', { takeDelays: () => ({ p50: 0, p99: 0, max: 0 }) });
    metrics.add('/greedy');
    const { url } = await serveAdmin({ metrics });
    const response = await fetch(`${url}/metrics`);
    expect(response.headers.get('content-type')).to.equal('text/plain; version=0.0.4; charset=utf-8');
    expect(await response.text()).to.include('serpentarium_moves_total{snake="/greedy",outcome="moved"} 0');
  });

  it('shows the status of every snake', async () => {
    const { url } = await serveAdmin();
    expect(await (await fetch(`${url}/snakes`)).json()).to.deep.equal([
      {
        prefix: '/greedy',
        name: 'Constant',
        strategy: 'constant',
        isolation: 'inline',
        color: '#2e8b57',
        games: [],
        live: 0,
        children: [],
        version: 1,
        isRetired: false,
      },
    ]);
  });

  it('lets no web page of another machine reload it, and nobody without the token', async () => {
    const open = await serveAdmin({ extend });
    expect(await postReload(open.url, {})).to.equal(200);
    expect(await postReload(open.url, { Origin: 'http://localhost:3000' })).to.equal(200);
    for (const origin of ['https://evil.example', 'null', 'http://localhost.evil.example']) {
      expect(await postReload(open.url, { Origin: origin }), origin).to.equal(403);
    }
    const closed = await serveAdmin({ extend, token: 'horse' });
    expect(await postReload(closed.url, {})).to.equal(401);
    expect(await postReload(closed.url, { Authorization: 'Bearer horse' })).to.equal(200);
  });

  it('accepts further routes and lists them', async () => {
    const { url } = await serveAdmin({
      extend: (routes) => void routes.get('/api/games/:id', (ctx) => (ctx.body = { id: ctx.params['id'] })),
    });
    expect(await (await fetch(`${url}/api/games/7`)).json()).to.deep.equal({ id: '7' });
    expect(await (await fetch(url)).json())
      .to.have.property('paths')
      .that.includes('/api/games/:id');
  });

  it('refuses unknown paths and methods like the public app', async () => {
    const { url, bugs } = await serveAdmin();
    const unknown = await fetch(`${url}/metric`);
    expect([unknown.status, (await refusalOf(unknown)).message]).to.deep.equal([
      404,
      'nothing is served at "/metric". Did you mean "/metrics"?',
    ]);
    const wrong = await fetch(`${url}/metrics`, { method: 'POST', body: 'x' });
    expect([wrong.status, wrong.headers.get('allow')]).to.deep.equal([405, 'GET, HEAD']);
    expect((await refusalOf(wrong)).message).to.equal('"/metrics" takes GET and HEAD, not POST');
    expect(bugs).to.deep.equal([]);
  });

  it('reports a bug of the host', async () => {
    const bug = new Error('boom');
    const { url, bugs } = await serveAdmin({ metrics: { text: () => Promise.reject(bug) } });
    expect((await fetch(`${url}/metrics`)).status).to.equal(500);
    expect(bugs).to.deep.equal([bug]);
  });

  describe('without a token', () => {
    for (const host of ['localhost', 'LOCALHOST:8090', '127.0.0.1:8090', '127.1.2.3', '[::1]:8090', 'localhost.']) {
      it(`answers to ${host}`, async () => {
        expect((await ask(host))[0]).to.equal('200');
      });
    }

    for (const host of [
      'evil.example',
      'evil.example:8090',
      'localhost.evil.example',
      '127.0.0.1.evil.example',
      '10.0.0.1',
    ]) {
      it(`refuses ${host}, to which a web page may point its name`, async () => {
        const [status, body] = await ask(host);
        expect([status, parseRefusal(body!).code]).to.deep.equal(['403', 'foreign_host']);
        expect((await ask(host, '/api/games'))[0]).to.equal('403');
      });
    }

    it('still shows its health, as the public port does', async () => {
      expect((await ask('evil.example', '/healthz'))[0]).to.equal('200');
    });

    it('asks for the token instead, if there is one', async () => {
      expect((await ask('evil.example', '/snakes', 'secret'))[0]).to.equal('401');
    });
  });
});
