import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { inRepository } from './support/fixtures.js';

describe('the command line', () => {
  it('ends without a word when whoever reads it has seen enough', async () => {
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: 'pipe' });
    command.stdout.destroy();
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect({ said, code }).to.deep.equal({ said: '', code: 0 });
  });

  it('says why what it prints cannot be written', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: [...stdio] });
    const [said, [code]] = await Promise.all([text(command.stderr!), once(command, 'exit')]);
    expect(said).to.match(/^standard output cannot be written: ENOSPC/);
    expect(code).to.equal(1);
  });
});
