import { expect } from 'chai';
import { sql } from 'kysely';
import { copyFileSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { readAddress } from '../../../../src/journal/open-journal.js';
import { openEmbedded } from '../../../../src/journal/store/embedded.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { damagePagesWith } from '../../../support/damage.js';
import { inRepository } from '../../../support/fixtures.js';
import { killProcesses, runCli, writeConfig } from '../../../support/host-process.js';
import { DUEL, gameEvents, useFolder } from '../../../support/journals.js';
import { usePostgres } from '../../../support/servers/postgres.js';

/** What a command printed, and its exit code. */
async function runProgram(words: readonly string[], env?: NodeJS.ProcessEnv) {
  const { stdout, stderr, code } = await runCli(words, env);
  return { all: stdout + stderr, code };
}

const run = (words: readonly string[], env?: NodeJS.ProcessEnv) => runProgram(['journal', ...words], env);

async function write(address: string, games: number): Promise<void> {
  const journal = await SqlJournal.open(address);
  const end = { ...DUEL, turn: 1, gone: ['other'] };
  for (let game = 0; game < games; game++) await journal.write(gameEvents({ game: `${game}`, result: 'win', end }));
  await journal.close();
}

describe('the command journal', () => {
  const folder = useFolder();
  const postgres = usePostgres();
  after(killProcesses);

  it('checks a file of an earlier version for damage, and doctor has no objection to it', async () => {
    const path = folder.path('earlier.db');
    writeFileSync(path, gunzipSync(readFileSync(inRepository('test/fixtures/journals/0001_journal.db.gz'))));
    const updated = 'an earlier version, which the next start of a host updates';
    expect(await run(['check', path])).to.deep.equal({ all: `of ${updated}: no damage\n`, code: 0 });
    expect(JSON.parse((await run(['check', path, '--json'])).all)).to.deep.equal({ isEarlier: true, damage: [] });
    const config = writeConfig({ snakes: [{ prefix: '/', strategy: 'good' }], journal: { path } });
    const { all, code } = await runProgram(['doctor', '--config', config, '--json']);
    expect([all.includes('is of an earlier version: the next start of a host updates it'), code]).to.deep.equal([
      true,
      0,
    ]);
    truncateSync(path, 20_000);
    expect((await run(['check', path])).code).not.to.equal(0);
  });

  it('backs up what a host is writing, refuses to replace a file, and points to pg_dump', async () => {
    const [path, backup] = [folder.path('live.db'), folder.path('backup.db')];
    const journal = await SqlJournal.open(path);
    for (let game = 0; game < 3; game++)
      await journal.write(gameEvents({ game: `${game}`, result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } }));
    await journal.write(gameEvents({ game: 'running' }));
    expect(await run(['backup', backup, '--from', path])).to.deep.equal({
      all: `${path} is backed up to ${backup}\n`,
      code: 0,
    });
    const asJson = await run(['backup', folder.path('second.db'), '--from', path, '--json']);
    expect(JSON.parse(asJson.all)).to.include({ journal: path, file: folder.path('second.db') });
    await journal.close();
    expect((await run(['check', backup])).all).to.equal('4 games, 1 running: no damage\n');
    // Restored: the backup takes the place of the file.
    for (const end of ['', '-wal', '-shm']) rmSync(`${path}${end}`, { force: true });
    copyFileSync(backup, path);
    const restored = await SqlJournal.open(path);
    const { games } = await restored.listGames({ limit: 5 });
    await restored.close();
    expect(games.map(({ game }) => game)).to.have.members(['0', '1', '2', 'running']);
    const { db } = await openEmbedded(path);
    await sql`insert into kysely_migration values ('9999_later', 'now')`.execute(db);
    await db.destroy();
    expect((await run(['backup', folder.path('later.db'), '--from', path])).code).to.equal(0);
    const later = await run(['check', folder.path('later.db')]);
    expect([later.code, later.all]).to.satisfy(
      ([code, all]: [number, string]) => code === 2 && /newer version/.test(all),
    );
    const again = await run(['backup', backup, '--from', path]);
    expect([again.code, again.all]).to.deep.equal([2, `${backup} already exists. Name another file.\n`]);
    const away = await run(['backup', folder.path('none.db'), '--from', 'postgres://nobody@127.0.0.1:1/none']);
    expect(away.code).to.equal(2);
    expect(away.all).to.include('pg_dump');
  });

  it('copies to a database and checks it, by the name of a variable too', async () => {
    const [file, { url }] = [folder.path('a.db'), await postgres.cluster.createDatabase()];
    await write(file, 3);
    const env = { SNAKES_JOURNAL: url };
    expect(await run(['copy', file, '$SNAKES_JOURNAL'], env)).to.deep.equal({ all: '3 games copied\n', code: 0 });
    expect(await run(['copy', url, folder.path('b.db')])).to.deep.equal({ all: '3 games copied\n', code: 0 });
    expect((await run(['copy', file, url])).all).to.equal('0 games copied, 3 existed already\n');
    expect(await run(['check', url])).to.deep.equal({ all: '3 games, 0 running: it can be read\n', code: 0 });
    expect((await run(['check', folder.path('b.db')])).all).to.equal('3 games, 0 running: no damage\n');
  });

  it('finds damaged pages, and fails', async () => {
    const file = folder.path('wrong.db');
    await write(file, 300);
    damagePagesWith(file, 'greedy');
    const { all, code } = await run(['check', file]);
    expect(all).to.match(/\nThe file is damaged: "journal copy" saves the games that can be read\.\n$/);
    expect(code).to.equal(1);
    const asJson = await run(['check', file, '--json']);
    expect(asJson.code).to.equal(1);
    expect(JSON.parse(asJson.all)).to.have.property('damage').with.length.above(0);
  });

  it('says how little of a file that was cut can be checked and copied', async () => {
    const file = folder.path('cut.db');
    const journal = await SqlJournal.open(file);
    const end = { ...DUEL, turn: 1 };
    await journal.write(
      Array.from({ length: 2000 }, (_, game) => gameEvents({ game: `${game}`, result: 'win', end })).flat(),
    );
    await journal.close();
    const again = await SqlJournal.open(file);
    truncateSync(file, Math.floor(statSync(file).size / 2 / 4096) * 4096);
    const check = await run(['check', file]);
    expect(check.all.split('\n').length).to.be.at.most(9);
    expect(check.all).to.match(/… and \d+ more \(--json lists them\)\.\nThe file is damaged: .*\n$/);
    for (let time = 0; time < 2; time++) {
      const { all, code } = await run(['copy', file, folder.path('saved.db')]);
      expect(all).to.match(/The file is damaged and may have held more games: copying again saves none of them\.\n$/);
      expect(code).to.equal(1);
    }
    await again.close().catch(() => {});
    truncateSync(file, 4 * 4096);
    expect((await run(['check', file])).all).to.include('malformed. Was it cut? Restore a backup.');
  });

  it('is what the commands that read a damaged file point to', async () => {
    const file = folder.path('damaged.db');
    await write(file, 3);
    damagePagesWith(file, 'greedy');
    const config = writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }], journal: { path: file } });
    for (const command of ['report', 'games']) {
      const { all, code } = await runProgram([command, '--config', config]);
      expect(all, command).to.match(/^the journal is damaged: .*\. "serpentarium journal check" says .*\n$/);
      expect(code, command).to.equal(1);
    }
  });

  it('refuses to copy a journal to itself, however its address is written', async () => {
    const [file, { url }] = [folder.path('same.db'), await postgres.cluster.createDatabase()];
    await write(file, 1);
    await write(url, 1);
    const other = url.replace('127.0.0.1', 'localhost').replace('postgres:', 'postgresql:');
    for (const [from, to] of [
      [file, `${folder.path('.')}/../${folder.path('.').split('/').at(-1)}/same.db`],
      [url, other],
    ] as const) {
      const { all, code } = await run(['copy', from, to]);
      expect(all).to.include('is the same journal as the one to copy from').and.not.include('sesame');
      expect(code).to.equal(2);
    }
  });

  it('says that there is no journal, and makes none', async () => {
    const { all, code } = await run(['copy', folder.path('none.db'), folder.path('target.db')]);
    expect(all).to.include('none.db cannot be read: ');
    expect(code).to.equal(2);
    expect((await run(['check', folder.path('target.db')])).code).to.equal(2);
  });
});

/** The message about an argument. */
function faultOf(word: string, env: NodeJS.ProcessEnv = {}): string {
  try {
    return readAddress(word, env);
  } catch (thrown) {
    return (thrown as Error).message;
  }
}

describe('readAddress', () => {
  it('refuses what is no address, without showing it', () => {
    expect(faultOf('$NOT_SET')).to.equal('environment variable "NOT_SET" is not set. Did you forget it?');
    expect(faultOf('mysql://me:sesame@x/y')).to.include('The journal takes "postgres://".').and.not.include('sesame');
    expect(faultOf('$X', { X: 'postgres://me:sesame@x' }))
      .to.include('names no database')
      .and.not.include('sesame');
    expect(faultOf('')).to.equal('the address is empty.');
  });

  it('takes anything else as a path', () => {
    expect(readAddress('data/games.db', {})).to.match(/^\/.*\/data\/games\.db$/);
  });
});
