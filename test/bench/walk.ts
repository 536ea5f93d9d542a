/**
 * What one `/move` runs through in a warm host, by coverage: the functions of ours that are called from the request
 * until the engine has the answer, and what comes after it. The snake is a process, and there is a journal.
 *
 * `--functions` lists them all; else only their files.
 */
import { Session } from 'node:inspector/promises';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { readConfig } from '../../src/config/read-config.js';
import { startHost } from '../../src/host/host.js';
import { createLog } from '../../src/host/log.js';
import { inRepository } from '../support/fixtures.js';
import { MoveBodies } from './support/move-bodies.js';
import { Player } from './support/player.js';

const OURS = pathToFileURL(inRepository('dist/src/')).href;
/** Enough turns that nothing is done for the first time any more. */
const WARM_TURNS = 50;
/** What polls by the clock is in every second without a request. */
const SECOND_MS = 1000;

const folder = mkdtempSync(join(tmpdir(), 'serpentarium-walk-'));
const file = join(folder, 'snakes.yaml');
writeFileSync(
  file,
  `server: { host: 127.0.0.1, port: 0, admin: off, drain: 0 }
journal: { path: ${JSON.stringify(join(folder, 'games.db'))} }
strategies: ${JSON.stringify(inRepository('strategies'))}
snakes: [{ prefix: /walked, strategy: constant, isolation: process }]
`,
);
const { log } = await createLog('error', false);
const loaded = readConfig(file, {});
const onBug = (bug: unknown): never => {
  throw bug;
};
const host = await startHost({ loaded, log, env: {}, onBug });
const player = await Player.open(host.address.port, '/walked', new MoveBodies());
for (let turn = 0; turn < WARM_TURNS; turn++) await player.ask();

const session = new Session();
session.connect();
await session.post('Profiler.enable');
await wait(SECOND_MS);
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
await wait(SECOND_MS);
const polled = await called();
await player.ask();
const before = await called();
await wait(SECOND_MS);
const after = await called();
player.close();
await host.close();
rmSync(folder, { recursive: true });

print('until the engine has the answer', before, polled);
print('after it', after, new Set([...before, ...polled]));

/** The functions of ours that were called since the last look, as `folder/file.js name`. */
async function called(): Promise<Set<string>> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result
    .filter(({ url }) => url.startsWith(OURS))
    .flatMap(({ url, functions: all }) =>
      all
        .filter(({ ranges: [whole] }) => whole!.count > 0)
        .map(({ functionName }) => `${url.slice(OURS.length)} ${functionName || '(anonymous)'}`),
    );
  return new Set(functions);
}

function print(when: string, calls: ReadonlySet<string>, without: ReadonlySet<string>): void {
  const own = [...calls].filter((call) => !without.has(call)).toSorted();
  const files = [...new Set(own.map((call) => call.split(' ', 1)[0]!))];
  console.log(`\n${when}: ${own.length} functions in ${files.length} files`);
  for (const line of process.argv.includes('--functions') ? own : files) console.log(`  ${line}`);
}
