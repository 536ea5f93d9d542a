/**
 * What more than one machine costs and brings: duels on workers of a queue against this machine alone, and the journal
 * in PostgreSQL against the one in a file. Run it: `npm run bench -- machines [--FLAG…]`; without flags, all of it.
 * `--duels` and `--journal` are the parts; the duels take `--quick` and `--long`, which leave out the rest.
 */
import { pathToFileURL } from 'node:url';

/** The parts, by their flags. */
const PARTS: Readonly<Record<string, () => Promise<{ readonly main: (flags: readonly string[]) => Promise<void> }>>> = {
  '--duels': () => import('./machines/duels.js'),
  '--journal': () => import('./machines/journal.js'),
};

export async function main(flags: readonly string[]): Promise<void> {
  for (const [flag, load] of Object.entries(PARTS)) {
    if (Object.keys(PARTS).some((part) => flags.includes(part)) && !flags.includes(flag)) continue;
    console.log(`\n${flag.slice(2)}`);
    const part = await load();
    await part.main(flags);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) await main(process.argv.slice(2));
