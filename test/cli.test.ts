import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { inRepository } from './support/fixtures.js';

describe('the command line', () => {
  it('ends without a word when whoever reads it has seen enough', async () => {
    const command = spawn(process.execPath, [inRepository('dist/src/cli.js'), 'maps'], { stdio: 'pipe' });
    command.stdout.destroy();
    const [said, [code]] = await Promise.all([text(command.stderr), once(command, 'exit')]);
    expect({ said, code }).to.deep.equal({ said: '', code: 0 });
  });
});
