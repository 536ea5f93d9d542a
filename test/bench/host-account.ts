/**
 * What a `/move` costs, stage by stage: `npm run bench -- host --account`.
 *
 * Rounds with a profiler alternate with rounds without. The latter say what a move costs; the profile, in which each
 * sample counts for the innermost stage, says which part of it each stage has. So the stages add up to the whole. A
 * profiler does not look into child processes: each is a separate stage.
 */
import { join } from 'node:path';
import { formatTable } from '../../src/terminal/format-table.js';
import { ALL, OUTSIDE, sharesOf, STAGE_NAMES, type CpuParts } from './support/account.js';
import { pinLoadGenerator } from './support/cores.js';
import { quantile } from './support/figures.js';
import { drive, type Player } from './support/player.js';
import { record } from './support/record.js';
import { PROFILED, ServedProcess, THIS_BUILD } from './support/served-process.js';
import { openPlayers, serveConstant } from './support/sides.js';

const ROUNDS = 7;
const ROUND_MS = 1500;

/** µs of CPU for a move, by stage: one figure for each round. */
type Account = ReadonlyMap<string, number[]>;

/** Measures the account of each kind of host, and prints them side by side. Journals go into `folder`. */
export async function printAccount(folder: string): Promise<void> {
  const build = { ...THIS_BUILD, nodeArgs: PROFILED };
  const journal = (name: string) => `{ path: ${join(folder, name)} }`;
  const servers: Readonly<Record<string, ServedProcess>> = {
    raw: await ServedProcess.raw('one core', PROFILED),
    inline: await serveConstant('inline', 'off', build),
    'inline, journal': await serveConstant('inline', journal('inline.db'), build),
    'process, journal': await serveConstant('process', journal('process.db'), build),
  };
  pinLoadGenerator();
  const accounts = await measureAll(Object.values(servers));
  const rows = [...STAGE_NAMES, ...Object.values(OUTSIDE), ALL].map((stage) => [
    stage,
    ...accounts.map((account) => formatCost(account.get(stage) ?? [])),
  ]);
  console.log(formatTable(['µs of CPU for a move', ...Object.keys(servers)], rows));
  for (const [index, kind] of Object.keys(servers).entries()) {
    for (const [stage, costs] of accounts[index]!) record(`${kind}: ${stage}`, costs);
  }
  console.log(`Medians of ${ROUNDS} rounds, ± half of the distance between the quartiles.`);
}

async function measureAll(servers: readonly ServedProcess[]): Promise<Account[]> {
  const sides = [];
  for (const server of servers) {
    const players = await openPlayers(server);
    sides.push({ server, players, account: new Map<string, number[]>() });
  }
  for (let round = 0; round < ROUNDS; round++) {
    for (const { server, players, account } of sides) await measureRound(server, players, account);
  }
  for (const { server, players } of sides) {
    for (const player of players) player.close();
    await server.stop();
  }
  return sides.map(({ account }) => account);
}

async function measureRound(
  server: ServedProcess,
  players: readonly Player[],
  account: Map<string, number[]>,
): Promise<void> {
  const add = (stage: string, cost: number) => account.set(stage, [...(account.get(stage) ?? []), cost]);
  const before = server.cpuParts();
  const { requests } = await drive(players, ROUND_MS);
  const after = server.cpuParts();
  const costOf = (part: keyof CpuParts) => (1000 * (after[part] - before[part])) / requests;
  const shares = sharesOf(await server.profile(() => drive(players, ROUND_MS)));
  for (const stage of STAGE_NAMES) add(stage, (shares.get(stage) ?? 0) * costOf('loop'));
  for (const part of ['threads', 'strategies', 'others'] as const) add(OUTSIDE[part], costOf(part));
  add(ALL, costOf('loop') + costOf('threads') + costOf('strategies') + costOf('others'));
}

function formatCost(rounds: readonly number[]): string {
  const [low, median, high] = [0.25, 0.5, 0.75].map((share) => quantile(rounds, share)) as [number, number, number];
  return median < 0.05 ? '' : `${median.toFixed(1)} ± ${((high - low) / 2).toFixed(1)}`;
}
