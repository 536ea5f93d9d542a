/** What this machine has: Node, clock, temporary folder, sandbox and memory. */
import { mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { diskReason } from '../../../config/read-text.js';
import type { HostConfig } from '../../../config/types.js';
import { EventLoopMonitor } from '../../../processes/event-loop-monitor.js';
import { thisMachine } from '../../../processes/machine.js';
import { findSandbox } from '../../../processes/sandbox/find-sandbox.js';
import { ChildCeiling, EXPECTED_MB } from '../../../snakes/process/child-ceiling.js';
import { formatCount, formatMs } from '../../../terminal/format-numbers.js';
import { version } from '../../../version.js';
import { good, skipped, wrong, type Finding } from '../finding.js';

/** How long the lateness of timers is measured, in ms. */
const MEASURED_MS = 500;
/** Timers that are this late leave strategies noticeably less, in ms. */
const LATE_MS = 20;
/** This file is as old as the release. A clock may be a day behind it: time zones, a copy. */
const OWN_FILE = fileURLToPath(import.meta.url);
const DAY_MS = 86_400_000;

/** What needs no configuration. */
export async function checkMachine(): Promise<Finding[]> {
  const { node } = process.versions;
  return [
    good('versions', `serpentarium ${version}, Node ${node}, ${process.platform} ${process.arch}`),
    checkClock(Date.now(), statSync(OWN_FILE).mtimeMs),
    await checkTimers(),
    checkTemporaryFolder(tmpdir()),
  ];
}

/** @param released when the program's files were written. Both in ms since 1970. */
export function checkClock(now: number, released: number): Finding {
  const shown = new Date(now).toISOString();
  if (now > released - DAY_MS) return good('clock', shown);
  const remedy = 'Set it, best by NTP: the journal orders games and deletes old ones by it.';
  return wrong('bad', 'clock', `${shown} is before the files of this program were written`, remedy);
}

async function checkTimers(): Promise<Finding> {
  const monitor = new EventLoopMonitor();
  await wait(MEASURED_MS);
  const { p99 } = monitor.takeDelays();
  monitor.close();
  const message = `fire at most ${formatMs(p99)} late`;
  if (p99 < LATE_MS) return good('timers', message);
  const remedy = 'Something else takes the cores, or the container is throttled: strategies get so much less time.';
  return wrong('warning', 'timers', message, remedy);
}

/** Strategies are bundled there. */
export function checkTemporaryFolder(folder: string): Finding {
  try {
    rmdirSync(mkdtempSync(path.join(folder, 'serpentarium-')));
    return good('temporary folder', folder);
  } catch (thrown) {
    const remedy = 'Strategies are bundled there. Let TMPDIR name a folder that can be written.';
    return wrong('bad', 'temporary folder', `${folder} ${diskReason(thrown)}`, remedy);
  }
}

/** Not every system lets a program enclose others, so it is tried. Whether a snake needs it decides the verdict. */
export async function checkSandbox({ snakes }: Pick<HostConfig, 'snakes'>): Promise<Finding> {
  const sandbox = await findSandbox();
  if (sandbox.kind === 'found') return good('sandbox', 'works on this machine');
  const reason = sandbox.reason.replace(/\.$/, '');
  const asking = snakes.find(({ isolation }) => isolation === 'sandbox' || isolation === 'prefer-sandbox');
  if (asking === undefined) return skipped('sandbox', `${reason}; no snake asks for one`);
  const verdict = asking.isolation === 'sandbox' ? 'bad' : 'warning';
  return wrong(verdict, 'sandbox', `${reason}; "${asking.prefix}" asks for one`, 'See docs/isolation.md.');
}

/** Whether the memory suffices for one process of each snake. */
export function checkMemory({ server, snakes }: Pick<HostConfig, 'server' | 'snakes'>): Finding {
  const { memoryMb } = thisMachine();
  const configured = server.memory === undefined ? undefined : Math.floor(server.memory / 1024 ** 2);
  const ceiling = new ChildCeiling({ memoryMb: configured }).memoryMb;
  const needed = EXPECTED_MB * snakes.filter(({ isolation }) => isolation !== 'inline').length;
  const message = `${ceiling} of ${memoryMb} MB for child processes; ${formatCount(snakes.length, 'snake')} expected to take ${needed}`;
  if (ceiling > memoryMb) {
    return wrong('bad', 'memory', message, 'Lower "server.memory", or leave it out: the system kills what takes more.');
  }
  if (needed <= ceiling) return good('memory', message);
  const remedy =
    'Mount fewer snakes, or take a machine with more memory: below that, games end each other’s processes.';
  return wrong('warning', 'memory', message, remedy);
}
