import { expect } from 'chai';
import type { Socket } from 'node:net';
import { sketchRequest } from '../../support/requests.js';
import { ask, createListener, job } from '../../support/runners.js';
import { runnerContract } from '../../contracts/runner.contract.js';
import { SERVER } from '../../contracts/runner-words.js';
import { closeHttpSnakes, serveHttpSnake, type HttpCall, type Scripted } from '../../support/http-snakes.js';
import { closeRawServers, rawAnswer, serveRaw } from '../../support/raw-server.js';
import { onServer, upstreamRunner } from '../../support/served-strategies.js';
import { until } from '../../support/soon.js';
import type { UpstreamRunner } from '../../../src/snakes/upstream/upstream-runner.js';

runnerContract('UpstreamRunner', onServer, SERVER);

describe('UpstreamRunner', () => {
  const open: UpstreamRunner[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((runner) => runner.close()));
    await Promise.all([closeHttpSnakes(), closeRawServers()]);
  });

  async function runAt(url: URL) {
    const { report, watched } = createListener();
    const runner = upstreamRunner(url, report);
    open.push(runner);
    const beginning = await runner.load();
    return { ...watched, runner, beginning };
  }

  const serve = async (script?: (call: HttpCall) => Scripted | Promise<Scripted> | undefined) => {
    const snake = await serveHttpSnake(script);
    return { snake, ...(await runAt(snake.url)) };
  };

  describe('sends requests', () => {
    it('as they came, byte for byte', async () => {
      const bodies: string[] = [];
      const { url } = await serveRaw((socket, request) => {
        bodies.push(request.slice(request.indexOf('\r\n\r\n') + 4));
        socket.write(rawAnswer({ apiversion: '1', move: 'up' }));
      });
      const { runner } = await runAt(url);
      const request = sketchRequest();
      const text = ` ${JSON.stringify({ extra: [1, { a: null }], ...request }, undefined, 3)}\n`;
      const given = { ...job(), request, text };
      runner.start(given);
      expect(await runner.move(given, performance.now() + 20_000)).to.include({ kind: 'moved' });
      runner.end(given);
      await until(() => bodies.length === 4);
      expect(bodies).to.deep.equal(['', text, text, text]);
    });

    it('below the path of the URL, with its query and its password', async () => {
      const snake = await serveHttpSnake();
      const url = new URL('/deep/snake/?token=x', snake.url);
      url.username = 'me';
      url.password = 'secret';
      const { runner } = await runAt(url);
      await ask(runner);
      expect(snake.calls.map(({ path }) => path)).to.deep.equal([
        '/deep/snake/?token=x',
        '/deep/snake/start?token=x',
        '/deep/snake/move?token=x',
      ]);
      const basic = `Basic ${Buffer.from('me:secret').toString('base64')}`;
      expect(snake.calls.every(({ headers }) => headers.authorization === basic)).to.equal(true);
    });

    it('of a game on one connection, which it keeps', async () => {
      const { snake, runner } = await serve();
      for (let turn = 0; turn < 5; turn++) await ask(runner, { turn });
      runner.end(job({ turn: 5 }));
      await until(() => snake.of('end').length === 1);
      expect(new Set(snake.calls.map(({ connection }) => connection)).size).to.equal(1);
    });

    it('of several games at once on a connection for each', async () => {
      let answer!: () => void;
      const all = new Promise<void>((resolve) => (answer = resolve));
      const { snake, runner } = await serve(async ({ action }) => {
        if (action === 'move') await all;
        return action === 'move' ? { move: 'up' } : {};
      });
      const moves = ['a', 'b', 'c'].map((game) => ask(runner, { game }, 40_000));
      await until(() => snake.of('move').length === 3);
      answer();
      expect((await Promise.all(moves)).map(({ kind }) => kind)).to.deep.equal(['moved', 'moved', 'moved']);
      expect(new Set(snake.of('move').map(({ connection }) => connection)).size).to.equal(3);
    });

    it('of a game one after the other, and answers in time all the same', async () => {
      let answer!: () => void;
      const slow = new Promise<void>((resolve) => (answer = resolve));
      const { snake, runner } = await serve(async ({ action }) => {
        if (action === 'start') await slow;
        return action === 'move' ? { move: 'up' } : {};
      });
      runner.start(job({ timeout: 40_000 }));
      await until(() => snake.of('start').length === 1);
      expect(await ask(runner, {}, 60)).to.deep.equal({
        kind: 'late',
        cause: 'strategy',
        reason: 'the server is still busy with the request before this one',
      });
      expect(snake.of('move')).to.have.lengthOf(0);
      answer();
      expect(await ask(runner, { turn: 1 }, 40_000)).to.include({ kind: 'moved' });
      expect(snake.of('move')).to.have.lengthOf(1);
    });

    it('with what says where they have been', async () => {
      const { snake, runner } = await serve();
      await runner.move({ ...job(), via: '1.1 proxy' }, performance.now() + 20_000);
      expect(snake.of('move')[0]!.headers.via).to.match(/^1\.1 proxy, 1\.1 serpentarium-[0-9a-f]{16}$/);
    });
  });

  describe('takes no move', () => {
    const answers: [string, Scripted, string, RegExp][] = [
      ['an error status', { status: 500, text: '{"move":"up"}' }, 'failed', /^the server answered with status 500$/],
      ['HTML', { status: 200, text: '<html>' }, 'illegal', /^the server answered something other than JSON: /],
      ['nothing', { status: 200, text: '' }, 'illegal', /^the server answered something other than JSON: /],
      ['a list', { status: 200, text: '["up"]' }, 'illegal', /^the server answered JSON that is not an object$/],
      ['no move', {}, 'illegal', /^the server answered "move": undefined \(up, down, left, right\)$/],
      ['another word', { move: 'north' }, 'illegal', /^the server answered "move": "north" \(up, /],
      ['too much', { status: 200, text: ' '.repeat(70_000) }, 'failed', /^the server answered more than 65536 bytes$/],
      ['a cut connection', 'hang up', 'failed', /^the server (cut the connection|socket hang up)$/],
    ];
    for (const [name, scripted, kind, reason] of answers) {
      it(`from ${name}`, async () => {
        const { runner } = await serve(({ action }) => (action === 'move' ? scripted : undefined));
        const outcome = await ask(runner);
        expect(outcome).to.include({ kind });
        expect(outcome).to.have.property('reason').that.match(reason);
        expect(runner.upstream()).to.include({ answers: 0, failures: 1, isReachable: true });
      });
    }

    const endless: [string, (socket: Socket) => void][] = [
      ['says nothing', () => undefined],
      ['does not finish', (socket) => void socket.write('HTTP/1.1 200 OK\r\nContent-Length: 90\r\n\r\n{"move":')],
      ['sends a header without end', (socket) => void socket.write('HTTP/1.1 200 OK\r\nX: y')],
    ];
    for (const [name, script] of endless) {
      it(`from a server that ${name}`, async () => {
        const { url } = await serveRaw((socket, request) =>
          request.startsWith('POST /move') ? script(socket) : socket.write(rawAnswer({ apiversion: '1' })),
        );
        const { runner } = await runAt(url);
        expect(await ask(runner, {}, 80)).to.include({ kind: 'late' });
        expect(await ask(runner, { turn: 1 }, 80)).to.include({ kind: 'late' });
      });
    }

    it('from a redirect, which it does not follow', async () => {
      const { url, counts } = await serveRaw((socket, request) =>
        socket.write(
          request.startsWith('POST /move')
            ? 'HTTP/1.1 308 Permanent\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'
            : rawAnswer({ apiversion: '1' }),
        ),
      );
      const { runner } = await runAt(url);
      const outcome = await ask(runner);
      expect(outcome).to.deep.equal({
        kind: 'failed',
        reason: 'the server answered with status 308, a redirect to http://127.0.0.1:1/, which is not followed',
      });
      expect(counts.requests).to.equal(3);
    });

    it('once it is closed', async () => {
      const never = new Promise<Scripted>(() => undefined);
      const { runner, snake } = await serve(({ action }) => (action === 'move' ? never : undefined));
      const asked = ask(runner, {}, 40_000);
      await until(() => snake.of('move').length === 1);
      await runner.close();
      const closed = { kind: 'failed', cause: 'machine', reason: 'the snake is closed' };
      expect(await asked).to.deep.equal(closed);
      expect(await ask(runner, { turn: 1 })).to.deep.equal(closed);
    });
  });

  it('takes a move in any case, as engines do', async () => {
    const { runner } = await serve(({ action }) => (action === 'move' ? { move: 'Left' } : undefined));
    expect(await ask(runner)).to.deep.equal({ kind: 'moved', move: { move: 'left' } });
  });

  it('plays on with a server that has been started again', async () => {
    const { runner, next, snake } = await serve();
    await ask(runner);
    await closeHttpSnakes();
    expect(await ask(runner, { turn: 1 })).to.include({ kind: 'failed' });
    await next('upstreamChanged', /"isReachable":false/);
    expect(runner.upstream()).to.include({ isReachable: false });
    const again = await serveHttpSnake(undefined, '', Number(snake.url.port));
    await next('upstreamChanged', /"isReachable":true/);
    expect(await ask(runner, { turn: 2 })).to.include({ kind: 'moved' });
    expect(again.of('move')).to.have.lengthOf(1);
  });

  it('counts three turns without an answer as not reachable, and one as a turn', async () => {
    const never = new Promise<Scripted>(() => undefined);
    const { runner } = await serve(({ action, body }) => (action === 'move' && body.turn > 0 ? never : undefined));
    for (let turn = 0; turn < 3; turn++) await ask(runner, { turn }, turn === 0 ? 20_000 : 100);
    expect(runner.upstream()).to.include({ isReachable: true, answers: 1, failures: 2 });
    await ask(runner, { turn: 3 }, 100);
    expect(runner.upstream()).to.include({ isReachable: false, failures: 3 });
    expect(runner.upstream().reason).to.match(/^no answer within \d+ ms$/);
  });

  describe('says how the snake looks', () => {
    it('as its server does', async () => {
      const { runner, beginning } = await serve();
      expect(beginning).to.deep.equal({ warnings: [] });
      expect(runner.info()).to.deep.equal({ apiversion: '1', color: '#123456', head: 'fang', tail: 'bolt' });
    });

    it('once a server answers that was not there at first', async () => {
      const gone = await serveHttpSnake();
      await closeHttpSnakes();
      const { runner, beginning, next } = await runAt(gone.url);
      expect(beginning).to.deep.equal({
        warnings: [
          'refused the connection. Is it running, and on this port? Its customization follows when it answers.',
        ],
      });
      expect(runner.info()).to.deep.equal({ apiversion: '1' });
      await serveHttpSnake(undefined, '', Number(gone.url.port));
      await next('upstreamChanged', /"isReachable":true/);
      await until(() => runner.info().color === '#123456');
    });

    it('without what engines would not show', async () => {
      const looks = { apiversion: '2', color: 'red', head: 'fang', author: 'x'.repeat(1000) };
      const { runner, beginning } = await serve(({ action }) => (action === '' ? looks : undefined));
      expect(runner.info()).to.deep.equal({ apiversion: '1', head: 'fang', author: 'x'.repeat(256) });
      expect(beginning).to.deep.equal({
        warnings: [
          '"apiversion" is not the string "1", which engines ask for',
          'color "red" is not of the form "#rrggbb"',
        ],
      });
    });
  });

  const wrong: [string, Scripted, RegExp][] = [
    ['no snake is', { status: 404, text: '' }, /^answered with status 404\. No snake is there: is the path right\?$/],
    ['the host itself is', { status: 508, text: '' }, /^points back to this host: it would ask itself$/],
    ['a redirect is', { status: 301, text: '' }, /^answered with status 301, a redirect\. Write that URL\.$/],
  ];
  for (const [name, scripted, fault] of wrong) {
    it(`finds a fault in a URL where ${name}`, async () => {
      const { beginning } = await serve(({ action }) => (action === '' ? scripted : undefined));
      expect(beginning).to.have.property('fault').that.match(fault);
    });
  }
});
