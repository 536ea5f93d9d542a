/**
 * What each runner costs: the same constant snake as a strategy on the event loop, in a process and in a sandbox, as a
 * command in C and in Python, and as a server behind the host. One host has them all, and one engine asks them in turn,
 * round by round; "times" is the ratio to the process of the same round.
 *
 * `npm run bench -- runners [--rounds N] [--without NAME,NAME]`. What this machine lacks is left out, by name.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { cCompiler, commandFixture, compileC, python } from '../support/command-fixtures.js';
import { fixture, inRepository } from '../support/fixtures.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { MoveBodies } from './support/move-bodies.js';
import { Player } from './support/player.js';
import { record } from './support/record.js';
import { ServedProcess } from './support/served-process.js';

const ROUND_MS = 1500;
const WARM_UP_MS = 2000;
/** What the others are compared with. */
const BASE = 'process';

const { values } = parseArgs({
  options: { rounds: { type: 'string', default: '7' }, without: { type: 'string', default: '' } },
});

/** One runner: how its entry begins in the YAML, and why this machine does not have it. */
interface Side {
  readonly name: string;
  readonly yaml: string;
  readonly lacks?: string | false | undefined;
}

interface Measured {
  readonly took: number[][];
  readonly cpu: number[];
}

const folder = mkdtempSync(join(tmpdir(), 'serpentarium-runners-'));
const inC = join(folder, 'constant');
if (cCompiler !== undefined) compileC(fixture('commands/constant.c'), inC);
const upstream = await ServedProcess.raw('all cores');
const sides = sidesOf(upstream.port).filter(({ name, lacks }) => {
  const isLeftOut = values.without.split(',').includes(name);
  if (lacks || isLeftOut) console.log(`Left out: ${name}${lacks ? `, for there is no ${lacks}` : ''}.`);
  return !lacks && !isLeftOut;
});
const yaml = sides.map((side, index) => `  - { prefix: /s${index}, ${side.yaml} }`).join('\n');
const host = await ServedProcess.host(inRepository('strategies'), yaml, 'all cores');
pinLoadGenerator();
const players = await Promise.all(sides.map((_, index) => Player.open(host.port, `/s${index}`, new MoveBodies())));
const measured: Measured[] = sides.map(() => ({ took: [], cpu: [] }));
for (const player of players) await ask(player, WARM_UP_MS);
for (let round = 0; round < Number(values.rounds); round++) {
  for (const [index, player] of players.entries()) await measure(player, measured[index]!);
}
for (const player of players) player.close();
await host.stop();
await upstream.stop();
rmSync(folder, { recursive: true });

const base = measured[sides.findIndex(({ name }) => name === BASE)]!;
console.log(formatTable(['runner', 'p50 ms', 'times', 'p99 ms', 'times', 'CPU µs', 'times'], sides.map(toRow)));

function sidesOf(port: number): Side[] {
  const bwrap = spawnSync('bwrap', ['--unshare-all', '--ro-bind', '/', '/', 'true']).status === 0;
  const noPython = python === undefined && 'Python';
  return [
    { name: 'inline', yaml: 'strategy: constant, isolation: inline' },
    { name: BASE, yaml: 'strategy: constant' },
    { name: 'sandbox', yaml: 'strategy: constant, isolation: sandbox', lacks: !bwrap && 'bubblewrap' },
    { name: 'command in C', yaml: `command: [${inC}]`, lacks: cCompiler === undefined && 'C compiler' },
    { name: 'command in Python', yaml: commandOf('constant'), lacks: noPython },
    { name: 'the same with serpentarium.py', yaml: commandOf('constant-client'), lacks: noPython },
    { name: 'upstream', yaml: `upstream: "http://127.0.0.1:${port}/"` },
  ];
}

function commandOf(name: string): string {
  return `command: ${JSON.stringify(commandFixture(name))}`;
}

async function measure(player: Player, { took, cpu }: Measured): Promise<void> {
  const before = host.cpuMs() + upstream.cpuMs();
  const round = await ask(player, ROUND_MS);
  took.push(round);
  cpu.push((1000 * (host.cpuMs() + upstream.cpuMs() - before)) / round.length);
}

/** Asks one move after the other. Returns the duration of each answer, in ms. */
async function ask(player: Player, ms: number): Promise<number[]> {
  const took: number[] = [];
  for (const end = performance.now() + ms; performance.now() < end; await player.endIfOver()) {
    took.push(await player.ask());
  }
  return took;
}

function toRow({ name }: Side, index: number): string[] {
  const { took, cpu } = measured[index]!;
  const cells = [0.5, 0.99].flatMap((share) => {
    const own = took.map((round) => quantile(round, share));
    const times = ratios(
      own,
      base.took.map((round) => quantile(round, share)),
    );
    record(`${name}, p${100 * share} ms`, own);
    record(`${name}, times p${100 * share}`, times);
    return [formatSpread(own), formatSpread(times)];
  });
  record(`${name}, CPU µs`, cpu);
  return [name, ...cells, formatSpread(cpu, 0), formatSpread(ratios(cpu, base.cpu))];
}
