import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { searchSandbox } from '../../../src/processes/sandbox/find-sandbox.js';
import type { Reach } from '../../../src/processes/sandbox/reach.js';
import { needsSandbox } from '../../support/runners.js';

const NOTHING: Reach = { network: false, read: [], write: [] };
const isRoot = process.getuid?.() === 0;

describe('searchSandbox', () => {
  it('says what is missing, and the command that installs it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'serpentarium-test-'));
    try {
      const none = await searchSandbox({ platform: 'linux', folders: [folder] });
      expect(none)
        .to.have.property('reason')
        .that.matches(/needs the program "bwrap", which is not installed\. Install/);
      for (const name of ['bwrap', 'prlimit', 'setpriv', 'apt-get']) {
        writeFileSync(join(folder, name), '#!/bin/sh\necho "bwrap: no namespace for you" >&2\nexit 1\n', {
          mode: 0o755,
        });
      }
      const refused = await searchSandbox({ platform: 'linux', folders: [folder] });
      expect(refused)
        .to.have.property('reason')
        .that.matches(/: bwrap: no namespace for you\. Does it or its container/);
      rmSync(join(folder, 'bwrap'));
      const installed = await searchSandbox({ platform: 'linux', folders: [folder] });
      expect(installed)
        .to.have.property('reason')
        .that.matches(/Install it: apt-get install bubblewrap util-linux$/);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('finds none on other systems', async () => {
    expect(await searchSandbox({ platform: 'darwin' })).to.deep.equal({
      kind: 'missing',
      reason: 'a sandbox needs Linux, and this is darwin.',
    });
  });
});

/** Makes what returns what a shell prints in a sandbox. */
const runIn =
  (way: boolean) =>
  async (script: string, reach: Partial<Reach> = {}, cwd = tmpdir()) => {
    const found = await searchSandbox({ isRoot: way });
    if (found.kind === 'missing') throw new Error(found.reason);
    const program = { command: ['/bin/sh', '-c', script], cwd, channel: 'none' } as const;
    const [file, ...words] = found.enclose(program, { ...NOTHING, ...reach }).command;
    return execFileSync(file, words, { encoding: 'utf8', env: { PATH: '/usr/bin:/bin' } }).trim();
  };

for (const way of isRoot ? [true, false] : [false]) {
  describe(`a sandbox ${way ? 'with a user of its own' : 'with a namespace of users'}`, () => {
    needsSandbox();

    const run = runIn(way);
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'serpentarium-test-'));
      writeFileSync(join(folder, 'file'), 'from the host');
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('has no rights, and limits', async () => {
      const limits = await run('ulimit -n; ulimit -f; ulimit -c; grep -E "CapEff|NoNewPrivs" /proc/self/status', {});
      const values = limits.split('\n').map((line) => line.replace(/^.*:\s*/, ''));
      expect(values).to.deep.equal(['256', '65536', '0', '0000000000000000', '1']);
    });

    it('shows a file or folder only if it is allowed', async () => {
      const read = `cat ${folder}/file 2>/dev/null || echo none`;
      expect(await run(read)).to.equal('none');
      // It may be its owner's alone.
      execFileSync('chmod', ['-R', 'a+rX', folder]);
      expect(await run(read, { read: [folder] })).to.equal('from the host');
      expect(await run(read, { read: [join(folder, 'file')] })).to.equal('from the host');
    });

    it('changes what it is allowed to, and nothing else', async () => {
      const write = `(echo changed > ${folder}/file) 2>/dev/null; cat ${folder}/file`;
      execFileSync('chmod', ['-R', 'a+rX', folder]);
      expect(await run(write, { read: [folder] })).to.equal('from the host');
      expect(await run(write, { write: [folder] })).to.equal('changed');
      expect(readFileSync(join(folder, 'file'), 'utf8')).to.equal('changed\n');
    });

    it('runs in the folder of the program', async () => {
      expect(await run('pwd', {}, folder)).to.equal(folder);
    });

    it('has the network of its machine only if it is allowed', async () => {
      const devices = 'tail -n +3 /proc/net/dev | wc -l';
      expect(await run(devices)).to.equal('1');
      const all = readFileSync('/proc/net/dev', 'latin1').trim().split('\n').length - 2;
      expect(await run(devices, { network: true })).to.equal(String(all));
    });
  });
}
