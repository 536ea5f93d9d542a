/**
 * `npm run faults [-- NAME…]`: hurts a host in every way that we know, with a real game beside it, and prints what was
 * tried and what was lost. The aim is nothing; the exit code is 1 if something was lost.
 *
 * `--minutes N` is the time of each fault and fuzzer; by default they have seconds. `--seed TEXT` repeats a run.
 * `--short` takes about a minute: all floods hurt one host, one after another.
 */
import { writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { createChance } from '../../src/rules/chance.js';
import { quantile } from '../bench/support/figures.js';
import { FAULTS } from './all-faults.js';
import { fuzz } from './fuzz/fuzzer.js';
import { FUZZERS } from './fuzz/fuzzers.js';
import { HostSource } from './host-source.js';
import { KNOWN } from './known.js';
import { tryFault, type FaultResult } from './try-fault.js';

/** Time of a fault without `--minutes`, in ms. */
const DEFAULT_MS = 1500;
/** The same with `--short`. */
const SHORT_MS = 700;
/** Least inputs of a fuzzer. */
const FUZZED_INPUTS = 1500;
const SHORT_INPUTS = 400;
/** Losses of one fault that are printed. */
const MAX_SHOWN = 5;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string', default: 'serpentarium' },
    short: { type: 'boolean', default: false },
    list: { type: 'boolean' },
  },
});
const ms = values.minutes === undefined ? (values.short ? SHORT_MS : DEFAULT_MS) : Number(values.minutes) * 60_000;
const names = new Set([...FAULTS, ...FUZZERS].map(({ name }) => name));
const unknown = positionals.filter((name) => !names.has(name));
if (!(ms > 0)) fail(`--minutes is "${values.minutes}", not a number above 0.`);
if (unknown.length > 0) fail(`No fault is named "${unknown.join('", "')}". --list shows all.`);
if (values.list) {
  console.log(
    formatTable(
      ['fault', 'what'],
      [...FAULTS, ...FUZZERS].map(({ name, what }) => [name, what]),
    ),
  );
  process.exit(0);
}

const began = performance.now();
const results: FaultResult[] = [];
const hosts = new HostSource({ isSharing: values.short });
const isAsked = ({ name }: { readonly name: string }) => positionals.length === 0 || positionals.includes(name);
for (const fault of FAULTS.filter(isAsked)) {
  process.stderr.write(`${fault.name}: ${fault.what}\n`);
  results.push(await tryFault(fault, ms, values.seed, hosts));
}
await hosts.close();
if (results.length > 0) print();
await fuzzAll();

function print(): void {
  const heading = ['fault', 'times', 'turns', 'lost', 'by host', 'p50 ms', 'p99 ms', 'max ms', 'verdict'];
  console.log(formatTable(heading, results.map(toRow)));
  for (const { name, lost } of results) {
    for (const loss of lost.slice(0, MAX_SHOWN)) console.log(`${name}: ${loss}`);
    if (lost.length > MAX_SHOWN) console.log(`${name}: and ${lost.length - MAX_SHOWN} more`);
  }
  const tried = results.filter(({ skipped }) => skipped === undefined);
  const lossy = tried.filter(({ lost }) => lost.length > 0);
  const stale = tried.filter(({ name, lost }) => KNOWN.has(name) && lost.length === 0);
  for (const { name } of stale) console.log(`${name} lost nothing: take it off test/faults/known.ts`);
  const turns = tried.reduce((sum, { asked }) => sum + asked, 0);
  const seconds = ((performance.now() - began) / 1000).toFixed(0);
  console.log(
    `${tried.length} faults tried in ${seconds} s, ${turns.toLocaleString('en')} turns beside them; ` +
      `${lossy.length} lost something, ${results.length - tried.length} were skipped; seed "${values.seed}"`,
  );
  if (lossy.some(({ name }) => !KNOWN.has(name))) process.exitCode = 1;
}

/** Runs the fuzzers, and keeps what they find in files for `test/fixtures/found`. */
async function fuzzAll(): Promise<void> {
  for (const fuzzer of FUZZERS.filter(isAsked)) {
    const chance = createChance(`${values.seed} ${fuzzer.name}`);
    const until = values.minutes === undefined ? 0 : performance.now() + ms;
    const { tried, findings } = await fuzz(fuzzer, chance, values.short ? SHORT_INPUTS : FUZZED_INPUTS, until);
    console.log(
      `fuzz ${fuzzer.name}: ${tried.toLocaleString('en')} ${fuzzer.what}, ${findings.length} broke something`,
    );
    for (const [index, { input, problem }] of findings.entries()) {
      const file = join(tmpdir(), `found-${fuzzer.name}-${index}`);
      writeFileSync(file, input);
      console.log(`${file}: ${problem.split('\n').slice(0, 4).join('\n  ')}`);
    }
    if (findings.length > 0 && !KNOWN.has(fuzzer.name)) process.exitCode = 1;
  }
}

function toRow({ name, skipped, times, asked, fallbacks, took, lost }: FaultResult): string[] {
  if (skipped !== undefined) return [name, '', '', '', '', '', '', '', `skipped: ${skipped}`];
  const figures = [times, asked, lost.length, fallbacks].map((figure) => figure.toLocaleString('en'));
  const shares = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(0));
  const verdict = lost.length === 0 ? 'held' : KNOWN.has(name) ? 'LOST (known)' : 'LOST';
  return [name, ...figures, ...shares, verdict];
}

function fail(message: string): never {
  console.error(message);
  process.exit(2);
}
