/** The doctor's visit to servers: one that does everything right, and one for each way to fail. */
import { expect } from 'chai';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { worstOf, type Verdict } from '../../../src/commands/doctor/finding.js';
import { inspectServer, type ServerReport } from '../../../src/commands/doctor/doctor.js';
import { closeHttpSnakes, serveHttpSnake, type HttpCall, type Scripted } from '../../support/http-snakes.js';

/** Long enough that a busy machine is never late. */
const NEVER_LATE = { timeout: 10_000, pause: 50 };
const LOOKS = { apiversion: '1', color: '#123456', head: 'fang', tail: 'bolt' };

const text = (status: number, said?: unknown) => ({ status, text: said === undefined ? 'no' : JSON.stringify(said) });

const expectFinding = (report: ServerReport, check: string, verdict: Verdict, message: RegExp) => {
  const found = report.findings.filter((finding) => finding.check === check);
  expect(
    found.some((finding) => finding.verdict === verdict && message.test(finding.message)),
    JSON.stringify(report.findings, undefined, 1),
  ).to.equal(true);
  const silent = report.findings.filter(({ verdict: each, remedy = '' }) => /bad|warning/.test(each) && remedy === '');
  expect(silent, 'findings that do not say what to do').to.deep.equal([]);
};

describe('inspectServer', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    await closeHttpSnakes();
    for (const server of servers.splice(0)) {
      server.closeAllConnections();
      server.close();
    }
  });

  const serve = async (listener: RequestListener): Promise<URL> => {
    const server = createServer(listener);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  it('finds nothing wrong with a server that does everything right', async () => {
    // The boards with a dead snake are the only ones with another on them.
    const snake = await serveHttpSnake(({ action, body }) => {
      if (action !== 'move' || body.board.snakes.length < 2) return undefined;
      return { move: body.you.head.x === 0 ? 'up' : 'left' };
    }, '/mine/');
    snake.url.search = '?key=secret-key';
    const report = await inspectServer(snake.url, NEVER_LATE);
    expect(report.findings.filter(({ verdict }) => verdict !== 'good' && verdict !== 'warning')).to.deep.equal([]);
    // Node's server closes idle connections after 5 s, and says so.
    expect(report.findings.filter(({ verdict }) => verdict === 'warning').map(({ check }) => check)).to.deep.equal([
      'keep-alive',
    ]);
    expectFinding(report, 'keep-alive', 'warning', /after 5 s without a request, as it announces/);
    expect(JSON.stringify(report)).not.to.include('secret-key');
    expect(new Set(snake.calls.map(({ path }) => path))).to.deep.equal(
      new Set(['', 'start', 'move', 'end'].map((action) => `/mine/${action}?key=secret-key`)),
    );
    expect(report.latency.connection?.count).to.equal(6);
    expect(report.latency).not.to.have.any.keys('lookup', 'tls');
    expect(report.budget!.fresh).to.be.at.most(report.budget!.open);
  });

  it('sends what engines send: every kind of board, and an end to every game', async () => {
    const snake = await serveHttpSnake();
    await inspectServer(snake.url, NEVER_LATE);
    const sizes = snake.of('move').map(({ headers }) => Number(headers['content-length']));
    expect(Math.max(...sizes)).to.be.within(150_000, 200_000);
    const moved = new Set(snake.of('move').map(({ body }) => body.game.id));
    const ended = new Set(snake.of('end').map(({ body }) => body.game.id));
    expect(ended).to.deep.equal(moved);
    const versions = new Set(snake.of('move').map(({ body }) => body.game.ruleset.version));
    expect(versions).to.deep.equal(new Set(['v1.0.0', 'cli']));
    const timeouts = new Set(snake.of('move').map(({ body }) => body.game.timeout));
    expect([...timeouts].every((timeout) => timeout === 500 || timeout === NEVER_LATE.timeout)).to.equal(true);
  });

  type Script = (call: HttpCall) => Scripted | undefined;
  const seen = new Set<string>();
  const FAULTS: readonly (readonly [string, Script, string, Verdict, RegExp])[] = [
    ['has no snake there', () => text(404), 'looks', 'bad', /status 404/],
    ['fails', () => text(500), 'looks', 'bad', /status 500/],
    ['shows a page', () => ({ status: 200, text: '<html>' }), 'looks', 'bad', /other than a JSON object/],
    [
      'has a number as version',
      ({ action }) => (action === '' ? text(200, { ...LOOKS, apiversion: 1 }) : undefined),
      'looks',
      'bad',
      /"apiversion" is a number, not the string "1"/,
    ],
    [
      'has looks that engines do not know',
      ({ action }) => (action === '' ? { ...LOOKS, head: 'fnag', color: 'red' } : undefined),
      'looks',
      'warning',
      /head "fnag" is not/,
    ],
    [
      'fails on a move',
      ({ action }) => (action === 'move' ? text(500) : undefined),
      'health probe',
      'bad',
      /answered with status 500/,
    ],
    [
      'answers a move that is none',
      ({ action }) => (action === 'move' ? { move: 'north' } : undefined),
      'health probe',
      'bad',
      /not a direction: "north"/,
    ],
    [
      'moves in capitals, which one engine takes',
      ({ action }) => (action === 'move' ? { move: 'UP' } : undefined),
      'game, command line',
      'bad',
      /not a direction: "UP"/,
    ],
    [
      'answers with another status, which one engine takes',
      ({ action }) => (action === 'move' ? text(201, { move: 'up' }) : undefined),
      'game, command line',
      'bad',
      /status 201/,
    ],
    [
      'limits bodies to 100 kB',
      ({ headers }) => (Number(headers['content-length']) > 100_000 ? text(413) : undefined),
      'long body',
      'bad',
      /\/start answered with status 413/,
    ],
    [
      'refuses what it does not know',
      ({ body }) => (body?.game.ruleset.name === 'not-yet-known' ? text(400) : undefined),
      'unknown fields',
      'bad',
      /status 400/,
    ],
    [
      'needs a start',
      ({ action, body }) => {
        if (action === 'start') seen.add(body.game.id);
        return action === 'move' && !seen.has(body.game.id) ? 'hang up' : undefined;
      },
      'game without start',
      'bad',
      /\/move cut the connection/,
    ],
    [
      'fails if a game begins again',
      ({ action, body }) => {
        const isKnown = seen.has(`again ${body?.game.id}`);
        if (action === 'start') seen.add(`again ${body.game.id}`);
        return action === 'start' && isKnown ? text(500) : undefined;
      },
      'game played again',
      'bad',
      /\/start answered with status 500/,
    ],
    ['runs into walls beside the dead', () => undefined, 'the dead on the board', 'warning', /up instead of left/],
  ];
  for (const [what, script, check, verdict, message] of FAULTS) {
    it(`sees that a server ${what}`, async () => {
      const { url } = await serveHttpSnake(script);
      expectFinding(await inspectServer(url, NEVER_LATE), check, verdict, message);
    });
  }

  it('sees that nobody answers, and asks no more', async () => {
    const { url } = await serveHttpSnake();
    await closeHttpSnakes();
    const report = await inspectServer(url, NEVER_LATE);
    expectFinding(report, 'reachable', 'bad', /refused the connection/);
    expect(report.findings).to.have.lengthOf(1);
    expect(report.budget).to.equal(undefined);
  });

  it('sees that a server redirects', async () => {
    const url = await serve((_, response) => void response.writeHead(308, { location: '/there?key=secret' }).end());
    const report = await inspectServer(url, NEVER_LATE);
    expectFinding(report, 'looks', 'bad', /redirects with status 308 to \/there$/);
  });

  it('sees that a server thinks for ever, and does not wait for each check', async () => {
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? new Promise(() => {}) : undefined));
    const report = await inspectServer(snake.url, { timeout: 500, pause: 50 });
    // On a busy machine even the first answers may be late.
    expectFinding(report, 'health probe', 'bad', /no answer within 2000 ms|after \d+ ms/);
    expect(snake.of('move').length).to.be.at.most(1);
    expect(report.findings.at(-1)!.verdict).to.equal('skipped');
  });

  it('says how late a late answer is', async () => {
    const { url } = await serveHttpSnake(async ({ action }) => {
      if (action === 'move') await new Promise((resolve) => setTimeout(resolve, 120));
      return action === 'move' ? { move: 'up' } : action === '' ? LOOKS : {};
    });
    const report = await inspectServer(url, { timeout: 100, pause: 50 });
    expectFinding(report, 'health probe', 'bad', /answered after \d+ ms of 100|no answer within 400 ms/);
    // Unless the machine is so busy that nothing came at all.
    const { verdict } = report.findings.at(-1)!;
    if (verdict !== 'skipped') expectFinding(report, 'answers', 'warning', /95 % within \d/);
  });

  it('sees that a server takes long to wake up', async () => {
    const { url } = await serveHttpSnake(async ({ action }) => {
      if (action === '') await new Promise((resolve) => setTimeout(resolve, 300));
      return undefined as unknown as Scripted;
    });
    expectFinding(
      await inspectServer(url, { timeout: 50, pause: 50 }),
      'reachable',
      'bad',
      /the platform waits 100 ms/,
    );
  });

  it('sees that a server plays one game at a time', async () => {
    const playing = new Set<string>();
    const { url } = await serveHttpSnake(({ action, body }) => {
      if (action === 'start') playing.add(body.game.id);
      if (action === 'end') playing.delete(body.game.id);
      return action === 'move' && playing.size > 1 ? text(503) : undefined;
    });
    const report = await inspectServer(url, NEVER_LATE);
    expectFinding(report, '10 games at once', 'bad', /of \d+ turns went wrong: answered with status 503/);
    expectFinding(report, 'game, the platform', 'good', /without a fault/);
  });

  for (const [what, ending, message] of [
    ['after each answer', 'close', /after each answer/],
    ['after a while', 'soon', /after (each answer|\d\.\d s without a request)/],
  ] as const) {
    it(`sees that a server closes connections ${what}`, async () => {
      const url = await serve((request, response) => {
        response.setHeader('connection', ending === 'close' ? 'close' : 'keep-alive');
        if (ending === 'soon') response.once('finish', () => setTimeout(() => request.socket.destroy(), 200));
        const said = request.method === 'GET' ? LOOKS : { move: 'up' };
        request.resume().once('end', () => response.end(JSON.stringify(said)));
      });
      const report = await inspectServer(url, { timeout: 10_000, pause: 30_000 });
      expectFinding(report, 'keep-alive', 'warning', message);
    });
  }

  it('sees that its clock is wrong', async () => {
    const url = await serve((request, response) => {
      response.setHeader('date', new Date(Date.now() - 600_000).toUTCString());
      request.resume().once('end', () => response.end(JSON.stringify({ ...LOOKS, move: 'up' })));
    });
    expectFinding(await inspectServer(url, NEVER_LATE), 'clock', 'warning', /behind this machine's/);
  });
});

describe('worstOf', () => {
  it('is the worst verdict', () => {
    const given: readonly (readonly Verdict[])[] = [[], ['skipped', 'good'], ['good', 'bad', 'warning']];
    const worst = given.map((verdicts) => worstOf(verdicts.map((verdict) => ({ check: '', verdict, message: '' }))));
    expect(worst).to.deep.equal(['good', 'skipped', 'bad']);
  });
});
