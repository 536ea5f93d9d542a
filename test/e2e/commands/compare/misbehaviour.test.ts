import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import type { MatchReport } from '../../../../src/arena/contest/report.js';
import { useConfigFolder } from '../../../support/config-folder.js';
import { killProcesses, runCli } from '../../../support/host-process.js';
import { fixture } from '../../../support/fixtures.js';

/** Each way to misuse what a worker has, and what the report says of it. */
const MISUSES: readonly (readonly [string, RegExp])[] = [
  ['write-stray', /it wrote "hello" to its channel, which is not a message$/],
  ['flood-channel', /to its channel, which is not a message$/],
  ['close-channel', /it closed its channel$/],
];

describe('serpentarium compare with a strategy that misuses its process', () => {
  const folder = useConfigFolder();
  after(killProcesses);
  beforeEach(() => folder.write('config/snakes.yaml', 'snakes: [{ prefix: /dice, strategy: dice }]\n'));

  for (const [strategy, reason] of MISUSES) {
    it(`counts all games as lost by ${strategy}, and says why`, async () => {
      for (const name of [strategy, 'dice']) {
        folder.write(`strategies/${name}.js`, readFileSync(fixture(`strategies/${name}.js`)));
      }
      const config = `${folder.path}/config/snakes.yaml`;
      const args = ['dice', strategy, '--config', config, '--games', '2', '--max-turns', '50', '--seed', 'x', '--json'];
      const { stdout, stderr } = await runCli(['compare', ...args]);
      expect(stderr).not.to.match(/Error|at .*\.js:\d/);
      const report = JSON.parse(stdout) as MatchReport;
      expect(report.candidate).to.include({ games: 2, wins: 0, losses: 2, draws: 0 });
      expect([report.base.crashes, report.candidate.crashes]).to.deep.equal([0, 2]);
      expect(report.candidate.crash).to.match(reason);
    });
  }
});
