/**
 * What the host costs: `/move` through the whole stack against raw `node:http` that reads, parses and answers, with the
 * same 2 KB bodies. The strategy is the smallest one, so all the time measured is the host's.
 *
 * Each server runs in a separate process on one core, together with its children; this process, on another core, makes
 * the load. `--against REF` measures another commit in the same rounds; `--account` says what each stage costs.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { printAccount } from './host-account.js';
import { buildAt } from './support/build-at.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { record } from './support/record.js';
import { ServedProcess, THIS_BUILD, type ServedBuild } from './support/served-process.js';
import { measureInTurn, serveConstant, type Side } from './support/sides.js';

/** The kinds of hosts: how the strategy is run, and whether there is a journal. */
const KINDS = {
  inline: ['inline', false],
  'inline, journal': ['inline', true],
  'process, journal': ['process', true],
} as const;

const HEADING = [
  '',
  'moves/s',
  'of raw (min–max)',
  'µs CPU',
  'raw/host CPU',
  'this/other CPU',
  'load generator’s core',
];

const { values } = parseArgs({
  options: { account: { type: 'boolean', default: false }, against: { type: 'string' } },
});
const folder = mkdtempSync(join(tmpdir(), 'serpentarium-bench-host-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
if (values.account) await printAccount(folder);
else await compare(values.against);

async function compare(ref: string | undefined): Promise<void> {
  const builds: [string, ServedBuild][] = [['', THIS_BUILD]];
  if (ref !== undefined) builds.push([`, ${ref}`, buildAt(ref, join(folder, 'other'))]);
  const sides = await measureTwice(builds);
  for (const side of sides) keep(side, sides[0]!);
  console.log(
    formatTable(
      HEADING,
      sides.map((side) => toRow(side, sides, ref)),
    ),
  );
}

/**
 * Two starts of the same servers in opposite order: one start of a server can collect garbage for 20 % more than the
 * next, and the place in a round has a cost, too.
 */
async function measureTwice(builds: readonly [string, ServedBuild][]): Promise<Side[]> {
  const first = await measureStart(builds);
  const second = await measureStart(builds.toReversed());
  return first.map((side) => {
    const again = second.find(({ name }) => name === side.name)!;
    return {
      name: side.name,
      rates: [...side.rates, ...again.rates],
      costs: [...side.costs, ...again.costs],
      loads: [...side.loads, ...again.loads],
    };
  });
}

async function measureStart(builds: readonly [string, ServedBuild][]): Promise<Side[]> {
  const journals = mkdtempSync(join(folder, 'journals-'));
  const servers: Record<string, ServedProcess> = { raw: await ServedProcess.raw('one core') };
  for (const [kind, [isolation, hasJournal]] of Object.entries(KINDS)) {
    for (const [suffix, build] of builds) {
      const path = join(journals, `${kind}${suffix}.db`);
      servers[kind + suffix] = await serveConstant(isolation, hasJournal ? `{ path: "${path}" }` : 'off', build);
    }
  }
  pinLoadGenerator();
  return await measureInTurn(servers, 5);
}

function toRow({ name, rates, costs, loads }: Side, sides: readonly Side[], ref: string | undefined): string[] {
  const raw = sides[0]!;
  const other = sides.find((side) => side.name === `${name}, ${ref}`);
  return [
    name,
    Math.round(quantile(rates, 0.5)).toLocaleString('en'),
    formatSpread(ratios(rates, raw.rates)),
    quantile(costs, 0.5).toFixed(0),
    formatSpread(ratios(raw.costs, costs)),
    other === undefined ? '' : formatSpread(ratios(costs, other.costs)),
    quantile(loads, 0.5).toFixed(2),
  ];
}

function keep({ name, rates, costs }: Side, raw: Side): void {
  record(`µs ${name}`, costs);
  if (name !== raw.name) record(`share ${name}`, ratios(rates, raw.rates));
}
