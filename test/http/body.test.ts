import { deepStrictEqual } from 'node:assert';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { expect } from 'chai';
import { MAX_SMALL_BODY } from '../../src/http/body/body.js';
import { parseRequest } from '../../src/wire/reader.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { parseRefusal, refusalOf } from '../support/errors.js';
import { createMount, type Call } from '../support/mounts.js';
import { requestJson, requestText } from '../support/requests.js';
import { openRaw, postText } from '../support/raw-http.js';
import { closeServed, serveApp } from '../support/served.js';

const body = requestText('standard-move-7');

function post(url: string, sent: string | Buffer, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(`${url}/greedy/move`, { method: 'POST', body: new Uint8Array(Buffer.from(sent)), headers });
}

/** A body too large to be parsed on the event loop, with lists of every kind that are parsed apart. */
function largeBody(): GameRequest & { pad?: string } {
  const cells = Array.from({ length: 9000 }, (_, index) => ({ x: index % 100, y: Math.floor(index / 100) }));
  const request = structuredClone(requestJson()) as GameRequest;
  const [first] = request.board.snakes;
  const snakes = Array.from({ length: 300 }, (_, index) => ({
    ...first!,
    id: `snake ${index} é`,
    body: cells.slice(0, index + 1),
  }));
  const board = { ...request.board, width: 100, height: 100, food: cells, hazards: [...cells, ...cells], snakes };
  return { ...request, board, you: { ...request.you, body: cells.slice(0, 500) } };
}

describe('a body', () => {
  afterEach(closeServed);

  describe('of more than 256 kB', () => {
    const large = largeBody();
    const options = { maxBody: 6_000_000 };

    it('is read like a small one, without what the API does not know', async () => {
      const mount = createMount('/greedy');
      const { url } = await serveApp({ ...options, mounts: [mount] });
      const text = JSON.stringify({ ...large, unknown: ['x'] });
      expect(text.length).to.be.above(MAX_SMALL_BODY);
      expect((await post(url, text)).status).to.equal(200);
      const [{ request, arrival }] = mount.calls as [Call];
      // Of 70,000 cells, chai takes seconds.
      deepStrictEqual(request, parseRequest(JSON.stringify(large)));
      deepStrictEqual(JSON.parse(arrival.text), request);
    });

    const wrong: [what: string, text: string, code: string, at: string][] = [
      ['not JSON', '[[],'.repeat(100_000), 'invalid_json', ''],
      ['no request', `{"game":{"id":"g"},"pad":"${'a'.repeat(400_000)}"}`, 'invalid_request', '/board'],
    ];
    for (const [what, text, code, at] of wrong) {
      it(`is refused like a small one: ${what}`, async () => {
        const { url, bugs } = await serveApp(options);
        const response = await post(url, text);
        expect(response.status).to.equal(400);
        expect(await refusalOf(response)).to.include({ code, at });
        expect(bugs).to.deep.equal([]);
      });
    }

    it('is read to its end if it takes 27 times its size in memory, and so is the next one', async () => {
      const { url, bugs } = await serveApp({ maxBody: 3_000_000 });
      expect((await post(url, `[${'{"18":0},'.repeat(330_000)}1]`)).status).to.equal(400);
      expect((await post(url, JSON.stringify(large))).status).to.equal(200);
      expect(bugs).to.deep.equal([]);
    });

    it('does not block the event loop while it is read', async () => {
      const { url } = await serveApp(options);
      await post(url, JSON.stringify(large));
      let turns = 0;
      const timer = setInterval(() => turns++, 1);
      await post(url, JSON.stringify({ ...large, pad: '[],'.repeat(1_000_000) }));
      clearInterval(timer);
      expect(turns).to.be.above(1);
    });

    it('is refused for a moment if too many arrive together', async () => {
      const { port, url } = await serveApp({ maxBody: 40_000_000 });
      const raw = await Promise.all([1, 2, 3].map(() => openRaw(port)));
      for (const { send } of raw) {
        send(`POST /greedy/move HTTP/1.1\r\nHost: test\r\nContent-Length: 30000000\r\n\r\n${'x'.repeat(29_000_000)}`);
      }
      const refused = await Promise.any(raw.map((one) => one.until('busy')));
      expect(refused)
        .to.include('503 Service Unavailable')
        .and.match(/retry-after: 1/i);
      expect((await post(url, body)).status, 'a small one').to.equal(200);
    });
  });

  describe('that is not a request', () => {
    const cases: [what: string, sent: string, code: string, message: RegExp, at: string][] = [
      ['nothing', '', 'invalid_json', /^the body is empty, not JSON$/, ''],
      ['a word', 'hello', 'invalid_json', /^the body is not JSON: Unexpected token/, ''],
      ['an extra comma', '{"turn":1,}', 'invalid_json', /position 10/, ''],
      ['half a body', body.slice(0, 700), 'invalid_json', /position 700/, ''],
      ['a list', '[]', 'invalid_request', /^the body must be object$/, ''],
      ['null', 'null', 'invalid_request', /^the body must be object$/, ''],
      ['a number', '7', 'invalid_request', /^the body must be object$/, ''],
      ['a string', '"up"', 'invalid_request', /^the body must be object$/, ''],
      ['an empty object', '{}', 'invalid_request', /^\/game is missing$/, '/game'],
      ['a game without an id', body.replace('"id"', '"di"'), 'invalid_request', /^\/game\/id is missing$/, '/game/id'],
      [
        'half a cell',
        body.replace(/"food":\[\{"x"/, '"food":[{"z"'),
        'invalid_request',
        /^\/board\/food\/0\/x is missing$/,
        '/board/food/0/x',
      ],
      ['very deep lists', '['.repeat(40_000), 'invalid_json', /Unexpected end of JSON input/, ''],
      [
        'very deep objects',
        `${'{"a":'.repeat(9000)}1${'}'.repeat(9000)}`,
        'invalid_request',
        /^\/game is missing$/,
        '/game',
      ],
    ];
    for (const [what, sent, code, message, at] of cases) {
      it(`is refused with 400 and the reason: ${what}`, async () => {
        const { url, bugs } = await serveApp();
        const response = await post(url, sent);
        expect(response.status).to.equal(400);
        const refusal = await refusalOf(response);
        expect(refusal).to.include({ code, at });
        expect(refusal.message).to.match(message);
        expect(bugs).to.deep.equal([]);
      });
    }

    for (const action of ['start', 'end']) {
      it(`is refused by /${action} too`, async () => {
        const { url } = await serveApp();
        const response = await fetch(`${url}/greedy/${action}`, { method: 'POST', body: '{"game":{"id":"g"}}' });
        expect(response.status).to.equal(400);
        expect(await refusalOf(response)).to.deep.equal({
          code: 'invalid_request',
          message: '/board is missing',
          at: '/board',
        });
      });
    }

    it('leaves the connection usable', async () => {
      const { port } = await serveApp();
      const raw = await openRaw(port);
      raw.send(postText('/greedy/move', 'hello'));
      await raw.until('invalid_json');
      raw.send(postText('/greedy/move', body, ['Connection: close']));
      expect(await raw.closed()).to.include('{"move":"up"}');
    });
  });

  it('may have keys that poison prototypes', async () => {
    const { url } = await serveApp();
    const poisoned = body.replace(
      '{',
      '{"__proto__":{"game":1,"polluted":true},"constructor":{"prototype":{"polluted":true}},',
    );
    expect((await post(url, poisoned)).status).to.equal(200);
    expect({}).to.not.have.property('polluted');
    expect((await post(url, '{"__proto__":{"game":{"id":"g"}}}')).status).to.equal(400);
  });

  describe('over the limit', () => {
    it('is refused with 413 by its Content-Length, before it arrives', async () => {
      const { port } = await serveApp();
      const raw = await openRaw(port);
      raw.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nContent-Length: 100001\r\n\r\n{');
      const answer = await raw.until(/\}\}$/);
      expect(answer).to.include('413 Payload Too Large');
      expect(parseRefusal(answer)).to.deep.equal({
        code: 'body_too_large',
        message: 'the body is larger than the 100000 bytes allowed',
      });
    });

    it('is refused when it arrives in chunks', async () => {
      const { port } = await serveApp();
      const raw = await openRaw(port);
      raw.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n');
      raw.send(`186a1\r\n${'x'.repeat(100_001)}\r\n`);
      expect(await raw.until('body_too_large')).to.include('413 Payload Too Large');
    });

    for (const chunked of [false, true]) {
      it(`is answered while the client is still sending${chunked ? ' chunks' : ''}, and keeps the connection`, async () => {
        const { port } = await serveApp();
        const raw = await openRaw(port);
        const piece = 'x'.repeat(1_000_000);
        if (chunked) {
          raw.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nTransfer-Encoding: chunked\r\n\r\n');
          for (let sent = 0; sent < 20; sent++) raw.send(`${piece.length.toString(16)}\r\n${piece}\r\n`);
          raw.send('0\r\n\r\n');
        } else {
          raw.send('POST /greedy/move HTTP/1.1\r\nHost: test\r\nContent-Length: 20000000\r\n\r\n');
          for (let sent = 0; sent < 20; sent++) raw.send(piece);
        }
        raw.send(postText('/greedy/move', body, ['Connection: close']));
        const answers = await raw.closed();
        expect(answers)
          .to.include('413 Payload Too Large')
          .and.include('200 OK')
          .and.match(/\{"move":"up"\}$/);
      });
    }

    it('is accepted if it is exactly as large as the limit', async () => {
      const { url } = await serveApp({ maxBody: Buffer.byteLength(body) });
      expect((await post(url, body)).status).to.equal(200);
      expect((await post(url, `${body} `)).status).to.equal(413);
    });
  });

  describe('that is packed', () => {
    const packed: [encoding: string, sent: Buffer | string][] = [
      ['gzip', gzipSync(body)],
      ['GZIP', gzipSync(body)],
      ['deflate', deflateSync(body)],
      ['br', brotliCompressSync(body)],
      ['gzip, gzip', gzipSync(gzipSync(body))],
      ['gzip', gzipSync('x'.repeat(100_000_000))],
      ['gzip', 'no gzip'],
      ['zip', body],
    ];
    for (const [encoding, sent] of packed) {
      it(`is refused with 415: ${encoding}, ${sent.length} bytes`, async () => {
        const { url, bugs } = await serveApp();
        const response = await post(url, sent, { 'content-encoding': encoding });
        expect(response.status).to.equal(415);
        expect(await refusalOf(response)).to.include({
          code: 'compressed_body',
          message: `a body in "${encoding}" is not supported. Send it without compression.`,
        });
        expect(bugs).to.deep.equal([]);
        expect((await post(url, body)).status).to.equal(200);
      });
    }

    it('by nothing is read', async () => {
      const { url } = await serveApp();
      expect((await post(url, body, { 'content-encoding': 'identity' })).status).to.equal(200);
    });
  });
});
