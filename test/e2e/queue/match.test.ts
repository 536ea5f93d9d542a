import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../support/fixtures.js';
import { endOf, useCompare } from '../../support/compare-command.js';
import { killProcess, startWorker, type WorkerProcess } from '../../support/worker-processes.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

const SHORT = ['--seed', 'seven', '--max-turns', '100'];
/** Ends when it is decided, after some hundred pairs. */
const TEST = ['random', 'greedy', '--games', '4000', '--sprt', 'elo0=0,elo1=5,alpha=0.001,beta=0.001'];
/** Does not end while a test waits. */
const ENDLESS = ['random', 'greedy', '--games', '1000000'];

describe('a match on a queue', () => {
  const redis = useRedis();
  const command = useCompare('random', 'greedy');
  const processes: WorkerProcess[] = [];
  afterEach(async () => void (await Promise.all(processes.splice(0).map(killProcess))));
  const work = (name: string) => {
    const worker = startWorker(redis.server.url, name);
    processes.push(worker);
    return worker;
  };
  const drive = (...args: string[]) => {
    const words = [inRepository('dist/src/cli.js'), 'compare', ...args, '--queue', redis.server.url, '--json'];
    return spawn(process.execPath, words, { cwd: command.folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const pairs = () => {
    try {
      return command.savedTally().pairs;
    } catch {
      return 0;
    }
  };

  it('counts as on one machine, though workers die, stand still and join late, and its driver dies, too', async function () {
    this.timeout(300_000);
    const [killed, frozen] = [work('killed'), work('frozen')];
    const first = drive(...ENDLESS, ...SHORT, '--save', 'match.json');
    await until(() => pairs() >= 1, 120_000);
    frozen.child.kill('SIGSTOP');
    await killProcess(killed);
    work('late');
    // Pairs are counted in order: to count 300 more, the pairs that these two held must be played.
    const held = pairs();
    await until(() => pairs() >= held + 300, 120_000);
    await killProcess({ child: first });
    const before = pairs();
    const games = 2 * (before + 300);
    command.changePlan({ games });
    const second = drive('--resume', 'match.json');
    const resumed = endOf(second);
    await until(() => pairs() > before || second.exitCode !== null, 120_000);
    frozen.child.kill('SIGCONT');
    const { out, code } = await resumed;
    const onQueue = readFileSync(path.join(command.folder.path, 'match.json'), 'utf8');
    const alone = await command.compare('random', 'greedy', '--games', `${games}`, '--json', '--save', 'alone.json');
    expect(withoutTimes(out)).to.deep.equal(withoutTimes(alone.out));
    const onOneMachine = readFileSync(path.join(command.folder.path, 'alone.json'), 'utf8');
    expect(withoutTimes(onQueue)).to.deep.equal(withoutTimes(onOneMachine));
    expect(code).to.equal(alone.code);
    const { workers } = JSON.parse(out) as { workers: readonly { name: string; games: number }[] };
    expect(workers.map(({ name }) => name)).to.include('late');
  });

  it('waits for a server that is unreachable, which both sides say once, and loses nothing', async function () {
    this.timeout(300_000);
    const worker = work('ann');
    const match = drive(...TEST, ...SHORT, '--save', 'match.json');
    const ended = endOf(match);
    await until(() => pairs() >= 1, 120_000);
    await redis.server.kill();
    await until(() => worker.output().includes('is unreachable'), 120_000);
    await redis.server.start();
    const { out, err } = await ended;
    const alone = await command.compare(...TEST, '--json');
    expect(withoutTimes(out)).to.deep.equal(withoutTimes(alone.out));
    for (const said of [err, worker.output()]) {
      expect(said.match(/is unreachable/g)).to.have.lengthOf(1);
      expect(said.match(/is reachable again/g)).to.have.lengthOf(1);
    }
  });

  it('shares its workers with another match', async function () {
    this.timeout(300_000);
    work('ann');
    const endless = drive(...ENDLESS, ...SHORT, '--save', 'match.json');
    const ended = endOf(endless);
    await until(() => pairs() >= 1, 120_000);
    const short = await endOf(drive('random', 'greedy', '--games', '8', ...SHORT));
    expect((JSON.parse(short.out) as { pairs: number }).pairs).to.equal(4);
    endless.kill('SIGINT');
    expect((await ended).code).to.equal(3);
  });
});

/** What depends on the machines: their times, the workers, and where the match was asked for. */
const OF_MACHINES = new Set(['checksum', 'took', 'workers', 'arguments']);

/** What does not depend on the machines. */
function withoutTimes(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => (OF_MACHINES.has(key) ? undefined : value));
}
