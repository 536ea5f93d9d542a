import { expect } from 'chai';
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startProgram } from '../../../src/processes/program.js';
import { searchSandbox } from '../../../src/processes/sandbox/find-sandbox.js';
import type { Reach } from '../../../src/processes/sandbox/bubblewrap.js';
import { cCompiler, compileC } from '../../support/command-fixtures.js';
import { fixture } from '../../support/fixtures.js';
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

  it('finds none on other systems and processors', async () => {
    expect(await searchSandbox({ platform: 'linux', architecture: 'riscv64' })).to.deep.equal({
      kind: 'missing',
      reason: 'a sandbox needs x86-64 or arm64, and this is riscv64.',
    });
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
    const program = { command: ['/bin/sh', '-c', script], cwd, channel: 'stdio' } as const;
    const child = startProgram(found.wrap(program, { ...NOTHING, ...reach }), { PATH: '/usr/bin:/bin' });
    const [printed, [code]] = await Promise.all([text(child.stdout!), once(child, 'close')]);
    if (code !== 0) throw new Error(`it ended with ${code}`);
    return printed.trim();
  };

for (const way of isRoot ? [true, false] : [false]) {
  describe(`a sandbox ${way ? 'with a separate user' : 'with a user namespace'}`, () => {
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

    it('starts threads and processes, and lets a program without libraries reach nothing', async function () {
      if (cCompiler === undefined) this.skip();
      compileC(fixture('commands/probe.c'), join(folder, 'probe'), '-static');
      execFileSync('chmod', ['-R', 'a+rX', folder]);
      const name = join(folder, 'socket');
      const servers = [
        net.createServer().listen(0),
        net.createServer().listen(`\0${name}`),
        net.createServer().listen(name),
      ];
      await Promise.all(servers.map((server) => once(server, 'listening')));
      const { port } = servers[0]!.address() as net.AddressInfo;
      const script = `${folder}/probe ${process.pid} ${port} ${name} ${name}`;
      try {
        expect(await run(script, { read: [join(folder, 'probe')] })).to.equal('threads\nprocesses');
        // As root, it has the rights of the owner of what it may write.
        mkdirSync(join(folder, 'own'));
        const reach = { read: [join(folder, 'probe')], write: [join(folder, 'own')] };
        expect(await run(script, reach)).to.equal('threads\nprocesses');
      } finally {
        for (const server of servers) server.close();
      }
    });

    it('has the network of its machine only if it is allowed', async () => {
      const devices = 'tail -n +3 /proc/net/dev | wc -l';
      expect(await run(devices)).to.equal('1');
      const all = readFileSync('/proc/net/dev', 'latin1').trim().split('\n').length - 2;
      expect(await run(devices, { network: true })).to.equal(String(all));
    });
  });
}
