/** The build in a clone: `npx serpentarium` runs after it. Each build begins by removing what the last one made. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { cpSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { inRepository } from '../support/fixtures.js';

/** What `npm run build` reads. */
const SOURCES = ['package.json', 'tsconfig.json', 'src', 'strategies', 'test'];
const run = promisify(execFile);

describe('npm run build', () => {
  let clone: string;

  before(() => {
    clone = realpathSync(mkdtempSync(join(tmpdir(), 'serpentarium-build-')));
    for (const name of SOURCES) cpSync(inRepository(name), join(clone, name), { recursive: true });
    symlinkSync(inRepository('node_modules'), join(clone, 'node_modules'));
  });

  after(() => rmSync(clone, { recursive: true, force: true }));

  it('leaves a command that npx can run', async () => {
    await run('npm', ['run', 'build'], { cwd: clone });
    const { stdout } = await run('npx', ['serpentarium', '--version'], { cwd: clone });
    expect(stdout.trim()).to.match(/^\d+\.\d+\.\d+$/);
  });
});
