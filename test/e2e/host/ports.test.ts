/**
 * Both ports of a running host, seen from outside: what they serve, what they refuse and how, what operators can read.
 */
import { expect } from 'chai';
import { networkInterfaces } from 'node:os';
import { WalkingSnake } from '../../support/walking-snake.js';
import { killProcesses, spawnHost, type HostProcess } from '../../support/host-process.js';

describe('the ports of a host', () => {
  let host: HostProcess;
  before(async () => {
    const good = { prefix: '/good', strategy: 'good', customization: { color: '#123456' }, author: 'somebody' };
    const server = { host: '0.0.0.0', maxBody: '16kb' };
    host = await spawnHost({ snakes: [good, { prefix: '/a/loop', strategy: 'loop' }], server }, { LOG_LEVEL: 'debug' });
  });
  after(killProcesses);

  it('show a snake without a redirect, and all snakes at the root, as JSON or as a page', async () => {
    const response = await fetch(`${host.url}/good?token=x`, { redirect: 'error' });
    expect(response.status).to.equal(200);
    expect(await response.json()).to.deep.equal({
      apiversion: '1',
      author: 'somebody',
      color: '#123456',
      head: 'default',
      tail: 'default',
      version: '1',
    });
    const { name, snakes } = (await (await fetch(host.url)).json()) as { name: string; snakes: { prefix: string }[] };
    expect(name).to.equal('serpentarium');
    expect(snakes.map(({ prefix }) => prefix)).to.deep.equal(['/good', '/a/loop']);
    const page = await fetch(host.url, { headers: { Accept: 'text/html' } });
    expect(await page.text()).to.include('/a/loop');
  });

  it('listen on every address, except for the admin port', async () => {
    const outside = Object.values(networkInterfaces())
      .flatMap((each) => each ?? [])
      .find(({ internal, family }) => !internal && family === 'IPv4')?.address;
    if (outside === undefined) return;
    expect((await fetch(`http://${outside}:${host.port}/healthz`)).status).to.equal(200);
    const admin = host.admin.replace('127.0.0.1', outside);
    expect(await fetch(admin).catch((thrown: unknown) => thrown)).to.be.an('error');
  });

  it('count what happened, for Prometheus', async () => {
    const game = new WalkingSnake({ url: `${host.url}/good`, timeout: 5000 });
    await game.start();
    for (let turn = 0; turn < 3; turn++) await game.move();
    const late = new WalkingSnake({ url: `${host.url}/a/loop` });
    for (let turn = 0; turn < 2; turn++) await late.move();
    await host.logged(({ msg, turn }) => msg === 'move late' && turn === 1);
    const response = await fetch(`${host.admin}/metrics`);
    expect(response.headers.get('content-type')).to.match(/^text\/plain; version=0\.0\.4/);
    const text = await response.text();
    for (const line of [
      'serpentarium_moves_total{snake="/good",outcome="moved"} 3',
      'serpentarium_moves_total{snake="/a/loop",outcome="late"} 2',
      'serpentarium_move_duration_seconds_count{snake="/good"} 3',
      'serpentarium_move_duration_seconds_bucket{le="0.5",snake="/good"} 3',
      'serpentarium_turns_total{snake="/good",used="yes"} 1',
      'serpentarium_turns_total{snake="/good",used="no"} 0',
      'serpentarium_live_games{snake="/good"} 1',
      'serpentarium_children{snake="/good"} 1',
      'serpentarium_child_restarts_total{snake="/good"} 0',
      'serpentarium_overhead_seconds{snake="/good"} 0.06',
      'serpentarium_event_loop_delay_seconds{quantile="0.99"}',
      'process_resident_memory_bytes',
    ]) {
      expect(text).to.include(`\n${line}`);
    }
    expect(text).to.match(/^serpentarium_child_restarts_total{snake="\/a\/loop"} [12]$/m);
  });

  it('show what each snake is doing', async () => {
    const snakes = (await (await fetch(`${host.admin}/snakes`)).json()) as Record<string, unknown>[];
    expect(snakes[0]).to.deep.include({ prefix: '/good', strategy: 'good', isolation: 'process' });
    const [child] = snakes[0]!['children'] as Record<string, unknown>[];
    expect(child).to.include({ state: 'idle', games: 1 });
    expect(child!['memoryMb']).to.be.within(10, 256);
  });

  it('log each request at the level debug, without its query, which may hold a key', async () => {
    const [line] = await host.logged(({ msg, url }) => msg === 'request' && url === '/good');
    expect(JSON.stringify(host.lines)).not.to.include('token=x');
    expect(line).to.include({ level: 20, method: 'GET', status: 200, snake: '/good' });
  });
});

describe('a host without an admin port', () => {
  after(killProcesses);

  it('serves its snakes', async () => {
    const host = await spawnHost({ snakes: [{ prefix: '/', strategy: 'good' }], server: { admin: 'off' } });
    expect(host.admin).to.equal('off');
    expect((await new WalkingSnake({ url: host.url, timeout: 5000 }).move()).move).to.equal('left');
  });
});
