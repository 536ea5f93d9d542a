import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inRepository } from '../../support/fixtures.js';
import { endOf, useCompare } from '../../support/compare-command.js';
import { killProcess, startRepeater, startWorker, type WorkerProcess } from '../../support/queues/worker-processes.js';
import { TEST_PASSWORD, usePostgres } from '../../support/servers/postgres.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

const MATCH = ['random', 'greedy', '--games', '300', '--sprt', 'elo0=0,elo1=5,alpha=0.001,beta=0.001'];

describe('a match on a queue', () => {
  describe('on Redis', () => {
    const redis = useRedis();
    describeMatch(async () => redis.server.url);
  });
  describe('on PostgreSQL', () => {
    const postgres = usePostgres();
    describeMatch(async () => (await postgres.cluster.createDatabase()).url);
  });
});

function describeMatch(createUrl: () => Promise<string>): void {
  const command = useCompare('random', 'greedy');
  const processes: WorkerProcess[] = [];
  afterEach(async () => void (await Promise.all(processes.splice(0).map(killProcess))));
  const work = (url: string, name: string) => {
    const worker = startWorker(url, name);
    processes.push(worker);
    return worker;
  };
  const coordinate = (url: string, ...args: string[]) => {
    const words = [inRepository('dist/src/cli.js'), 'compare', ...args, '--queue', url, '--json'];
    return spawn(process.execPath, words, { cwd: command.folder.path, stdio: ['ignore', 'pipe', 'pipe'] });
  };
  const pairs = () => {
    try {
      return command.savedTally().pairs;
    } catch {
      return 0;
    }
  };

  it('counts as on one machine, though workers die, stand still and repeat themselves, and so does its coordinator', async function () {
    this.timeout(300_000);
    const url = await createUrl();
    const [killed, paused] = [work(url, 'killed'), work(url, 'paused')];
    const repeater = await startRepeater(url);
    const seed = ['--seed', 'seven', '--max-turns', '100'];
    const first = coordinate(url, ...MATCH, ...seed, '--save', 'match.json');
    await until(() => pairs() >= 5, 120_000);
    paused.child.kill('SIGSTOP');
    await killProcess(killed);
    work(url, 'late');
    await until(() => pairs() >= 20, 120_000);
    await killProcess({ child: first });
    const before = pairs();
    const second = coordinate(url, '--resume', 'match.json');
    const resumed = endOf(second);
    await until(() => pairs() > before || second.exitCode !== null, 120_000);
    paused.child.kill('SIGCONT');
    const { out, err, code } = await resumed;
    await repeater.close();
    expect(repeater.repeated()).to.be.above(0);
    const onQueue = readFileSync(path.join(command.folder.path, 'match.json'), 'utf8');
    const alone = await command.compare(...MATCH, '--json', '--save', 'alone.json');
    expect(withoutTimes(out)).to.deep.equal(withoutTimes(alone.out));
    const onOneMachine = readFileSync(path.join(command.folder.path, 'alone.json'), 'utf8');
    expect(withoutTimes(onQueue)).to.deep.equal(withoutTimes(onOneMachine));
    expect(code).to.equal(alone.code);
    const shown = [out, err, onQueue, ...processes.map(({ output }) => output())].join('\n');
    for (const secret of [TEST_PASSWORD, decodeURIComponent(TEST_PASSWORD)]) expect(shown).not.to.include(secret);
  });
}

/** What depends on the machines: their times, the workers, and where the match was asked for. */
const OF_MACHINES = new Set(['took', 'workers', 'arguments']);

/** What does not depend on the machines. */
function withoutTimes(json: string): unknown {
  return JSON.parse(json, (key, value: unknown) => (OF_MACHINES.has(key) ? undefined : value));
}
