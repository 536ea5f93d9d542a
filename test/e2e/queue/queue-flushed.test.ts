import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { Redis } from 'ioredis';
import { endOf, useCompare } from '../../support/compare-command.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcess, startWorker } from '../../support/worker-processes.js';
import { useRedis } from '../../support/servers/redis.js';
import { until } from '../../support/soon.js';

describe('a match whose queue takes no more', () => {
  const redis = useRedis();
  const command = useCompare('random', 'greedy');

  it('reports the games so far if it was emptied, and says how to continue', async () => {
    const { url } = redis.server;
    const worker = startWorker(url, 'ann');
    const args = ['random', 'greedy', '--games', '20000', '--seed', 'one', '--queue', url, '--save', 'match.json'];
    const cli = inRepository('dist/src/cli.js');
    const match = spawn(process.execPath, [cli, 'compare', ...args], {
      cwd: command.folder.path,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    try {
      const ended = endOf(match);
      const client = new Redis(url);
      await until(() => worker.output().includes('plays'), 120_000);
      await client.flushall();
      client.disconnect();
      const { out, err, code } = await ended;
      expect(err).to.include('the queue no longer has this contest: it was removed from the queue');
      expect(err).to.include('compare --resume match.json').and.not.include('    at ');
      expect(out).to.include('candidate greedy against base random');
      expect(code).to.equal(3);
    } finally {
      await killProcess({ child: match });
      await killProcess(worker);
    }
  });

  it('reports the games so far if it is full, with what the server says', async () => {
    const { url } = redis.server;
    const worker = startWorker(url, 'ann');
    const client = new Redis(url);
    const match = command.start('random', 'greedy', '--games', '20000', '--queue', url);
    try {
      const ended = endOf(match);
      await until(() => worker.output().includes('plays'), 120_000);
      await client.config('SET', 'maxmemory', '1');
      const { err, code } = await ended;
      expect(err).to.match(/the queue no longer has this contest: OOM /);
      expect(code).to.equal(3);
    } finally {
      await client.config('SET', 'maxmemory', '0');
      client.disconnect();
      await killProcess({ child: match });
      await killProcess(worker);
    }
  });
});
