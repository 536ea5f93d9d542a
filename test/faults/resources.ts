/** Faults of what a host needs from its machine: file descriptors, a disk, the journal for itself. */
import { execFileSync, spawnSync } from 'node:child_process';
import { connect, type Socket } from 'node:net';
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { needsProc, recovers } from './children.js';
import { FaultHost } from './fault-host.js';
import type { Fault, Scene } from './fault.js';

/** Few, but enough to start with. */
const DESCRIPTORS = 256;
const JOURNAL_LIMIT_MS = 15_000;

/** Takes all descriptors with idle connections, and kills the children: neither pipes nor sockets can be opened. */
export const fewDescriptors: Fault = {
  name: 'descriptors',
  what: `${DESCRIPTORS} descriptors used up by connections, and the children killed meanwhile`,
  unavailable: needsProc,
  hurtsStrategies: true,
  prepare: () => ({ descriptors: DESCRIPTORS }),
  async inflict({ host, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      const sockets = Array.from({ length: DESCRIPTORS }, () => openIdle(host.port));
      await pause(200);
      for (const child of host.strategyChildren()) process.kill(child, 'SIGKILL');
      await pause(400);
      for (const socket of sockets) socket.destroy();
      times += 1;
      await pause(400);
    }
    return times;
  },
  aftermath: recovers,
};

/** Fills the disk of the journal, and makes room again. */
export const fullDisk: Fault = {
  name: 'full-disk',
  what: 'the journal’s disk fills up and gets room again',
  unavailable: needsMount,
  prepare: (folder) => ({ journal: join(mountSmallDisk(folder), 'games.db') }),
  restore: unmountDisk,
  async inflict({ folder, signal, pause }) {
    const filler = join(folder, 'disk', 'filler');
    let times = 0;
    while (!signal.aborted) {
      fill(filler);
      times += 1;
      await pause(500);
      rmSync(filler, { force: true });
      await pause(200);
    }
    rmSync(filler, { force: true });
    return times;
  },
  aftermath: keptEverything,
};

/** Makes the disk of the journal read-only, as Linux does after an error of the device. */
export const readOnlyDisk: Fault = {
  name: 'read-only-disk',
  what: 'the journal’s disk cannot be written for a while',
  // Linux refuses to remount it while the journal is open (EBUSY), so nothing would be hurt.
  unavailable: () => 'a disk that is in use cannot be made read-only',
  prepare: (folder) => ({ journal: join(mountSmallDisk(folder), 'games.db') }),
  restore: unmountDisk,
  async inflict({ folder, signal, pause }) {
    let times = 0;
    while (!signal.aborted) {
      spawnSync('mount', ['-o', 'remount,ro', join(folder, 'disk')]);
      times += 1;
      await pause(400);
      spawnSync('mount', ['-o', 'remount,rw', join(folder, 'disk')]);
      await pause(200);
    }
    spawnSync('mount', ['-o', 'remount,rw', join(folder, 'disk')]);
    return times;
  },
  aftermath: keptEverything,
};

/** Starts a second host on the same journal, as a rolling deployment does. */
export const secondHost: Fault = {
  name: 'second-host',
  what: 'other hosts start and end on the same journal',
  async inflict({ folder, signal }) {
    let times = 0;
    while (!signal.aborted || times === 0) {
      const other = mkdtempSync(join(tmpdir(), 'serpentarium-second-'));
      const second = await FaultHost.start(other, { journal: join(folder, 'games.db') });
      await second.stop();
      rmSync(other, { recursive: true });
      times += 1;
    }
    return times;
  },
  async aftermath({ host, game }) {
    const url = `http://127.0.0.1:${host.admin}/api/games`;
    const { games } = (await (await fetch(url)).json()) as { games: { game: string; result?: string }[] };
    const abandoned = games.filter((one) => game.games.has(one.game) && one.result === 'abandoned');
    return abandoned.length === 0 ? [] : [`${abandoned.length} games under way were closed as abandoned`];
  },
};

function openIdle(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  return socket.on('error', () => undefined);
}

/** The journal is written again, and has dropped nothing. */
async function keptEverything({ host, game }: Scene): Promise<string[]> {
  const deadline = performance.now() + JOURNAL_LIMIT_MS;
  const read = async () => {
    const text = await (await fetch(`http://127.0.0.1:${host.admin}/metrics`)).text();
    const [written, dropped, failed] = ['written', 'dropped', 'failed'].map((outcome) =>
      Number(new RegExp(`journal_entries_total\\{outcome="${outcome}"\\} (\\d+)`).exec(text)?.[1] ?? 0),
    );
    return { written: written!, lost: dropped! + failed! };
  };
  const before = await read();
  while (performance.now() < deadline) {
    await game.plays(20, 5000);
    await wait(300);
    const now = await read();
    if (now.lost > 0) return [`the journal dropped ${now.lost} entries`];
    if (now.written > before.written) return [];
  }
  return ['the journal was not written again within 15 s'];
}

/** A disk of 600 kB in memory, in `folder`. */
function mountSmallDisk(folder: string): string {
  const disk = join(folder, 'disk');
  mkdirSync(disk);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=600k', 'serpentarium-faults', disk], { stdio: 'ignore' });
  return disk;
}

function unmountDisk(folder: string): void {
  spawnSync('umount', ['-l', join(folder, 'disk')], { stdio: 'ignore' });
}

/** Why no disk can be mounted here. */
function needsMount(): string | undefined {
  if (process.platform !== 'linux') return 'needs Linux to mount a small disk';
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-mount-'));
  try {
    mountSmallDisk(folder);
    return undefined;
  } catch {
    return 'needs the right to mount a small disk';
  } finally {
    unmountDisk(folder);
    rmSync(folder, { recursive: true, force: true });
  }
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
