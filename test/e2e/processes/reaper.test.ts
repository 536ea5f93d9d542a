import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { isRunning } from '../../support/host-process.js';
import { inRepository } from '../../support/fixtures.js';
import { until } from '../../support/soon.js';

const REAPER = pathToFileURL(inRepository('dist/src/processes/reaper.js')).href;

/**
 * A host with one child, which it leaves to the reaper, and a process of that child which has left the group. Each line
 * on its standard input is run as code.
 */
const HOST = `
const { spawn } = await import('node:child_process');
const { createInterface } = await import('node:readline');
const { killWithHost, nextMarker, release, MARKER_VARIABLE } = await import('${REAPER}');
const marker = nextMarker();
const script = 'setsid sleep 600 & echo $! ; exec sleep 600';
const child = spawn('/bin/sh', ['-c', script], { detached: true, env: { PATH: process.env.PATH, [MARKER_VARIABLE]: marker } });
child.stdout.on('data', (text) => {
  killWithHost(child.pid);
  console.log(JSON.stringify({ child: child.pid, detached: Number(text) }));
});
createInterface({ input: process.stdin }).on('line', (line) => eval(line));
`;

interface Started {
  readonly child: number;
  readonly detached: number;
}

// Other systems do not show the environment and the parents of processes.
(process.platform === 'linux' ? describe : describe.skip)('the reaper', () => {
  let host: ChildProcess;
  let started: Started;

  beforeEach(async () => {
    host = spawn(process.execPath, ['--input-type=module', '-e', HOST], { stdio: ['pipe', 'pipe', 'inherit'] });
    const [line] = (await once(createInterface({ input: host.stdout! }), 'line')) as [string];
    started = JSON.parse(line) as Started;
    await until(() => reapersOf(host.pid!).length === 1);
  });
  afterEach(() => host.kill('SIGKILL'));

  const run = (code: string) => host.stdin!.write(`${code.replaceAll('\n', ' ')}\n`);
  const isRunningAtAll = () => isRunning(started.child) || isRunning(started.detached);

  it('kills the children of a host that is killed, and what has left their groups', async () => {
    expect(isRunning(started.child) && isRunning(started.detached)).to.equal(true);
    host.kill('SIGKILL');
    await until(() => !isRunningAtAll());
  });

  it('is started again when it dies, and knows the children that were there before', async () => {
    const [first] = reapersOf(host.pid!);
    process.kill(first!, 'SIGKILL');
    await until(() => reapersOf(host.pid!).some((pid) => pid !== first));
    host.kill('SIGKILL');
    await until(() => !isRunningAtAll());
  });

  it('kills the processes that an exited child has left behind, and none of another child', async () => {
    const lines = createInterface({ input: host.stdout! });
    // The marker of the first child, without its last character, is a prefix of this one.
    run(`const env = { PATH: process.env.PATH, [MARKER_VARIABLE]: marker.replace(/1\\.$/, '12.') };
      globalThis.sibling = spawn('sleep', ['600'], { detached: true, env }); killWithHost(sibling.pid);
      console.log(sibling.pid);`);
    const [sibling] = (await once(lines, 'line')) as [string];
    run('child.kill("SIGKILL"); child.once("exit", () => release(child.pid, marker));');
    await until(() => !isRunningAtAll());
    expect(isRunning(host.pid!)).to.equal(true);
    expect(isRunning(Number(sibling))).to.equal(true);
    host.kill('SIGKILL');
    await until(() => !isRunning(Number(sibling)));
  });
});

/** The reapers among the children of a process. */
function reapersOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => isRunning(pid) && read(pid, 'cmdline').includes('serpentarium-reaper'))
    .filter((pid) => Number(/^PPid:\s+(\d+)/m.exec(read(pid, 'status'))?.[1]) === parent);
}

function read(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'latin1');
  } catch {
    return '';
  }
}
