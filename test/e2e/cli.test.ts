import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, openSync } from 'node:fs';
import { text } from 'node:stream/consumers';
import { inRepository } from '../support/fixtures.js';

describe('the command line', () => {
  it('ends silently when the reader of its output has gone', async () => {
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: 'pipe' });
    command.stdout.destroy();
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect({ said, code }).to.deep.equal({ said: '', code: 0 });
  });

  it('says why its output cannot be written', async function () {
    if (!existsSync('/dev/full')) this.skip();
    const stdio = ['ignore', openSync('/dev/full', 'w'), 'pipe'] as const;
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: [...stdio] });
    const [said, [code]] = await Promise.all([text(command.stderr!), once(command, 'exit')]);
    expect(said).to.match(/^cannot write to standard output: ENOSPC/);
    expect(code).to.equal(1);
  });
});
