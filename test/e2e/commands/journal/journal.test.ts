import { expect } from 'chai';
import { copyFileSync, rmSync } from 'node:fs';
import { readAddress } from '../../../../src/commands/journal/open-journal.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { damagePagesWith } from '../../../support/damage.js';
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

  it('backs up what a host is writing, refuses to replace a file, and points to pg_dump', async () => {
    const [path, backup] = [folder.path('live.db'), folder.path('backup.db')];
    const journal = await SqlJournal.open(path);
    for (let game = 0; game < 3; game++)
      await journal.write(gameEvents({ game: `${game}`, result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } }));
    await journal.write(gameEvents({ game: 'under way' }));
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
    expect(games.map(({ game }) => game)).to.have.members(['0', '1', '2', 'under way']);
    const again = await run(['backup', backup, '--from', path]);
    expect([again.code, again.all]).to.deep.equal([2, `${backup} is there already, and is not replaced.\n`]);
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
    expect((await run(['copy', file, url])).all).to.equal('0 games copied, 3 were there already\n');
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

/** What is said of a word. */
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
