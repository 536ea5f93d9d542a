/** Faults of the file system: what lies beside strategies that are watched, and a root that is read-only. */
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { goesOn } from './aftermath.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

const RELOAD = ['--reload'];
/** More than Node has threads for files. */
const PIPES = 12;
/** How long a body may take that Node needs a thread for, in ms. */
const ANSWER_LIMIT_MS = 60_000;
const LARGE_BODY = JSON.stringify({ padding: 'x'.repeat(1_000_000) });
/** What the large file grows by each time, and to; in bytes. Nothing of it takes room on the disk. */
const GROWTH = { step: 100e6, most: 1.5e9 };
/** How much more memory the host may take meanwhile, in MB. */
const MAX_GROWTH_MB = 100;

/** Replaces the strategies of a host that watches them by pipes to which nobody writes. */
const fifos: Fault = {
  name: 'fifos',
  what: 'strategies of a watched folder replaced by pipes that nobody writes to',
  unavailable: () => (process.platform === 'win32' ? 'needs named pipes' : undefined),
  prepare: () => ({ flags: RELOAD }),
  async inflict(scene) {
    const { host, folder, signal, pause } = scene;
    const strategies = join(folder, 'strategies');
    const kept = readdirSync(strategies).map(
      (name) => [join(strategies, name), readFileSync(join(strategies, name))] as const,
    );
    const pipes = Array.from({ length: PIPES }, (_, index) => join(strategies, `pipe-${index}.ts`));
    for (const [file] of kept) rmSync(file);
    for (const file of [...kept.map(([name]) => name), ...pipes]) execFileSync('mkfifo', [file]);
    let times = 0;
    while (!signal.aborted || times === 0) {
      await pause(500);
      times += 1;
      const limit = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const body = { method: 'POST', body: LARGE_BODY, signal: limit };
      const status = await fetch(`${host.url}/greedy/move`, body).then(
        (response) => response.status,
        () => 'none',
      );
      if (status !== 400) scene.report(`a large body was answered with ${status}`);
    }
    for (const file of pipes) rmSync(file);
    for (const [file, content] of kept) {
      rmSync(file);
      writeFileSync(file, content);
    }
    return times;
  },
  aftermath: goesOn,
};

/** Puts files beside the strategies of a host that watches them, and lets them grow. */
const largeFile: Fault = {
  name: 'large-file',
  what: 'files in a watched folder that grow to 1.5 GB',
  prepare: () => ({ flags: RELOAD }),
  async inflict({ host, folder, signal, pause, report }) {
    const files = ['games.json', 'games.log'].map((name) => join(folder, 'strategies', name));
    const before = host.memoryMb();
    let times = 0;
    let most = 0;
    for (const file of files) writeFileSync(file, '');
    while (!signal.aborted) {
      times += 1;
      for (const file of files) truncateSync(file, Math.min(GROWTH.most, times * GROWTH.step));
      await pause(100);
      most = Math.max(most, host.memoryMb());
    }
    for (const file of files) rmSync(file);
    if (most > before + MAX_GROWTH_MB) report(`the host grew from ${before.toFixed(0)} to ${most.toFixed(0)} MB`);
    return times;
  },
  aftermath: goesOn,
  atLeast: 2500,
};

/** Starts a host that can write to the folder of its journal and nowhere else, without `HOME`. */
const readOnlyRoot: Fault = {
  name: 'read-only-root',
  what: 'a host that can only write to the folder of its journal',
  unavailable: needsNamespace,
  prepare(folder) {
    const data = join(folder, 'data');
    mkdirSync(data);
    const node = join(folder, 'node');
    writeFileSync(node, `#!/bin/sh\nexec unshare -m sh -c '${READ_ONLY}' "${data}" "${process.execPath}" "$@"\n`);
    chmodSync(node, 0o755);
    return { node, journal: join(data, 'games.db') };
  },
  async inflict({ host, signal, pause, report }) {
    const mounts = readFileSync(`/proc/${host.pid}/mountinfo`, 'utf8').split('\n');
    const isReadOnly = mounts.some((line) => / \/ \/ ro,/.test(line));
    if (!isReadOnly) report('the root was not read-only');
    while (!signal.aborted) await pause(200);
    return 1;
  },
  async aftermath(scene) {
    const names = readdirSync(join(scene.folder, 'data')).filter((name) => !name.startsWith('games.db'));
    return [...(await goesOn(scene)), ...(names.length === 0 ? [] : [`it left ${names.join(', ')} in its folder`])];
  },
};

/** Of its own mounts, only `$0` can be written to; then the host takes the place of the shell. */
const READ_ONLY = [
  'mount --make-rprivate /',
  'mount --bind "$0" "$0"',
  'for each in / /tmp /var/tmp /dev/shm; do if mountpoint -q "$each"; then mount -o remount,bind,ro "$each"; fi; done',
  'exec "$@"',
].join(' && ');

/** Why no process can have mounts of its own here. */
function needsNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux';
  const tried = spawnSync('unshare', ['-m', 'sh', '-c', 'mount --make-rprivate / && mount -o remount,bind,ro /'], {
    stdio: 'ignore',
  });
  return tried.status === 0 ? undefined : 'needs the right to mounts of its own';
}

describeFaults('watched folders and a read-only root', [fifos, largeFile, readOnlyRoot]);
