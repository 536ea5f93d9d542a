import { Agent, request } from 'node:http';
import { expect } from 'chai';
import * as fc from 'fast-check';
import { parseRefusal } from '../support/errors.js';
import { requestJson, REQUEST_NAMES, requestText } from '../support/requests.js';
import { closeServed, serveApp, type Served } from '../support/served.js';
import { runsOf } from '../support/budget.js';

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function send(
  port: number,
  method: string,
  path: string,
  body: string | Buffer,
): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const sent = request({ agent, port, method, path }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (piece: string) => (text += piece));
      response.on('end', () => resolve({ status: response.statusCode!, text }));
    });
    sent.on('error', reject).end(body);
  });
}

/** Expects a 200 with a move, or a 400 with a pointer. */
async function expectMoveOrRefusal({ port, bugs }: Served, body: string | Buffer): Promise<void> {
  const { status, text } = await send(port, 'POST', '/greedy/move', body);
  if (status === 200) {
    expect(text).to.equal('{"move":"up"}');
  } else {
    expect(status).to.equal(400);
    expect(parseRefusal(text).at).to.be.a('string');
  }
  expect(bugs).to.deep.equal([]);
}

describe('the public app, given anything', () => {
  afterEach(closeServed);
  after(() => agent.destroy());

  it('answers any JSON with a move or a refusal', async () => {
    const served = await serveApp();
    await fc.assert(
      fc.asyncProperty(fc.json(), (text) => expectMoveOrRefusal(served, text)),
      { numRuns: runsOf(200) },
    );
  });

  it('answers any bytes with a move or a refusal', async () => {
    const served = await serveApp();
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 300 }), (bytes) => expectMoveOrRefusal(served, Buffer.from(bytes))),
      { numRuns: runsOf(200) },
    );
  });

  it('answers real bodies in which any value replaces one', async () => {
    const served = await serveApp();
    const places = REQUEST_NAMES.flatMap((name) => placesOf(requestText(name)).map((place) => ({ name, place })));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...places), fc.jsonValue(), ({ name, place }, value) => {
        let seen = 0;
        const mutated = JSON.stringify(requestJson(name), (_key, part: unknown) => (seen++ === place ? value : part));
        return expectMoveOrRefusal(served, mutated);
      }),
      { numRuns: runsOf(500) },
    );
  });

  it('answers real bodies with a piece cut out', async () => {
    const served = await serveApp();
    const text = requestText('standard-move-7');
    await fc.assert(
      fc.asyncProperty(fc.nat(text.length), fc.nat(50), (from, length) =>
        expectMoveOrRefusal(served, text.slice(0, from) + text.slice(from + length)),
      ),
      { numRuns: runsOf(200) },
    );
  });

  it('answers any method at any path with JSON and without a bug', async () => {
    const served = await serveApp();
    const method = fc.constantFrom('GET', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH', 'TRACE', 'PROPFIND');
    const piece = fc.constantFrom(
      'greedy',
      'move',
      'end',
      '',
      '.',
      '..',
      '%',
      '%2f',
      '%00',
      '//',
      '@',
      ':',
      '[',
      '?',
      'a=b',
      '\\',
      '~',
    );
    const path = fc.array(piece, { maxLength: 6 }).map((pieces) => `/${pieces.join('/')}`);
    await fc.assert(
      fc.asyncProperty(method, path, async (verb, target) => {
        const { status, text } = await send(served.port, verb, target, '');
        expect(status).to.be.oneOf([200, 400, 404, 405]);
        expect(JSON.parse(text)).to.be.an('object');
        expect(served.bugs).to.deep.equal([]);
      }),
      { numRuns: runsOf(300) },
    );
  });
});

/** The index of every value in a JSON text, in the order of the text. */
function placesOf(text: string): number[] {
  let count = 0;
  JSON.parse(text, () => count++);
  return Array.from({ length: count }, (_, index) => index);
}
