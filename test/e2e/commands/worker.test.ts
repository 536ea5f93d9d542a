import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Redis } from 'ioredis';
import { endOf, useCompare } from '../../support/compare-command.js';
import { killProcess, startWorker, type WorkerProcess } from '../../support/worker-processes.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

const SECRET = 'open-sesame';

describe('serpentarium worker', () => {
  const redis = useRedis();
  const command = useCompare('random', 'constant');
  let worker: WorkerProcess | undefined;
  afterEach(async () => {
    if (worker !== undefined) await killProcess(worker);
  });

  it('says who it is, plays the offered games, and exits with 0 on a signal', async () => {
    const url = redis.server.url.replace('//', `//default:${SECRET}@`);
    const { child, output } = (worker = startWorker(url, 'ann'));
    await until(() => /worker "ann" on .*: version .*, Node v.*, \d+ cores?, 1 game at once/.test(output()));
    expect(readFileSync(`/proc/${child.pid}/cmdline`, 'utf8')).to.match(/^serpentarium worker/);
    const run = await command.compare('random', 'constant', '--games', '4', '--json', '--queue', redis.server.url);
    expect([run.code, run.report().pairs]).to.deep.equal([0, 2]);
    await until(() => /done with candidate constant against base random: \d+ jobs?/.test(output()));
    child.kill('SIGTERM');
    const [code] = (await once(child, 'exit')) as [number];
    expect(code).to.equal(0);
    expect(output()).not.to.include(SECRET);
  });

  it('finds an empty queue when its match is interrupted, and the file continues without it', async () => {
    const { url } = redis.server;
    worker = startWorker(url, 'ann');
    const match = command.start('random', 'constant', '--games', '4000', '--save', 'match.json', '--queue', url);
    const ended = endOf(match);
    await command.onceSaved(match);
    match.kill('SIGINT');
    const { code, err } = await ended;
    expect([code, err.includes('To continue:\nnpx serpentarium compare --resume match.json')]).to.deep.equal([3, true]);
    const client = new Redis(url);
    expect(await client.keys('*serpentarium-*')).to.deep.equal([]);
    client.disconnect();
    expect(readFileSync(path.join(command.folder.path, 'match.json'), 'utf8')).not.to.include('redis');
    command.changePlan({ games: 40 });
    const resumed = await command.run('--resume', 'match.json', '--json');
    expect(resumed.code).to.equal(0);
  });

  it('explains what a queue cannot do', async () => {
    const wrong = await command.compare('random', 'constant', '--queue', 'http://host');
    expect([wrong.code, wrong.err]).to.deep.equal([
      2,
      '--queue is not the URL of a Redis server. Write for example redis://localhost:6379.\n',
    ]);
    const written = await command.compare('random', 'constant', '--queue', redis.server.url, '--output-dir', 'games');
    expect(written.err).to.include('--output-dir cannot be used with --queue: the games are played on other machines.');
  });

  it('says in a sentence that Redis requires a password, or rejects it', async () => {
    const { url } = redis.server;
    const admin = new Redis(url);
    await admin.config('SET', 'requirepass', SECRET);
    try {
      const none = await command.compare('random', 'constant', '--queue', url);
      expect(none.err).to.include('which cannot be used: Redis requires a password. Add it to the URL:');
      const wrong = await command.compare('random', 'constant', '--queue', url.replace('//', '//:wrong-one@'));
      expect(wrong.err).to.include('which cannot be used: Redis rejects the login.').and.not.include('wrong-one');
      expect([none.code, wrong.code]).to.deep.equal([2, 2]);
    } finally {
      await admin.config('SET', 'requirepass', '');
      admin.disconnect();
    }
  });
});
