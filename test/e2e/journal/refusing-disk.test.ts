import { expect } from 'chai';
import { writeFileSync } from 'node:fs';
import { sql } from 'kysely';
import { readConfig } from '../../../src/config/read-config.js';
import { startHost } from '../../../src/host.js';
import { openEmbedded } from '../../../src/journal/store/embedded.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { useFolder } from '../../support/journals.js';
import { createLog } from '../../support/served.js';
import { until } from '../../support/soon.js';

/** How long nothing can be written, in ms: beyond the 5 s for which SQLite waits before it reports an error. */
const REFUSAL = 7_000;

describe('a host whose journal cannot be written', () => {
  const folder = useFolder();

  it(`for ${REFUSAL / 1000} seconds loses no turn, and keeps the games nevertheless`, async () => {
    const [config, path] = [folder.path('snakes.yaml'), folder.path('games.db')];
    const server = 'server: { host: 127.0.0.1, port: 0, drain: 0, admin: { port: 0 } }';
    const snakes =
      'snakes: [{ prefix: /a, strategy: greedy, isolation: inline }, { prefix: /b, strategy: cautious, isolation: inline }]';
    writeFileSync(
      config,
      `${server}\nstrategies: ${inRepository('strategies')}\n${snakes}\njournal: { path: ${path} }`,
    );
    const { log, lines } = createLog('warn');
    const bugs: unknown[] = [];
    const host = await startHost({ loaded: readConfig(config, {}), log, env: {}, onBug: (bug) => void bugs.push(bug) });
    const url = `http://127.0.0.1:${host.address.port}`;

    const other = await openEmbedded(path);
    await sql`begin immediate`.execute(other.db);
    const end = performance.now() + REFUSAL;
    const engine = createArenaEngine('arena');
    let games = 0;
    while (performance.now() < end) {
      await engine.play([`${url}/a`, `${url}/b`], { seed: `game ${games++}`, maxTurns: 200 });
    }
    engine.close();
    await sql`commit`.execute(other.db);
    await other.db.destroy();
    const readMetrics = async () => (await fetch(`http://127.0.0.1:${host.admin!.port}/metrics`)).text();
    await until(async () =>
      /^serpentarium_journal_entries_total\{outcome="written"\} [1-9]/m.test(await readMetrics()),
    );
    const metrics = await readMetrics();
    await host.close();

    const count = (line: string) => Number(new RegExp(`^${line} (\\d+)`, 'm').exec(metrics)?.[1]);
    for (const snake of ['/a', '/b']) expect(count(`serpentarium_turns_total{snake="${snake}",used="no"}`)).to.equal(0);
    expect(lines.map(({ msg }) => String(msg)).filter((msg) => msg.startsWith('journal'))).to.deep.equal([
      'journal write failed',
    ]);
    expect(count('serpentarium_journal_entries_total{outcome="dropped"}')).to.equal(0);
    expect(count('serpentarium_journal_entries_total{outcome="failed"}')).to.equal(0);
    const journal = await SqlJournal.read(path);
    const { lines: report } = await journal.report({});
    await journal.close();
    expect(report.map((line) => [line.snake, line.games, line.abandoned, line.lost])).to.deep.equal([
      ['/a', games, 0, 0],
      ['/b', games, 0, 0],
    ]);
    expect(bugs).to.deep.equal([]);
  });
});
