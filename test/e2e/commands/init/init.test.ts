import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { killProcesses, runCli, writeFolder } from '../../../support/host-process.js';
import { inRepository } from '../../../support/fixtures.js';

const run = promisify(execFile);

describe('serpentarium init', function () {
  this.timeout(60_000);
  after(killProcesses);

  it('writes a configuration and a snake that pass the check', async () => {
    const folder = writeFolder({});
    const { code, stdout } = await runCli(['init', folder]);
    expect(code).to.equal(0);
    const written = ['config/snakes.yaml', 'strategies/first.ts', 'tsconfig.json', '.gitignore', 'Procfile'];
    expect(stdout.split('\n').slice(0, 5)).to.deep.equal(written.map((file) => `wrote ${path.join(folder, file)}`));
    expect(readFileSync(path.join(folder, 'Procfile'), 'utf8')).to.equal('web: serpentarium serve\n');
    const checked = await runCli(['check', '--config', path.join(folder, 'config/snakes.yaml')]);
    expect(checked).to.deep.include({ code: 0, stderr: '' });
    expect(checked.stdout).to.match(/^\/first +first +#6a5acd smile curled +moved/m);
  });

  it('writes a snake that passes the type check', async () => {
    const folder = writeFolder({
      'node_modules/serpentarium/package.json': `{ "name": "serpentarium", "type": "module", "types": "main.d.ts" }`,
      'node_modules/serpentarium/main.d.ts': `export * from '${inRepository('dist/src/strategy.js')}';`,
    });
    await runCli(['init', folder]);
    const compiler = inRepository('node_modules/typescript/bin/tsc');
    const { stdout } = await run(process.execPath, [compiler, '--project', folder]).catch((failed) => failed);
    expect(stdout).to.equal('');
  });

  it('overwrites nothing', async () => {
    const folder = writeFolder({ '.gitignore': 'mine' });
    const { code, stdout } = await runCli(['init', folder]);
    expect(code).to.equal(0);
    expect(stdout).to.match(/^kept {2}.*\.gitignore$/m);
    expect(readFileSync(path.join(folder, '.gitignore'), 'utf8')).to.equal('mine');

    writeFileSync(path.join(folder, 'strategies/first.ts'), 'mine');
    const again = await runCli(['init', folder]);
    const config = path.join(folder, 'config/snakes.yaml');
    expect(again).to.include({
      code: 2,
      stderr: `${config} exists. "init" overwrites nothing, and has written nothing.\n`,
    });
    expect(readFileSync(path.join(folder, 'strategies/first.ts'), 'utf8')).to.equal('mine');
  });

  it('is named where a configuration is missing', async () => {
    const folder = writeFolder({});
    const cli = inRepository('dist/src/cli.js');
    const failed = await run(process.execPath, [cli, 'check'], { cwd: folder }).catch((thrown) => thrown);
    expect(failed.stderr).to.match(
      /^config\/snakes.yaml does not exist\. .* "npx serpentarium init" writes a first one\.\n$/,
    );
    expect(existsSync(path.join(folder, 'config'))).to.equal(false);
  });
});
