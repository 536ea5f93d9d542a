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
    expect(readFileSync(path.join(folder, 'test/strategies/second.test.ts'), 'utf8')).to.include(
      "'../../strategies/second.ts'",
    );
    const checked = await runCli(['check', '--config', config]);
    expect(checked.stdout).to.match(/^\w+ +\/second +second .*(?:moved|late)/m);

    const again = await runCli(['new', 'second', '--config', config]);
    expect(again.code).to.equal(2);
    expect(again.stderr).to.match(
      /second\.ts exists already[^]*second\.test\.ts exists already[^]*has the prefix "\/second"/,
    );
  });

  it('adds a Python snake to the folder of the first one, with the same key', async () => {
    const config = `snakes:
  - prefix: /first
    command: [python3, first.py]
    cwd: ../py
    key: $SNAKE_KEY
`;
    const folder = writeFolder({ 'config/snakes.yaml': config, 'py/first.py': '', 'py/serpentarium.py': 'mine' });
    const file = path.join(folder, 'config/snakes.yaml');
    const add = (...words: string[]) => runCli(['new', ...words, '--config', file]);
    expect(await add('my-second')).to.include({ code: 0, stderr: '' });
    const added = config.replaceAll('first', 'my-second').replace('my-second.py', 'my_second.py');
    expect(readFileSync(file, 'utf8')).to.equal(config + added.replace('snakes:\n', ''));
    expect(readFileSync(path.join(folder, 'py/serpentarium.py'), 'utf8')).to.equal('mine');
    expect(readFileSync(path.join(folder, 'py/test_my_second.py'), 'utf8')).to.include('import my_second as snake');

    const python = (...words: string[]) => add(...words).then(({ code, stderr }) => ({ code, stderr }));
    expect(await python('random')).to.deep.equal({
      code: 2,
      stderr: '"random" is a module or keyword of Python. Choose another name.\n',
    });
    expect((await python('third', '--python', '--from', 'empty')).stderr).to.match(/^--from "empty" is not in Python/);
    // A starter is a strategy, and so is what stands next to one.
    expect((await add('third', '--from', 'empty')).stdout).to.include('strategies/third.ts');
    expect((await add('fourth')).stdout).to.include('strategies/fourth.ts');
    expect((await add('fifth', '--python')).stdout).to.include('py/fifth.py');
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
