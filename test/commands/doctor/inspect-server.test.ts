/** The doctor's visit to servers: one that does everything right, and one for each way to fail. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { createServer, Server as HttpServer, type RequestListener } from 'node:http';
import { createServer as createSocketServer, type AddressInfo, type Server } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { worstOf, type Verdict } from '../../../src/commands/doctor/finding.js';
import { inspectServer, type ServerDiagnosis } from '../../../src/commands/doctor/inspect-server.js';
import { fixture } from '../../support/fixtures.js';
import { closeHttpSnakes, serveHttpSnake, type HttpCall, type Scripted } from '../../support/http-snakes.js';

/** Long enough that a busy machine is never late. */
const NEVER_LATE = { timeout: 10_000, pause: 50 };
const LOOKS = { apiversion: '1', color: '#123456', head: 'fang', tail: 'bolt' };

const text = (status: number, said?: unknown) => ({ status, text: said === undefined ? 'no' : JSON.stringify(said) });

const expectFinding = (report: ServerDiagnosis, check: string, verdict: Verdict, message: RegExp) => {
  const found = report.findings.filter((finding) => finding.check === check);
  expect(
    found.some((finding) => finding.verdict === verdict && message.test(finding.message)),
    JSON.stringify(report.findings, undefined, 1),
  ).to.equal(true);
  const silent = report.findings.filter(({ verdict: each, remedy = '' }) => /bad|warning/.test(each) && remedy === '');
  expect(silent, 'findings that do not say what to do').to.deep.equal([]);
};

/** A server that answers one action as given, or `all` of them. */
async function spoiled(where: string, scripted: Scripted): Promise<URL> {
  return (await serveHttpSnake(({ action }) => (where === 'all' || action === where ? scripted : undefined))).url;
}

describe('inspectServer', () => {
  const servers: Server[] = [];
  afterEach(async () => {
    await closeHttpSnakes();
    for (const server of servers.splice(0)) {
      if (server instanceof HttpServer) server.closeAllConnections();
      server.close();
    }
  });

  const listen = async (server: Server, protocol = 'http'): Promise<URL> => {
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return new URL(`${protocol}://127.0.0.1:${(server.address() as AddressInfo).port}`);
  };
  const serve = (listener: RequestListener): Promise<URL> => listen(createServer(listener));

  it('finds nothing wrong with a server that does everything right', async () => {
    // The boards with a dead snake are the only ones with another on them.
    const snake = await serveHttpSnake(({ action, body }) => {
      if (action !== 'move' || body.board.snakes.length < 2) return undefined;
      return { move: body.you.head.x === 0 ? 'up' : 'left' };
    }, '/mine/');
    snake.url.search = '?key=secret-key';
    const report = await inspectServer(snake.url, NEVER_LATE);
    expect(report.findings.filter(({ verdict }) => verdict !== 'good' && verdict !== 'warning')).to.deep.equal([]);
    // Node's server closes idle connections after 5 s, and announces it in a header.
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
    const [, least, most] = /(\d+) to (\d+) requests/.exec(readFileSync('docs/guides/doctor.md', 'utf8'))!;
    expect(snake.calls.length).to.be.within(Number(least), Number(most));
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
    ['has no snake there', () => text(404), 'appearance', 'bad', /status 404/],
    [
      'has a number as version',
      ({ action }) => (action === '' ? text(200, { ...LOOKS, apiversion: 1 }) : undefined),
      'appearance',
      'bad',
      /"apiversion" is a number, not the string "1"/,
    ],
    [
      'has looks that engines do not know',
      ({ action }) => (action === '' ? { ...LOOKS, head: 'fnag', color: 'red' } : undefined),
      'appearance',
      'warning',
      /head "fnag" is not/,
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
    ['runs into walls next to the dead', () => undefined, 'dead snakes on the board', 'warning', /up instead of left/],
  ];
  for (const [what, script, check, verdict, message] of FAULTS) {
    it(`sees that a server ${what}`, async () => {
      const { url } = await serveHttpSnake(script);
      expectFinding(await inspectServer(url, NEVER_LATE), check, verdict, message);
    });
  }

  const oneCause: readonly (readonly [string, () => Promise<URL>, string, RegExp, RegExp])[] = [
    [
      'sends broken JSON',
      () => spoiled('move', { status: 200, text: '{"move": up}' }),
      'health probe',
      /^\/move/,
      /JSON/,
    ],
    [
      'sends a list',
      () => spoiled('move', text(200, ['up'])),
      'health probe',
      /not an object/,
      /JSON object: \{"move"/,
    ],
    ['fails on everything', () => spoiled('all', text(500)), 'appearance', /500/, /log/],
    [
      'fails on a move',
      () => spoiled('move', text(500)),
      'health probe',
      /^\/move .* 500/,
      /for POST \/move in the log/,
    ],
    [
      'has no /start',
      () => spoiled('start', text(404)),
      'health probe',
      /^\/start .* 404/,
      /^Answer POST \/start, below/,
    ],
    ['has no /end', () => spoiled('end', text(405)), 'health probe', /^\/end .* 405/, /^Answer POST \/end, below/],
    ['refuses engines', () => spoiled('move', text(403)), 'health probe', /403/, /^Let engines in/],
    ['counts requests', () => spoiled('move', text(429)), 'health probe', /429/, /rate limit/],
    ['moves north', () => spoiled('move', { move: 'north' }), 'health probe', /"north"/, /^Answer with "up"/],
    ['hangs up', () => spoiled('move', 'hang up'), 'health probe', /\/move cut the connection/, /crash/],
    [
      'is a web site',
      () => spoiled('all', { status: 200, text: '<html>' }),
      'appearance',
      /JSON object/,
      /^Answer GET with/,
    ],
    [
      'is not running',
      async () => {
        const url = await spoiled('all', text(200));
        await closeHttpSnakes();
        return url;
      },
      'reachable',
      /refused the connection/,
      /^Start the server/,
    ],
    [
      'speaks no TLS',
      async () => new URL(`https://${(await spoiled('all', text(200))).host}`),
      'reachable',
      /does not speak TLS/,
      /http:/,
    ],
    [
      'has a certificate that nobody has signed',
      () => {
        const pem = readFileSync(fixture('self-signed.pem'));
        return listen(createTlsServer({ key: pem, cert: pem }), 'https');
      },
      'reachable',
      /self-signed certificate/,
      /public authority/,
    ],
    [
      'speaks something else',
      () => listen(createSocketServer((socket) => socket.end('SSH-2.0-x\r\n'))),
      'reachable',
      /not HTTP/,
      /^Correct the port/,
    ],
  ];
  for (const [what, start, check, message, remedy] of oneCause) {
    it(`names one cause and one remedy if a server ${what}`, async () => {
      const { findings, budget } = await inspectServer(await start(), NEVER_LATE);
      const bad = findings.filter(({ verdict }) => verdict === 'bad' || verdict === 'warning');
      expect(bad.map((finding) => finding.check)).to.deep.equal([check]);
      expect(bad[0]!.message).to.match(message);
      expect(bad[0]!.remedy).to.match(remedy);
      expect(findings.at(-1)).to.include({ verdict: 'skipped', message: `not tried until "${check}" is ok` });
      expect(budget).to.equal(undefined);
    });
  }

  for (const [status, verdict] of [
    [308, 'warning'],
    [301, 'bad'],
  ] as const) {
    it(`sees that a server redirects with ${status}, and follows as engines do`, async () => {
      const snake = await serveHttpSnake();
      const url = await serve((request, response) => {
        const location = `${new URL(request.url!, snake.url).href}?key=secret`;
        response.writeHead(status, { location }).end();
      });
      const report = await inspectServer(url, NEVER_LATE);
      expectFinding(report, 'redirect', verdict, /^redirects with status \d+ to http:\/\/127\.0\.0\.1:\d+\/$/);
      expect(snake.of('move').map(({ method }) => method)).to.include(status === 308 ? 'POST' : 'GET');
    });
  }

  it('detects a server that never answers, and does not wait for each check', async () => {
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? new Promise(() => {}) : undefined));
    const report = await inspectServer(snake.url, { timeout: 500, pause: 50 });
    // On a busy machine even the first answers may be late.
    expectFinding(report, 'health probe', 'bad', /no answer within 2000 ms|after \d+ ms/);
    expect(snake.of('move').length).to.be.at.most(1);
    expect(report.findings.at(-1)!.verdict).to.equal('skipped');
    expect(report.findings.at(-2)!.remedy).to.match(/^Answer POST \/\w+ within 500 ms/);
  });

  it('says how late a late answer is', async () => {
    const { url } = await serveHttpSnake(async ({ action }) => {
      if (action === 'move') await new Promise((resolve) => setTimeout(resolve, 120));
      return action === 'move' ? { move: 'up' } : action === '' ? LOOKS : {};
    });
    const report = await inspectServer(url, { timeout: 100, pause: 50 });
    expectFinding(report, 'health probe', 'bad', /answered after \d+ ms of 100|no answer within 400 ms/);
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
    expectFinding(
      report,
      '10 games at once',
      'bad',
      /^\d+ requests failed in \d+ turns: \/move answered with status 503/,
    );
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
