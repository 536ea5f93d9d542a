import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { killProcesses, runCli, writeFolder } from '../../../support/host-process.js';

const CONFIG = `# My snakes.
snakes:
  - prefix: /first # the first one
    strategy: first
experiments: []
`;

const FIRST = "export const customization = {};\nexport const move = () => 'up';\n";

describe('serpentarium new', () => {
  after(killProcesses);

  it('adds a snake that passes the check, and keeps what is there', async () => {
    const folder = writeFolder({
      'config/snakes.yaml': CONFIG,
      'strategies/first.ts': FIRST,
    });
    const config = path.join(folder, 'config/snakes.yaml');
    expect(await runCli(['new', 'second', '--from', 'cautious', '--config', config])).to.include({
      code: 0,
      stderr: '',
    });
    expect(readFileSync(config, 'utf8')).to.equal(
      CONFIG.replace('experiments', '  - prefix: /second\n    strategy: second\nexperiments'),
    );
    expect(readFileSync(path.join(folder, 'test/second.test.ts'), 'utf8')).to.include("'../strategies/second.ts'");
    const checked = await runCli(['check', '--config', config]);
    expect(checked.stdout).to.match(/^\/second +second .*(?:moved|late)/m);

    const again = await runCli(['new', 'second', '--config', config]);
    expect(again.code).to.equal(2);
    expect(again.stderr).to.match(
      /second\.ts exists already[^]*second\.test\.ts exists already[^]*has the prefix "\/second"/,
    );
  });

  it('refuses names that are no file and no address, and a folder without a configuration', async () => {
    const folder = writeFolder({});
    const refused = await runCli(['new', '../up', '--config', path.join(folder, 'snakes.yaml')]);
    expect(refused).to.include({ code: 2 });
    expect(refused.stderr).to.match(/Expected up to 40 letters/);
    const missing = await runCli(['new', 'good', '--config', path.join(folder, 'snakes.yaml')]);
    expect(missing.code).to.equal(2);
    expect(missing.stderr).to.match(/does not exist/);
  });
});
