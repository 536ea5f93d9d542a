/**
 * What strangers cost a real game with 500 ms a turn: on a host with a small heap, first calm, then under each flood of
 * `test/faults/floods`. Memory is the host's, without its children. The exit code is 1 if a turn was lost.
 *
 * `npm run bench -- strangers [--seconds N] [--only NAMES]`: the time of each flood (default: 5), and the names of the
 * floods with commas between them (default: all).
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { FaultHost, GAME_SNAKES } from '../faults/fault-host.js';
import { FLOODS } from '../faults/floods/all-floods.js';
import { floodedHost, FloodProcess } from '../faults/floods/flood-process.js';
import type { Flood } from '../faults/floods/flood.js';
import { WatchedGame } from '../faults/watched-game.js';
import { quantile } from './support/figures.js';

const MEMORY_INTERVAL_MS = 100;
/** Losses of one flood that are shown. */
const MAX_SHOWN = 3;

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '5' }, only: { type: 'string' } } });
const only = values.only?.split(',');

const losses: string[] = [];
const rows = [await measure('calm')];
for (const flood of FLOODS) if (only?.includes(flood.name) !== false) rows.push(await measure(flood.name, flood));
console.log(formatTable(['flood', 'sent', 'turns', 'lost', 'p50 ms', 'p99 ms', 'MB before', 'most MB'], rows));
for (const loss of losses) console.log(loss);
if (losses.length > 0) process.exitCode = 1;

async function measure(name: string, flood?: Flood): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-'));
  const host = await FaultHost.start(folder, floodedHost());
  const game = new WatchedGame(host.process.url, flood?.game ?? GAME_SNAKES.map((snake) => `/${snake}`), name);
  // The strategies' first turns compile their code.
  await game.plays(20);
  const [asked, answered] = [game.asked, game.took.length];
  const memory = [host.memoryMb()];
  const timer = setInterval(() => memory.push(host.memoryMb()), MEMORY_INTERVAL_MS);
  const sending = flood && new FloodProcess(flood, name);
  await sending?.begin(host.process.port);
  await wait(1000 * Number(values.seconds));
  await game.stop();
  clearInterval(timer);
  const report = await sending?.stop();
  const lost = [...game.lost, ...(await host.stop())];
  rmSync(folder, { recursive: true, force: true });
  losses.push(...lost.slice(0, MAX_SHOWN).map((loss) => `${name}: ${loss}`));
  const counts = [report?.sent ?? 0, game.asked - asked, lost.length].map((count) => count.toLocaleString('en'));
  const times = [0.5, 0.99].map((share) => quantile(game.took.slice(answered), share).toFixed(1));
  const known = memory.filter((mb) => !Number.isNaN(mb));
  return [name, ...counts, ...times, ...[known[0]!, Math.max(...known)].map((mb) => mb.toFixed(0))];
}
