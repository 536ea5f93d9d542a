import { expect } from 'chai';
import { sql } from 'kysely';
import { openJournal, openJournalToImport } from '../../../src/journal/open-journal.js';
import { toShownUrl } from '../../../src/exchange/service-url.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { runCli } from '../../support/host-process.js';
import { diagnose } from '../../support/findings.js';
import { DUEL, gameEvents } from '../../support/journals.js';
import { findFreePort } from '../../support/free-port.js';
import { useOwnPostgres } from '../../support/servers/postgres.js';

/** What a command printed, and its exit code. */
async function run(words: readonly string[], env?: NodeJS.ProcessEnv) {
  const { stdout, stderr, code } = await runCli(words, env);
  return { all: stdout + stderr, code };
}

/** Why a journal cannot be opened, without its password. */
async function reasonOf(action: Promise<SqlJournal>): Promise<string> {
  const thrown: unknown = await action.then((journal) => journal.close()).catch((error: unknown) => error);
  expect(thrown).to.have.property('name', 'UsageError');
  const { message } = thrown as Error;
  expect(message).not.to.match(/sesame|wrong-one/);
  return message;
}

describe('commands that read a journal in PostgreSQL', () => {
  const postgres = useOwnPostgres();
  const folder = useConfigFolder();
  const configure = (url: string) =>
    folder.write('config/snakes.yaml', `journal: { url: "${url}" }\nsnakes: [{ prefix: /greedy, strategy: greedy }]\n`);

  it('show its games, by the file or by the environment', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const journal = await SqlJournal.open(url);
    await journal.write(gameEvents({ result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } }));
    await journal.close();
    const listed = await run(['games', '--config', configure(url)]);
    expect(listed).to.have.property('code', 0);
    expect(listed.all).to.include('/greedy');
    const plain = folder.write('config/plain.yaml', 'snakes: [{ prefix: /greedy, strategy: greedy }]\n');
    const reported = await run(['report', '--config', plain], { SERPENTARIUM_JOURNAL: url });
    expect(reported).to.have.property('code', 0);
    expect(reported.all).to.include('100').and.not.include('sesame');
  });

  it('say that no host has written to it yet', async () => {
    const { url } = await postgres.cluster.createDatabase();
    expect(await reasonOf(openJournal(configure(url)))).to.equal(
      `${toShownUrl(url)} cannot be read: no host has written to it yet; the first one creates its tables.`,
    );
  });

  it('say that the password is wrong', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const wrong = url.replace('open%20sesame', 'wrong-one');
    expect(await reasonOf(openJournal(configure(wrong)))).to.match(
      /rejects the login: password authentication failed for user "tester"\. Are user and password correct\?$/,
    );
  });

  it('say that there is no such database', async () => {
    const { url } = await postgres.cluster.createDatabase();
    expect(await reasonOf(openJournal(configure(url.replace(/\w+$/, 'nowhere'))))).to.match(
      /database "nowhere" does not exist\. Create it: createdb nowhere\.$/,
    );
  });

  it('name a refused connection, or a host name that cannot be resolved', async () => {
    const port = await findFreePort();
    expect(await reasonOf(openJournal(configure(`postgres://me:sesame@127.0.0.1:${port}/x`)))).to.equal(
      `postgres://me:***@127.0.0.1:${port}/x cannot be read: 127.0.0.1:${port} refuses the connection. ` +
        'Is PostgreSQL running there?',
    );
    expect(await reasonOf(openJournalToImport(configure('postgres://me:sesame@nowhere.invalid/x')))).to.equal(
      'postgres://me:***@nowhere.invalid/x cannot be written: host name "nowhere.invalid" cannot be resolved.',
    );
  });

  it('refuse a database that another version wrote, and one in another encoding', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const { db } = await openDatabase(url, 'import');
    await sql`insert into kysely_migration values ('9999_later', 'now')`.execute(db);
    await db.destroy();
    expect(await reasonOf(openJournalToImport(configure(url)))).to.match(
      /cannot be written: a newer version of Serpentarium changed its tables \("9999_later"\): upgrade this one, or use another journal\.$/,
    );
    const other = url.replace(/\w+$/, 'latin');
    const options = "template template0 encoding 'LATIN1' lc_collate 'C' lc_ctype 'C'";
    await postgres.cluster.query(`create database latin ${options}`);
    expect(await reasonOf(openJournalToImport(configure(other)))).to.match(
      /its encoding is LATIN1; create the database with encoding UTF8\.$/,
    );
  });

  it('say in bounded time that a server no longer answers', async () => {
    const { url } = await postgres.cluster.createDatabase();
    postgres.cluster.pause();
    try {
      expect(await reasonOf(openJournal(configure(url)))).to.include('does not answer');
    } finally {
      postgres.cluster.resume();
    }
  });

  it('check it with the configuration', async () => {
    const { url } = await postgres.cluster.createDatabase();
    const config = configure(url);
    folder.write(
      'strategies/greedy.ts',
      "export const customization = {};\nexport const move = () => ({ move: 'up' });\n",
    );
    const before = await diagnose(config);
    expect(before.found).to.match(
      /^warning recorded games: the journal at postgres:\/\/tester:\*\*\*@.* no host has written/m,
    );
    await (await SqlJournal.open(url)).close();
    const { found, code } = await diagnose(config);
    expect(found)
      .to.include(`good recorded games: the journal at ${toShownUrl(url)} can be read`)
      .and.not.include('sesame');
    expect(code).to.equal(0);
    const wrong = await diagnose(configure(url.replace('open%20sesame', 'wrong-one')));
    expect(wrong.found).to.match(
      /^bad recorded games: the journal at .* rejects the login: .* Are user and password correct\?$/m,
    );
    expect(wrong.found).not.to.include('wrong-one');
    expect(wrong.code).to.equal(1);
  });
});
