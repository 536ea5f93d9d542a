/**
 * What the host costs: `/move` through the whole stack against raw `node:http` that reads, parses and answers, with the
 * same 2 KB bodies. The strategy is the smallest one, so all the time measured is the host's.
 *
 * Each server runs in a separate process on one core, together with its children; this process, on another core, makes
 * the load.
 */
import { parseArgs } from 'node:util';
import { formatTable } from '../../src/terminal/format-table.js';
import { printAccount } from './host-account.js';
import { pinLoadGenerator } from './support/cores.js';
import { formatSpread, quantile, ratios } from './support/figures.js';
import { ServedProcess } from './support/served-process.js';
import { measureInTurn, serveConstant } from './support/sides.js';

const { values } = parseArgs({ options: { account: { type: 'boolean', default: false } } });
if (values.account) await printAccount();
else await compareWithRaw();

async function compareWithRaw(): Promise<void> {
  const servers = {
    'raw node:http': await ServedProcess.raw('one core'),
    'host, inline': await serveConstant('inline', 'one core'),
    'host, process': await serveConstant('process', 'one core'),
  };
  pinLoadGenerator();
  const sides = await measureInTurn(servers);
  const raw = sides[0]!;
  const rows = sides.map(({ name, rates, costs, loads }) => [
    name,
    Math.round(quantile(rates, 0.5)).toLocaleString('en'),
    formatSpread(ratios(rates, raw.rates)),
    quantile(costs, 0.5).toFixed(0),
    formatSpread(ratios(raw.costs, costs)),
    quantile(loads, 0.5).toFixed(2),
  ]);
  console.log(
    formatTable(['', 'moves/s', 'of raw (min–max)', 'µs CPU', 'raw/host CPU', 'load generator’s core'], rows),
  );
}
