/** The systemd units of `deploy/`, and a journal in a database with a self-signed certificate. */
import { expect } from 'chai';
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, newJournal, runCli, spawnHost, writeConfig, writeFolder } from '../../support/host-process.js';
import { findInstalled } from '../../support/servers/find-installed.js';
import { insistOnTls, OPENSSL, useOwnPostgres } from '../../support/servers/postgres.js';

const run = promisify(execFile);
const ANALYZE = findInstalled('systemd-analyze');
const UNITS = ['serpentarium.service', 'serpentarium-backup.service', 'serpentarium-backup.timer'];
/** Ten times the exposure that the page names. */
const EXPOSURE = 30;
const KEPT = 14;

describe('the units of deploy/', () => {
  after(killProcesses);

  it('are understood by systemd', async function () {
    if (ANALYZE === undefined) this.skip();
    const { stderr } = await run(ANALYZE, ['verify', ...UNITS.map((name) => inRepository(`deploy/${name}`))]);
    expect(stderr).to.equal('');
  });

  for (const unit of UNITS.filter((name) => name.endsWith('.service'))) {
    it(`leave as few rights as the page says: ${unit}`, async function () {
      if (ANALYZE === undefined) this.skip();
      await run(ANALYZE, ['security', '--offline=yes', `--threshold=${EXPOSURE}`, inRepository(`deploy/${unit}`)]);
    });
  }

  it('start and back up what a clone has, and what a project has once the command of the page has changed them', () => {
    for (const [readAs, root] of [
      [readUnit, ''],
      [readProjectUnit, 'node_modules/serpentarium/'],
    ] as const) {
      const programs = UNITS.flatMap((name) => [...readAs(name).matchAll(/node (\S+\.js)/g)]);
      expect(programs.map(([, file]) => file)).to.deep.equal(Array(2).fill(`${root}bin/serpentarium.js`));
    }
    expect(existsSync(inRepository('bin/serpentarium.js'))).to.equal(true);
  });

  it('back up a journal under its host, and keep the newest copies', async () => {
    const folder = writeFolder({ 'package.json': '{}' });
    for (const name of ['config', 'node_modules', 'data/backups'])
      mkdirSync(path.join(folder, name), { recursive: true });
    symlinkSync(inRepository(''), path.join(folder, 'node_modules/serpentarium'));
    const backups = path.join(folder, 'data/backups');
    for (let day = 10; day < 10 + KEPT + 3; day++) writeFileSync(path.join(backups, `2026-01-${day}-000000.db`), '');
    const snakes = [{ prefix: '/greedy', strategy: 'greedy', isolation: 'inline' }];
    const journal = { path: path.join(folder, 'data/serpentarium.db') };
    const config = path.join(folder, 'config/snakes.yaml');
    writeFileSync(config, readFileSync(writeConfig({ strategies: inRepository('strategies'), snakes, journal })));
    await spawnHost(config);

    const unit = readProjectUnit('serpentarium-backup.service');
    for (const [, script] of unit.matchAll(/^ExecStart(?:Post)?=\/bin\/sh -c '(.*)'$/gm))
      await run('/bin/sh', ['-c', script!.replaceAll('%%', '%')], { cwd: folder });
    const kept = readdirSync(backups).toSorted();
    expect(kept).to.have.lengthOf(KEPT);
    const { stdout } = await runCli(['journal', 'check', path.join(backups, kept.at(-1)!)]);
    expect(stdout).to.match(/^0 games/);
  });
});

describe('a journal in a database that insists on TLS, with a self-signed certificate', function () {
  this.timeout(120_000);
  const postgres = useOwnPostgres();
  const engine = createArenaEngine('arena');
  let url: string;
  before(async function () {
    if (OPENSSL === undefined) this.skip();
    ({ url } = await postgres.cluster.createDatabase());
    await insistOnTls(postgres.cluster);
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  it('is kept, reported and checked with PGSSLMODE=no-verify, and refused without', async () => {
    const snakes = [{ prefix: '/greedy', strategy: 'greedy', isolation: 'inline' }];
    const journal = newJournal();
    const config = writeConfig({ strategies: inRepository('strategies'), snakes, journal });
    const tls = { PGSSLMODE: 'no-verify' };
    const host = await spawnHost(config, { DATABASE_URL: url, SERPENTARIUM_JOURNAL: '$DATABASE_URL', ...tls });
    await engine.play([`${host.url}/greedy`], { seed: 'tls', timeout: 5000, ruleset: 'solo', maxTurns: 3 });
    await host.endedGames(1);
    host.signal('SIGTERM');
    expect((await host.ended).code).to.equal(0);

    const own = { SERPENTARIUM_JOURNAL: url };
    for (const command of [['report'], ['replay', 'last'], ['journal', 'check']]) {
      const words = [...command, '--config', config];
      expect(await runCli(words, { ...own, ...tls }), words.join(' ')).to.include({ code: 0, stderr: '' });
      const refused = await runCli(words, own);
      expect(refused.code, words.join(' ')).to.equal(2);
      expect(refused.stderr).to.match(/cannot be read: PostgreSQL at .*no encryption/);
    }
  });
});

/** A unit after the `sed` of the page. */
function readProjectUnit(name: string): string {
  const page = readFileSync(inRepository('docs/guides/deploy-server.md'), 'utf8');
  const [, from, to] = /sed -i 's\|([^|]+)\|([^|]+)\|'/.exec(page)!;
  return readUnit(name).replaceAll(from!, to!.replace('&', from!));
}

function readUnit(name: string): string {
  return readFileSync(inRepository(`deploy/${name}`), 'utf8');
}
