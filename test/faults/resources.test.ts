/** Faults of what a host needs from its machine: file descriptors, and disks to write to. */
import { execFileSync, spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { until } from '../support/soon.js';
import { goesOn, keptEverything, needsProc, readEntries, recovers } from './aftermath.js';
import { describeFaults } from './describe-faults.js';
import type { Fault } from './fault.js';

/** Few, but enough to start with. */
const DESCRIPTORS = 256;

/** Takes all descriptors with idle connections, and kills the children: neither pipes nor sockets can be opened. */
const fewDescriptors: Fault = {
  name: 'descriptors',
  what: `${DESCRIPTORS} descriptors used up by connections, and the children killed meanwhile`,
  unavailable: needsProc,
  hurtsStrategies: true,
  prepare: () => ({ descriptors: DESCRIPTORS }),
  inflict: ({ host, pause, repeat }) =>
    repeat(400, async () => {
      const sockets = Array.from({ length: DESCRIPTORS }, () => openIdle(host.process.port));
      await pause(200);
      for (const child of host.strategyChildren()) process.kill(child, 'SIGKILL');
      await pause(400);
      for (const socket of sockets) socket.destroy();
    }),
  aftermath: recovers,
};

/** Fills the disk of the journal, and makes room again. */
const fullDisk: Fault = {
  name: 'full-disk',
  what: 'the journal’s disk fills up and gets room again',
  unavailable: needsMount,
  prepare: (folder) => ({ journal: join(mountSmallDisk(folder), 'games.db') }),
  restore: unmountDisk,
  inflict: ({ folder, pause, repeat }) =>
    repeat(200, async () => {
      const filler = join(folder, 'disk', 'filler');
      fill(filler);
      await pause(500);
      rmSync(filler, { force: true });
    }),
  aftermath: keptEverything,
};

/** The disk of the journal is read-only when the host starts, and can be written later. */
const readOnlyDisk: Fault = {
  name: 'read-only-disk',
  what: 'the host starts on a read-only disk, which can be written later',
  unavailable: needsMount,
  prepare(folder) {
    const disk = mountSmallDisk(folder);
    remountDisk(folder, 'ro');
    return { journal: join(disk, 'games.db') };
  },
  restore: unmountDisk,
  async inflict({ host, folder, signal, pause, report }) {
    while (!signal.aborted) await pause(1000);
    if ((await readEntries(host)).written > 0) report('the disk was not read-only');
    remountDisk(folder, 'rw');
    return 1;
  },
  aftermath: keptEverything,
};

/** The disk of the journal becomes read-only under the running host, as Linux does after an error of the device. */
const brokenDisk: Fault = {
  name: 'broken-disk',
  what: 'an error of the journal’s disk makes it read-only until the end',
  unavailable: needsLoopDisk,
  prepare: (folder) => ({ journal: join(mountLoopDisk(folder), 'games.db') }),
  restore: unmountDisk,
  async inflict({ host, folder, signal, pause }) {
    await until(async () => (await readEntries(host)).written > 0);
    breakDisk(folder);
    await until(() => host.process.lines.some(({ msg }) => msg === 'journal write failed'));
    while (!signal.aborted) await pause(1000);
    return 1;
  },
  async aftermath({ host, game }) {
    const wereAsked = await game.plays(40);
    const { lost } = await readEntries(host);
    return [
      ...(wereAsked ? [] : ['the game did not continue']),
      ...(lost > 0 ? [`the journal dropped ${lost} entries that memory can hold`] : []),
    ];
  },
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
    const mounts = readFileSync(`/proc/${host.process.pid}/mountinfo`, 'utf8').split('\n');
    const isReadOnly = mounts.some((line) => / \/ \/ ro,/.test(line));
    if (!isReadOnly) report('the root was not read-only');
    while (!signal.aborted) await pause(200);
    return 1;
  },
  async aftermath(scene) {
    const names = readdirSync(join(scene.folder, 'data')).filter((name) => !/^(games\.db|versions$)/.test(name));
    return [...(await goesOn(scene)), ...(names.length === 0 ? [] : [`it left ${names.join(', ')} in its folder`])];
  },
};

/** Remounts everything but `$0` read-only in a private namespace; then the host replaces the shell. */
const READ_ONLY = [
  'mount --make-rprivate /',
  'mount --bind "$0" "$0"',
  'for each in / /tmp /var/tmp /dev/shm; do if mountpoint -q "$each"; then mount -o remount,bind,ro "$each"; fi; done',
  'exec "$@"',
].join(' && ');

/** Why no process can have private mounts here. */
function needsNamespace(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux';
  const tried = spawnSync('unshare', ['-m', 'sh', '-c', 'mount --make-rprivate / && mount -o remount,bind,ro /'], {
    stdio: 'ignore',
  });
  return tried.status === 0 ? undefined : 'needs the right to create mount namespaces';
}

function openIdle(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  return socket.on('error', () => undefined);
}

/** A disk of 600 kB in memory, in `folder`. */
function mountSmallDisk(folder: string): string {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'serpentarium-faults', disk], { stdio: 'ignore' });
  return disk;
}

function remountDisk(folder: string, mode: 'ro' | 'rw'): void {
  execFileSync('mount', ['-o', `remount,${mode}`, join(folder, 'disk')], { stdio: 'ignore' });
}

function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', join(folder, 'disk')], { stdio: 'ignore' });
}

/** Why no disk can be mounted here. */
function needsMount(): string | undefined {
  return needsDisk('to mount a small disk', mountSmallDisk);
}

/** Why no disk can be broken here. */
function needsLoopDisk(): string | undefined {
  return needsDisk('to mount a disk, and to break it', (folder) => {
    mountLoopDisk(folder);
    breakDisk(folder);
  });
}

/** What is missing to do this with a disk in a folder. */
function needsDisk(what: string, use: (folder: string) => unknown): string | undefined {
  if (process.platform !== 'linux') return `needs Linux ${what}`;
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-mount-'));
  try {
    use(folder);
    return undefined;
  } catch {
    return `needs the right ${what}`;
  } finally {
    unmountDisk(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A disk of 16 MB in a file, in `folder`: an error makes it read-only. */
function mountLoopDisk(folder: string): string {
  const disk = join(folder, 'disk');
  const image = join(folder, 'image');
  mkdirSync(disk);
  writeFileSync(image, '');
  truncateSync(image, 16 * 1024 * 1024);
  execFileSync('mkfs.ext4', ['-q', image], { stdio: 'ignore' });
  execFileSync('mount', ['-o', 'loop,errors=remount-ro', image, disk], { stdio: 'ignore' });
  return disk;
}

/** Tells the file system of the disk that its device has failed. */
function breakDisk(folder: string): void {
  const source = execFileSync('findmnt', ['-n', '-o', 'SOURCE', join(folder, 'disk')], { encoding: 'utf8' });
  writeFileSync(`/sys/fs/ext4/${basename(source.trim())}/trigger_fs_error`, 'npm run faults');
}

function fill(file: string): void {
  const descriptor = openSync(file, 'w');
  const block = Buffer.alloc(4096, 1);
  try {
    for (;;) writeSync(descriptor, block);
  } catch {
    // The disk is full.
  } finally {
    closeSync(descriptor);
  }
}

describeFaults('descriptors and disks', [fewDescriptors, fullDisk, readOnlyDisk, brokenDisk, readOnlyRoot]);
