/** Snakes behind an `upstream`, on a real host: played, failed over, compared, and never asked in a circle. */
import { expect } from 'chai';
import type { MatchReport } from '../../../src/arena/contest/match/match-report.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { killProcesses, runCli, spawnHost, writeFolder } from '../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';
import { findFreePort } from '../../support/free-port.js';
import { writeServerProgram } from '../../support/server-programs.js';
import { until } from '../../support/soon.js';
import { writeYamlHost } from '../../support/yaml-host.js';

/** In ms; enough even on a busy machine. */
const TIMEOUT = 5000;

describe('a host with servers behind it', () => {
  const engine = createArenaEngine('cli');
  after(async () => {
    engine.close();
    await Promise.all([killProcesses(), closeHttpSnakes()]);
  });

  it('plays with a server, answers for it when it fails, and says how it does', async () => {
    const server = await serveHttpSnake(({ action, body }) =>
      action !== 'move' ? undefined : body.turn === 1 ? { status: 500, text: '' } : { move: 'up' },
    );
    const host = await spawnHost(writeYamlHost([`prefix: /far, upstream: '${server.url.href}'`]));
    expect(await (await fetch(`${host.url}/far`)).json()).to.include({ color: '#123456', head: 'fang' });
    await engine.play([`${host.url}/far`], { timeout: TIMEOUT, maxTurns: 5 });
    const [line] = await host.logged(({ msg }) => msg === 'move failed');
    expect(line).to.include({ snake: '/far', turn: 1, reason: 'the server answered with status 500' });
    expect(server.of('start')).to.have.lengthOf(1);
    await until(() => server.of('end').length === 1);
    const { strategy, isolation, upstreams } = (await host.snakes())[0]!;
    expect({ strategy, isolation }).to.deep.equal({ strategy: 'far', isolation: 'upstream' });
    expect(upstreams![0]).to.include({ url: server.url.origin, isReachable: true, failures: 1 });
    const metrics = await host.metrics();
    expect(metrics).to.include('serpentarium_upstream_reachable{snake="/far"} 1\n');
    host.signal('SIGTERM');
    expect(await host.ended).to.include({ code: 0 });
  });

  it('does not ask itself, through any chain of hosts', async () => {
    const port = await findFreePort();
    const config = writeYamlHost([`prefix: /loop, upstream: 'http://127.0.0.1:${port}/loop'`]);
    const host = await spawnHost(config, { PORT: String(port) }).catch((thrown: unknown) => thrown);
    expect(String(host)).to.match(/"upstream" points back to this host: port \d+ is its own/);
  });

  it('answers 508 to a request that has come from itself', async () => {
    // A proxy that leads back is one that the configuration cannot know.
    let back = '';
    const proxy = await serveHttpSnake(async ({ action, headers, path: at }) => {
      if (back === '' || action === '') return { apiversion: '1' };
      const via = String(headers.via);
      const answer = await fetch(back + at, { method: 'POST', headers: { via }, body: '{}' });
      return { status: answer.status, text: await answer.text() };
    });
    const host = await spawnHost(writeYamlHost([`prefix: /loop, upstream: '${proxy.url.href}loop'`]));
    back = host.url;
    await engine.play([`${host.url}/loop`], { timeout: TIMEOUT, maxTurns: 2 });
    const [line] = await host.logged(({ msg }) => msg === 'move failed');
    const fault = { kind: 'failed', reason: 'the server answered with status 508' };
    expect(line).to.include({ reason: fault.reason });
    const [counted] = await host.logged(({ msg }) => msg === 'faults repeated');
    const [repeated, ...others] = counted!['faults'] as (typeof fault & { times: number })[];
    expect(repeated).to.include(fault);
    expect(repeated!.times).to.be.at.least(1);
    expect(others).to.deep.equal([]);
    host.signal('SIGTERM');
    await host.ended;
  });

  it('plays them in contests by their prefix, with the time of an engine', async () => {
    const port = await findFreePort();
    const [node, file] = writeServerProgram(writeFolder({}), `console.log('pid', process.pid);`);
    const config = writeYamlHost([`prefix: /own, upstream: 'http://127.0.0.1:${port}', run: ['${node}', '${file}']`]);
    const words = `/own constant --games 4 --max-turns 30 --seed s --json --config ${config}`.split(' ');
    const { stdout, stderr, code } = await runCli(['compare', ...words]);
    expect(code, stderr).to.equal(0);
    const report = JSON.parse(stdout) as MatchReport;
    expect(report.base).to.include({ name: '/own', lostTurns: 0 });
    const refused = await runCli(['compare', '/own', 'constant', '--options-base', '{"a":1}', '--config', config]);
    expect(refused.stderr).to.match(/--options-base snake "\/own": /);
    const played = await runCli(`play --snake /own --snake constant --max-turns 10 --config ${config}`.split(' '));
    expect(played.code, played.stderr).to.equal(0);
  });
});
