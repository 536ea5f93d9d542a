import { expect } from 'chai';
import { parseRefusal } from '../support/errors.js';
import { createGate } from '../support/gate.js';
import { createHeldMount, createMount } from '../support/mounts.js';
import { exchangeRaw, openRaw, postText } from '../support/raw-http.js';
import { requestText } from '../support/requests.js';
import { closeServed, serveApp, type Served } from '../support/served.js';

const body = requestText('standard-move-7');

function expectCalm({ bugs, lines }: Served): void {
  expect(bugs).to.deep.equal([]);
  expect(lines.filter(({ level }) => Number(level) >= 40)).to.deep.equal([]);
}

describe('a socket', () => {
  afterEach(closeServed);

  describe('with something other than HTTP', () => {
    const malformed: [what: string, sent: string, status: string, code: string][] = [
      ['noise', '\x16\x03\x01\x02\x00\x01\x00\r\n\r\n', '400 Bad Request', 'malformed_http'],
      ['a wrong version', 'GET / HTTP/9.9\r\n\r\n', '400 Bad Request', 'malformed_http'],
      ['a header without a colon', 'GET / HTTP/1.1\r\nHost test\r\n\r\n', '400 Bad Request', 'malformed_http'],
      ['two lengths', postText('/greedy/move', '{}', ['Content-Length: 7']), '400 Bad Request', 'malformed_http'],
      [
        'a length and chunks',
        postText('/greedy/move', '{}', ['Transfer-Encoding: chunked']),
        '400 Bad Request',
        'malformed_http',
      ],
      [
        'headers too large',
        `GET / HTTP/1.1\r\nHost: test\r\nCookie: ${'x'.repeat(20_000)}\r\n\r\n`,
        '431 Request Header Fields Too Large',
        'headers_too_large',
      ],
    ];
    for (const [what, sent, status, code] of malformed) {
      it(`is answered and closed: ${what}`, async () => {
        const served = await serveApp();
        const answer = await exchangeRaw(served.port, sent);
        expect(answer).to.include(`HTTP/1.1 ${status}\r\n`).and.include('Connection: close');
        expect(parseRefusal(answer).code).to.equal(code);
        expectCalm(served);
      });
    }

    it('in the middle of a body ends only that request', async () => {
      const mount = createMount('/greedy');
      const served = await serveApp({ mounts: [mount] });
      const head = 'POST /greedy/move HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n';
      const answer = await exchangeRaw(served.port, `${head}5\r\n{"gam\r\nnot a number\r\n`);
      expect(answer).to.match(/^HTTP\/1.1 400 Bad Request/);
      await served.logged('request');
      expect(mount.calls).to.deep.equal([]);
      expect((await fetch(served.url)).status).to.equal(200);
      expectCalm(served);
    });

    it('behind an open request waits for its answer, and loses only that connection', async () => {
      const { mount, asked, release } = createHeldMount();
      const served = await serveApp({ mounts: [mount] });
      const connection = await openRaw(served.port);
      connection.send(`${postText('/greedy/move', body)}nonsense\r\n\r\n`);
      await asked;
      release();
      expect((await connection.closed()).match(/HTTP\/1\.1 \d+/g)).to.deep.equal(['HTTP/1.1 200', 'HTTP/1.1 400']);
      expect((await fetch(served.url)).status).to.equal(200);
      expectCalm(served);
    });
  });

  it('gets an answer to strange URLs', async () => {
    const served = await serveApp();
    for (const url of ['//a@[b#', 'http://[/greedy', 'foo:bar', 'http://test:99999999/']) {
      const text = `GET ${url} HTTP/1.1\r\nHost: test\r\nConnection: close\r\n\r\n`;
      expect(await exchangeRaw(served.port, text), url).to.match(/^HTTP\/1.1 (200|400|404) /);
    }
    expectCalm(served);
  });

  describe('of a slow client', () => {
    const impatient = { headersTimeout: 50, requestTimeout: 100 };

    it('is closed during the headers', async () => {
      const served = await serveApp({}, impatient);
      const answer = await exchangeRaw(served.port, 'POST /greedy/move HTTP/1.1\r\nHost: te');
      expect(answer).to.include('408 Request Timeout');
      expect(parseRefusal(answer)).to.deep.equal({
        code: 'timeout',
        message: 'the request did not arrive in time',
      });
      expectCalm(served);
    });

    it('is closed before the first byte', async () => {
      const served = await serveApp({}, impatient);
      expect(await exchangeRaw(served.port)).to.include('408 Request Timeout');
    });

    it('is closed during the body', async () => {
      const mount = createMount('/greedy');
      const served = await serveApp({ mounts: [mount] }, impatient);
      const answer = await exchangeRaw(served.port, postText('/greedy/move', body).slice(0, -1));
      expect(answer).to.include('408 Request Timeout');
      expect(mount.calls).to.deep.equal([]);
      expectCalm(served);
    });

    it('is closed if a refused body never ends', async () => {
      const served = await serveApp({ maxBody: 10 }, impatient);
      const answer = await exchangeRaw(served.port, postText('/greedy/move', body).slice(0, -1));
      expect(answer).to.match(/^HTTP\/1.1 413 /);
      expectCalm(served);
    });
  });

  describe('of a client that leaves', () => {
    it('in the middle of a body logs no warning', async () => {
      const mount = createMount('/greedy');
      const served = await serveApp({ mounts: [mount] });
      const raw = await openRaw(served.port);
      raw.send(postText('/greedy/move', body).slice(0, -100));
      raw.socket.end();
      const { level } = await served.logged('request refused');
      expect(level).to.equal(20);
      expect(mount.calls).to.deep.equal([]);
      expectCalm(served);
    });

    it('in the middle of a chunked body logs no warning', async () => {
      const served = await serveApp();
      const raw = await openRaw(served.port);
      raw.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\nff\r\nabc');
      raw.socket.destroy();
      expect((await served.logged('request refused'))['level']).to.equal(20);
      expectCalm(served);
    });

    it('before the answer is ready logs no warning', async () => {
      const { mount, asked, release } = createHeldMount();
      const served = await serveApp({ mounts: [mount] });
      const raw = await openRaw(served.port);
      raw.send(postText('/greedy/move', body));
      await asked;
      raw.socket.resetAndDestroy();
      await served.logged('request');
      release();
      expect((await fetch(`${served.url}/greedy`)).status).to.equal(200);
      expectCalm(served);
    });
  });

  describe('that is half closed', () => {
    for (const [what, sent] of Object.entries({
      'a move': postText('/greedy/move', body),
      'two moves': postText('/greedy/move', body) + postText('/greedy/move', body),
      'an index': 'GET / HTTP/1.1\r\nHost: test\r\n\r\n',
    })) {
      it(`gets its answer and is closed: ${what}`, async () => {
        const served = await serveApp();
        const raw = await openRaw(served.port);
        raw.socket.end(sent);
        const answers = await raw.closed();
        expect(answers.match(/HTTP\/1.1 200 OK/g)).to.have.length(what === 'two moves' ? 2 : 1);
        expectCalm(served);
      });
    }
  });

  describe('with a request that Node answers without a body', () => {
    const odd: [what: string, sent: string, status: string, code: string][] = [
      ['CONNECT', 'CONNECT test:80 HTTP/1.1\r\nHost: test\r\n\r\n', '405 Method Not Allowed', 'method_not_allowed'],
      [
        'an unknown expectation',
        postText('/greedy/move', body, ['Expect: x', 'Connection: close']),
        '417 Expectation Failed',
        'expectation_failed',
      ],
      ['no Host', 'GET / HTTP/1.1\r\nConnection: close\r\n\r\n', '400 Bad Request', 'missing_host'],
    ];
    for (const [what, sent, status, code] of odd) {
      it(`is answered with JSON: ${what}`, async () => {
        const served = await serveApp();
        const answer = await exchangeRaw(served.port, sent);
        expect(answer)
          .to.include(`HTTP/1.1 ${status}\r\n`)
          .and.match(/content-type: application\/json/i);
        expect(parseRefusal(answer).code).to.equal(code);
        expectCalm(served);
      });
    }
  });

  it('gets answers to pipelined requests in order', async () => {
    const gates = [createGate(), createGate()];
    let asked = 0;
    const answer = async () => {
      const turn = asked++;
      if (turn === 1) gates[1]!.resolve();
      await gates[turn]!.promise;
      if (turn === 1) gates[0]!.resolve();
      return { kind: 'moved', move: turn === 0 ? 'left' : 'right', took: 1 } as const;
    };
    const served = await serveApp({ mounts: [createMount('/greedy', { answer })] });
    const both = postText('/greedy/move', body) + postText('/greedy/move', body, ['Connection: close']);
    expect((await exchangeRaw(served.port, both)).match(/left|right/g)).to.deep.equal(['left', 'right']);
  });

  it('may send a body byte by byte', async () => {
    const { port } = await serveApp();
    const raw = await openRaw(port);
    raw.socket.setNoDelay(true);
    for (const byte of postText('/greedy/move', body, ['Connection: close'])) raw.send(byte);
    expect(await raw.closed()).to.include('{"move":"up"}');
  });
});
