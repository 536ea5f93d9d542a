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
  const other = ref === undefined ? undefined : buildAt(ref, join(folder, 'other'));
  const servers: Record<string, ServedProcess> = { raw: await ServedProcess.raw('one core') };
  for (const kind of Object.keys(KINDS)) {
    servers[kind] = await serve(kind, THIS_BUILD, 'this');
    if (other !== undefined) servers[`${kind}, ${ref}`] = await serve(kind, other, 'other');
  }
  pinLoadGenerator();
  const sides = await measureInTurn(servers);
  for (const side of sides) keep(side, sides[0]!);
  console.log(
    formatTable(
      HEADING,
      sides.map((side) => toRow(side, sides, ref)),
    ),
  );
}

function serve(kind: string, build: ServedBuild, name: string): Promise<ServedProcess> {
  const [isolation, hasJournal] = KINDS[kind as keyof typeof KINDS];
  const journal = hasJournal ? `{ path: ${join(folder, `${name} ${isolation}.db`)} }` : 'off';
  return serveConstant(isolation, journal, build);
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
