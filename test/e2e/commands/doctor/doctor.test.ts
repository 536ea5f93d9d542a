/** `doctor` as its users run it: against a host of ours, and against a public starter. */
import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '../../../../src/commands/doctor/finding.js';
import type { ServerReport } from '../../../../src/commands/doctor/doctor.js';
import { findFreePort } from '../../../support/free-port.js';
import { killProcesses, runCli, spawnHost, type HostProcess } from '../../../support/host-process.js';
import { until } from '../../../support/soon.js';

/** A folder with the starter in Python, as its authors publish it; the machine needs Flask. */
const STARTER = process.env['SERPENTARIUM_PYTHON_STARTER'] ?? '';

const failuresOf = (findings: readonly Finding[]) => findings.filter(({ verdict }) => verdict !== 'good');

describe('doctor', function () {
  this.timeout(240_000);
  let host: HostProcess;
  before(async () => {
    const snake = { prefix: '/walker', strategy: 'no-return', isolation: 'inline', key: 'long-enough-key' };
    host = await spawnHost({ snakes: [snake] });
  });
  after(killProcesses);

  it('finds nothing wrong with a host of ours, and shows no key', async () => {
    const url = `${host.url}/walker?key=long-enough-key`;
    const { stdout, stderr, code } = await runCli(['doctor', url, '--json', '--timeout', '30s', '--pause', '1s']);
    const { verdict, servers } = JSON.parse(stdout) as { verdict: string; servers: ServerReport[] };
    expect(failuresOf(servers[0]!.findings)).to.deep.equal([]);
    expect({ verdict, stderr, code }).to.deep.equal({ verdict: 'good', stderr: '', code: 0 });
    expect(stdout).not.to.include('long-enough-key');
    expect(servers[0]!.latency.waiting!.count).to.be.greaterThan(50);
  });

  it('fails for CI, with a sentence, where no snake is', async () => {
    const { stdout, code } = await runCli(['doctor', `${host.url}/walker`, `${host.url}/none`, '--timeout', '30s']);
    expect(stdout.match(/^BAD\s+looks\s+answers with status 404: no snake is there$/gm)).to.have.lengthOf(2);
    expect(stdout).to.match(/^looks: Check the path, and the key if the snake has one\.$/m);
    expect(code).to.equal(1);
  });

  it('refuses what is no address', async () => {
    const { stderr, code } = await runCli(['doctor', 'ftp://somewhere']);
    expect(stderr).to.include('Only http and https are read.');
    expect(code).to.equal(2);
  });

  describe('against the public starter in Python', () => {
    let starter: ChildProcess | undefined;
    after(() => void starter?.kill('SIGKILL'));

    it('warns of its short connections, and that it does not look ahead', async function () {
      if (!existsSync(join(STARTER, 'main.py'))) this.skip();
      const port = await findFreePort();
      starter = spawn('python3', ['main.py'], { cwd: STARTER, env: { ...process.env, PORT: `${port}` } });
      const url = `http://127.0.0.1:${port}`;
      await until(() =>
        fetch(url).then(
          () => true,
          () => false,
        ),
      );
      const { stdout, code } = await runCli(['doctor', url, '--json', '--timeout', '30s']);
      const { servers } = JSON.parse(stdout) as { servers: ServerReport[] };
      const failed = failuresOf(servers[0]!.findings).map(({ check, verdict }) => `${verdict}: ${check}`);
      expect(failed).to.include('warning: keep-alive');
      expect(failed.filter((line) => line.startsWith('bad'))).to.deep.equal([]);
      expect(code).to.equal(0);
    });
  });
});
