/**
 * What more than one machine costs and brings: a simulated farm of a thousand workers, duels on real workers of a queue
 * against this machine alone, and the journal in PostgreSQL against the one in a file. Run it:
 * `npm run bench -- machines [--farm] [--duels] [--journal]`; without flags, all of it.
 */
import { pathToFileURL } from 'node:url';

/** The parts, by their flags. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly main: () => Promise<void> }>>> = {
  '--farm': () => import('./machines/farm.js'),
  '--journal': () => import('./machines/journal.js'),
};

export async function main(flags: readonly string[]): Promise<void> {
  for (const [flag, load] of Object.entries(PARTS)) {
    if (flags.length > 0 && !flags.includes(flag)) continue;
    console.log(`\n${flag.slice(2)}`);
    const part = await load();
    await part.main();
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
