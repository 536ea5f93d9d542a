/** `doctor` as its users run it, against a host of ours. */
import { expect } from 'chai';
import type { Finding } from '../../../../src/commands/doctor/finding.js';
import type { ServerDiagnosis } from '../../../../src/commands/doctor/inspect-server.js';
import { killProcesses, newJournal, runCli, spawnHost, type HostProcess } from '../../../support/host-process.js';

const failuresOf = (findings: readonly Finding[]) => findings.filter(({ verdict }) => verdict !== 'good');

describe('doctor', function () {
  this.timeout(240_000);
  let host: HostProcess;
  before(async () => {
    const snake = { prefix: '/walker', strategy: 'no-return', isolation: 'inline', key: 'long-enough-key' };
    host = await spawnHost({ snakes: [snake], journal: newJournal() });
  });
  after(killProcesses);

  it('finds nothing wrong with a host of ours, and shows no key', async () => {
    const url = `${host.url}/walker?key=long-enough-key`;
    const { stdout, stderr, code } = await runCli(['doctor', url, '--json', '--timeout', '30s', '--pause', '1s']);
    const { verdict, diagnoses } = JSON.parse(stdout) as { verdict: string; diagnoses: ServerDiagnosis[] };
    expect(failuresOf(diagnoses[0]!.findings)).to.deep.equal([]);
    expect({ verdict, stderr, code }).to.deep.equal({ verdict: 'good', stderr: '', code: 0 });
    expect(stdout).not.to.include('long-enough-key');
    expect(diagnoses[0]!.latency.waiting!.count).to.be.greaterThan(50);
    const report = await host.cli('report');
    expect(report.stdout).to.match(
      /^No finished game of a served snake matches \(\d+ test games not counted: doctor, Play a game\)\./,
    );
  });

  it('fails for CI, with a sentence, where no snake is', async () => {
    const { stdout, code } = await runCli(['doctor', `${host.url}/walker`, `${host.url}/none`, '--timeout', '30s']);
    expect(stdout.match(/^BAD\s+appearance\s+answers with status 404: no snake is there$/gm)).to.have.lengthOf(2);
    expect(stdout).to.match(/^appearance: Check the path, and the key if the snake has one\.$/m);
    expect(code).to.equal(1);
  });

  it('rejects flags of a server without a URL, and flags of this machine with one', async () => {
    const pause = await runCli(['doctor', '--pause', '1s']);
    const alerts = await runCli(['doctor', host.url, '--alerts']);
    expect([pause, alerts].map(({ code, stderr }) => [code, stderr])).to.deep.equal([
      [2, '--pause needs a URL.\n'],
      [2, '--alerts is about this machine: leave out the URL.\n'],
    ]);
  });

  it('rejects an argument that is not a URL', async () => {
    const { stderr, code } = await runCli(['doctor', 'ftp://somewhere']);
    expect(stderr).to.include('Only http and https are supported.');
    expect(code).to.equal(2);
  });
});
