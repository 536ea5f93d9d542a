/** Hosts whose journal is in a database that stops, dies or hangs while games are played. */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { killProcesses, newJournal, spawnHost, writeConfig, type HostProcess } from '../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';
import { KeptAgainstSeen } from '../../support/kept-against-seen.js';
import { ManyGames, type SeenGame } from '../../support/many-games.js';
import { TEST_PASSWORD, useOwnPostgres } from '../../support/servers/postgres.js';
import { until } from '../../support/soon.js';

const SEATS = ['/wild', '/other'];
/** Time allowed for a move, enough even on a busy machine; and the least time from turn to turn, both in ms. */
const [TIMEOUT, PACE] = [20_000, 15];
/** How long the database is unreachable, in ms. */
const OUTAGE = 5000;

describe('a host whose journal is in PostgreSQL', function () {
  this.timeout(240_000);
  const postgres = useOwnPostgres();
  let config: string;
  let url: string;
  let alerts: readonly { readonly body: unknown }[];
  beforeEach(async () => {
    ({ url } = await postgres.cluster.createDatabase());
    const { url: hook, calls } = await serveHttpSnake(undefined, '/hook');
    alerts = calls;
    config = writeConfig({
      snakes: SEATS.map((prefix) => ({ prefix, strategy: 'wild' })),
      journal: { ...newJournal(), url },
      alerts: [{ url: hook.href }],
    });
  });
  afterEach(async () => {
    await closeHttpSnakes();
    await killProcesses();
  });

  it(`loses no turn and keeps every one while it is dead for ${OUTAGE / 1000} s`, async () => {
    const host = await spawnHost(config);
    const load = play(host, 'dead');
    await hasGames(load);
    await postgres.cluster.kill();
    await host.logged(({ msg }) => msg === 'journal database unreachable');
    const refused = await fetch(`${host.admin}/api/games`);
    expect(refused.status).to.equal(503);
    expect((await fetch(`${host.admin}/readyz`)).status).to.equal(200);
    await wait(OUTAGE);
    await until(async () => (await readMetric(host, 'serpentarium_journal_spool_entries')) > 100);
    expect(await readMetric(host, 'serpentarium_journal_spool_age_seconds')).to.be.greaterThan(OUTAGE / 2000);
    await postgres.cluster.start();
    await host.logged(({ msg }) => msg === 'journal database reachable again');
    await hasGames(load);
    await load.finish();
    await isDelivered(host);
    await until(async () => (await fetch(`${host.admin}/api/games`)).ok);
    await expectAllKept(url, load.games);

    const lost = host.lines.find(({ msg }) => msg === 'journal database unreachable');
    expect(lost).to.include({ level: 50, url: url.replace(TEST_PASSWORD, '***') });
    const back = host.lines.find(({ msg }) => msg === 'journal database reachable again');
    expect(back!['delivered']).to.be.greaterThan(100);
    expect(messages(host)).to.deep.equal(['journal database unreachable', 'journal database reachable again']);
    const [broken, over] = alerts.map(({ body }) => body as { kind: string; text: string; over?: true });
    expect(alerts).to.have.lengthOf(2);
    expect(broken!.text).to.match(
      / the journal's database is unreachable: .*[.?] Games continue and are kept in a file /,
    );
    expect(over!.text).to.match(/: the journal's database is reachable again, and has all that waited\.$/);
    expect(over).to.include({ kind: 'journalBroken', over: true });
    expect(JSON.stringify(alerts)).not.to.include(TEST_PASSWORD);
    expect(await readMetric(host, 'serpentarium_journal_entries_total{outcome="dropped"}')).to.equal(0);
    expect(await readMetric(host, 'serpentarium_journal_entries_total{outcome="failed"}')).to.equal(0);
    expect(await readMetric(host, 'serpentarium_journal_deliveries_total{outcome="failed"}')).to.be.greaterThan(1);
    await expectNoPassword(host);
  });

  it('starts during the outage; is killed, started again, and delivers the games of both runs', async () => {
    const journal = await SqlJournal.open(url);
    await journal.close();
    await postgres.cluster.stop();
    const first = await spawnHost(config);
    const load = play(first, 'first');
    await hasGames(load);
    await load.finish();
    // What is on the disk survives.
    await until(async () => (await readMetric(first, 'serpentarium_journal_waiting_entries')) === 0);
    first.signal('SIGKILL');
    await first.ended;
    const second = await spawnHost(config);
    const more = play(second, 'second');
    await hasGames(more);
    await postgres.cluster.start();
    await more.finish();
    await isDelivered(second);
    await expectAllKept(url, [...load.games, ...more.games]);
    await expectNoPassword(second);
  });

  it('ends in time while it hangs, and the next one delivers the rest', async () => {
    const first = await spawnHost(config);
    const load = play(first, 'paused');
    await hasGames(load);
    postgres.cluster.pause();
    await hasGames(load);
    await load.finish();
    first.signal('SIGTERM');
    const { code } = await first.ended;
    expect(code).to.equal(0);
    const second = await spawnHost(config);
    postgres.cluster.resume();
    await isDelivered(second);
    await expectAllKept(url, load.games);
  });
});

function play(host: HostProcess, seed: string): ManyGames {
  return new ManyGames({ url: host.url, prefixes: SEATS, atOnce: 4, seed, timeout: TIMEOUT, pace: PACE });
}

const isOver = ({ seats }: SeenGame) => seats.every(({ fate }) => fate !== undefined);

/** Resolves when a few more games have ended. */
async function hasGames({ games }: ManyGames): Promise<void> {
  const count = games.filter(isOver).length + 4;
  await until(() => games.filter(isOver).length >= count);
}

/** Expects the journal to have all these games and no others, and of each every turn once, as the engine saw them. */
async function expectAllKept(address: string, games: readonly SeenGame[]): Promise<void> {
  const journal = await SqlJournal.read(address);
  try {
    expect(await new KeptAgainstSeen(journal, games, []).findFaults()).to.deep.equal([]);
    const { lines } = await journal.report({});
    const sum = (key: 'games' | 'lost') => lines.reduce((all, line) => all + line[key], 0);
    expect([sum('games'), sum('lost')]).to.deep.equal([games.length * SEATS.length, 0]);
  } finally {
    await journal.close();
  }
}

/** Resolves when nothing is left in the host's spool. */
async function isDelivered(host: HostProcess): Promise<void> {
  const names = ['waiting_entries', 'spool_entries', 'spool_bytes'].map((name) => `serpentarium_journal_${name}`);
  await until(async () => {
    const left = await Promise.all(names.map((name) => readMetric(host, name)));
    return left.every((count) => count === 0) && (await fetch(`${host.admin}/api/games`)).ok;
  });
}

async function readMetric(host: HostProcess, name: string): Promise<number> {
  const text = await host.metrics();
  const line = text.split('\n').find((one) => one.startsWith(`${name} `));
  return Number(line?.slice(name.length + 1));
}

/** What the log says about the journal, without what it says about other hosts. */
function messages(host: HostProcess): string[] {
  return host.lines.map(({ msg }) => msg).filter((msg) => /^journal (?!shared)/.test(msg));
}

/** Expects the password of the database nowhere that anybody can see. */
async function expectNoPassword(host: HostProcess): Promise<void> {
  const paths = ['/metrics', '/', '/snakes', '/api/games', '/api/report', '/readyz'];
  const pages = await Promise.all(paths.map(async (path) => (await fetch(`${host.admin}${path}`)).text()));
  host.signal('SIGTERM');
  const { stdout, stderr } = await host.ended;
  for (const text of [...pages, stdout, stderr])
    for (const password of [TEST_PASSWORD, decodeURIComponent(TEST_PASSWORD)]) expect(text).not.to.include(password);
}
