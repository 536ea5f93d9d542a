import { request as httpRequest, type IncomingMessage } from 'node:http';
import { expect } from 'chai';
import type { Mount } from '../../src/snakes/mount.js';
import { refusalOf } from '../support/errors.js';
import { createMount } from '../support/mounts.js';
import { completeJson, requestText, REQUEST_NAMES } from '../support/requests.js';
import { exchangeRaw, postText } from '../support/raw-http.js';
import { closeServed, serveApp } from '../support/served.js';

const body = requestText('standard-move-7');
const post = (url: string, text = body, headers: Record<string, string> = {}) =>
  fetch(url, { method: 'POST', body: text, headers });

describe('public app', () => {
  afterEach(closeServed);

  describe('GET of a prefix', () => {
    for (const path of ['/greedy', '/greedy/', '/greedy?token=x', '/greedy/?token=x&y', '//greedy']) {
      it(`answers ${path} with the snake, without a redirect`, async () => {
        const { url } = await serveApp();
        const response = await fetch(url + path, { redirect: 'error' });
        expect(response.status).to.equal(200);
        expect(response.headers.get('content-type')).to.match(/^application\/json/);
        expect(await response.json()).to.deep.equal({ apiversion: '1', color: '#2e8b57', head: 'fang', tail: 'bolt' });
      });
    }

    it('answers a browser with JSON too', async () => {
      const { url } = await serveApp();
      const response = await fetch(`${url}/greedy`, { headers: { accept: 'text/html' } });
      expect(response.headers.get('content-type')).to.match(/^application\/json/);
    });

    it('answers HEAD with the same headers and no body', async () => {
      const { url } = await serveApp();
      const response = await fetch(`${url}/greedy`, { method: 'HEAD' });
      const { length } = await (await fetch(`${url}/greedy`)).text();
      expect([response.status, response.headers.get('content-length')]).to.deep.equal([200, String(length)]);
      expect(await response.text()).to.equal('');
    });

    it('answers a URL with scheme and host, as proxies send it', async () => {
      const { port } = await serveApp();
      expect(await exchangeRaw(port, 'GET http://test/greedy?x HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n'))
        .to.include('200 OK')
        .and.include('"apiversion":"1"');
    });

    it('answers HTTP/1.0', async () => {
      const { port } = await serveApp();
      expect(await exchangeRaw(port, 'GET /greedy HTTP/1.0\r\n\r\n'))
        .to.include('200 OK')
        .and.include('"apiversion":"1"');
    });
  });

  describe('POST', () => {
    for (const path of ['/greedy/move', '/greedy/move/', '/greedy//move', '/greedy/move?token=x', '/greedy/move/?x']) {
      it(`answers ${path} with the move`, async () => {
        const { url } = await serveApp();
        const response = await post(url + path);
        expect(response.status).to.equal(200);
        expect(response.headers.get('content-type')).to.match(/^application\/json/);
        expect(await response.text()).to.equal('{"move":"up"}');
      });
    }

    it('sends Content-Length and no compression', async () => {
      const { port } = await serveApp();
      const sent = httpRequest({ port, path: '/greedy/move', method: 'POST', headers: { 'accept-encoding': 'gzip' } });
      sent.end(body);
      const response = await new Promise<IncomingMessage>((resolve) => void sent.once('response', resolve));
      response.resume();
      expect(response.headers).to.include({ 'content-length': '13' });
      expect(response.headers).to.not.have.any.keys('content-encoding', 'transfer-encoding');
    });

    it('sends the shout with the move, and the fallback of a strategy that failed', async () => {
      const answers: Awaited<ReturnType<Mount['answer']>>[] = [
        { kind: 'moved', move: 'left', shout: 'hey "you" ✓', took: 1 },
        { kind: 'late', move: 'down', took: 400, fallback: 'safe', reason: 'late' },
      ];
      const mount = createMount('/greedy', { answer: () => Promise.resolve(answers.shift()!) });
      const { url } = await serveApp({ mounts: [mount] });
      expect(await (await post(`${url}/greedy/move`)).json()).to.deep.equal({ move: 'left', shout: 'hey "you" ✓' });
      expect(await (await post(`${url}/greedy/move`)).json()).to.deep.equal({ move: 'down' });
    });

    it('passes the request, its text and the time of arrival to the snake', async () => {
      const mount = createMount('/greedy');
      const { url } = await serveApp({ mounts: [mount] });
      const before = performance.now();
      for (const action of ['start', 'move', 'end']) await (await post(`${url}/greedy/${action}`)).text();
      const after = performance.now();
      expect(mount.calls.map((call) => call.action)).to.deep.equal(['start', 'move', 'end']);
      for (const { request, arrival } of mount.calls) {
        expect(request.turn).to.equal(7);
        expect(arrival.text).to.equal(body);
        expect(arrival.at).to.be.within(before, after);
      }
    });

    for (const type of [
      'application/json',
      'text/plain',
      'application/x-www-form-urlencoded',
      'image/png',
      'rubbish',
    ]) {
      it(`reads a body of type ${type} as JSON`, async () => {
        const { url } = await serveApp();
        expect(await (await post(`${url}/greedy/move`, body, { 'content-type': type })).json()).to.deep.equal({
          move: 'up',
        });
      });
    }

    it('reads a body without a type', async () => {
      const { port } = await serveApp();
      expect(await exchangeRaw(port, postText('/greedy/move', body, ['Connection: close'])))
        .to.include('200 OK')
        .and.include('{"move":"up"}');
    });

    it('reads a body that starts with a byte order mark', async () => {
      const { url } = await serveApp();
      expect((await post(`${url}/greedy/move`, `\uFEFF${body}`)).status).to.equal(200);
    });

    it('reaches the snake with that prefix, also at the root', async () => {
      const mounts = ['/', '/a', '/a/b'].map((prefix) =>
        createMount(prefix, { answer: () => Promise.resolve({ kind: 'moved', move: 'up', shout: prefix, took: 0 }) }),
      );
      const { url } = await serveApp({ mounts });
      for (const [path, shout] of Object.entries({ '/move': '/', '/a/move': '/a', '/a/b/move': '/a/b' })) {
        expect(await (await post(url + path)).json()).to.deep.equal({ move: 'up', shout });
      }
      expect(await (await fetch(url)).json()).to.have.property('apiversion');
      expect(await (await fetch(`${url}/healthz`)).json()).to.deep.equal({ status: 'ok' });
    });

    for (const name of REQUEST_NAMES) {
      it(`accepts ${name} in all three calls`, async () => {
        const mount = createMount('/greedy');
        const { url } = await serveApp({ mounts: [mount] });
        for (const [action, answer] of Object.entries({ start: {}, move: { move: 'up' }, end: {} })) {
          const response = await post(`${url}/greedy/${action}`, requestText(name));
          expect([response.status, await response.json()]).to.deep.equal([200, answer]);
        }
        const parsed = completeJson(name);
        expect(mount.calls).to.have.length(3);
        for (const { request } of mount.calls)
          expect(request).to.deep.include({ board: parsed['board'], you: parsed['you'] });
      });
    }
  });

  describe('a path or method without a route', () => {
    const wrongMethods: [method: string, path: string, allow: string][] = [
      ['GET', '/greedy/move', 'POST'],
      ['HEAD', '/greedy/start', 'POST'],
      ['PUT', '/greedy/end', 'POST'],
      ['POST', '/greedy', 'GET, HEAD'],
      ['DELETE', '/greedy/', 'GET, HEAD'],
      ['OPTIONS', '/greedy', 'GET, HEAD'],
      ['PROPFIND', '/', 'GET, HEAD'],
      ['POST', '/', 'GET, HEAD'],
      ['POST', '/healthz', 'GET, HEAD'],
    ];
    for (const [method, path, allow] of wrongMethods) {
      it(`answers ${method} ${path} with 405 and Allow: ${allow}`, async () => {
        const { url, bugs } = await serveApp();
        const response = await fetch(url + path, { method });
        expect([response.status, response.headers.get('allow')]).to.deep.equal([405, allow]);
        if (method !== 'HEAD') expect((await refusalOf(response)).code).to.equal('method_not_allowed');
        expect(bugs).to.deep.equal([]);
      });
    }

    it('answers an unknown path with 404 and the nearest path', async () => {
      const { url } = await serveApp();
      const response = await post(`${url}/gredy/move`);
      expect(response.status).to.equal(404);
      expect(await refusalOf(response)).to.deep.equal({
        code: 'not_found',
        message: 'no snake at "/gredy/move". Did you mean "/greedy/move"?',
      });
    });
  });
});
