/**
 * The program of a flood: `flood-main.js NAME SEED PREFIXES`. It writes a line when it is ready, sends to the port that
 * standard input names, and writes a report when that closes.
 */
import { once } from 'node:events';
import { createChance } from '../../../src/rules/chance.js';
import { FLOODS } from './all-floods.js';
import { Stranger, strangerAddress } from './stranger.js';

const [name, seed, prefixes] = process.argv.slice(2);
const flood = FLOODS.find((one) => one.name === name)!;
flood.make?.();
process.stdout.write('ready\n');
const [port] = (await once(process.stdin, 'data')) as [Buffer];
const stranger = new Stranger(Number(port.toString()), strangerAddress(FLOODS.indexOf(flood)));
const target = { stranger, chance: createChance(seed!), prefixes: prefixes!.split(',') };

process.stdin.resume().once('end', () => {
  const report = JSON.stringify({ sent: stranger.sent, statuses: Object.fromEntries(stranger.statuses) });
  process.stdout.write(report, () => process.exit());
});
// oxlint-disable-next-line typescript/no-floating-promises -- each runs until the process ends
for (let index = 0; index < flood.strangers; index++) sendForEver();

async function sendForEver(): Promise<never> {
  for (;;) {
    await flood.send(target);
    await new Promise((resolve) => setImmediate(resolve));
  }
}
