import { expect } from 'chai';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { sql } from 'kysely';
import { isUnavailable } from '../../../../src/journal/is-unavailable.js';
import { openDatabase } from '../../../../src/journal/open-database.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../../src/journal/journal-event.js';
import { createChance } from '../../../../src/rules/chance.js';
import { inRepository } from '../../../support/fixtures.js';
import { beganEvent, DUEL, gameEvents, turnEvent } from '../../../support/journals.js';
import { until } from '../../../support/soon.js';
import { useOwnPostgres } from '../../../support/servers/postgres.js';

const ID = gameIdOf({ snake: '/greedy', game: 'game', you: 'me' });

describe('a journal in PostgreSQL', () => {
  const postgres = useOwnPostgres();
  const createAddress = async () => (await postgres.cluster.createDatabase()).url;

  it('is created once, however many processes open it at the same time', async () => {
    const address = await createAddress();
    const source = `
      import { SqlJournal } from ${JSON.stringify(inRepository('dist/src/journal/sql-journal.js'))};
      process.stdout.write('ready');
      process.stdin.once('data', async () => {
        const journal = await SqlJournal.open(process.argv[1]);
        await journal.close();
        process.exit(0);
      });`;
    const hosts = Array.from({ length: 10 }, () =>
      spawn(process.execPath, ['--input-type=module', '-e', source, address], { stdio: 'pipe' }),
    );
    const said = hosts.map(({ stderr }) => text(stderr));
    const ended = hosts.map((host) => once(host, 'exit'));
    await Promise.all(hosts.map(({ stdout }) => once(stdout, 'data')));
    for (const { stdin } of hosts) stdin.write('go');
    expect(await Promise.all(said)).to.deep.equal(Array(10).fill(''));
    expect((await Promise.all(ended)).map(([code]) => code as number)).to.deep.equal(Array(10).fill(0));
    const { db } = await openDatabase(address, 'read');
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db);
    expect(new Set(rows.map(({ name }) => name))).to.have.property('size', rows.length);
    await db.destroy();
  });

  it('is migrated when the last transaction of a host of an older version has ended', async () => {
    const address = await createAddress();
    const journal = await SqlJournal.open(address);
    const { db, dialect } = await openDatabase(address, 'import');
    await sql`drop table if exists kysely_migration`.execute(db);
    let opening: Promise<unknown> | undefined;
    await sql`create table kysely_migration (name text primary key, timestamp text not null)`.execute(db);
    await db.transaction().execute(async (writer) => {
      await dialect.lockGames(writer, [{ snake: '/greedy', game: 'game', you: 'me' }]);
      opening = SqlJournal.open(address).catch((thrown: unknown) => thrown);
      const waiting = sql<{ pid: number }>`select pid from pg_locks where locktype = 'advisory' and not granted`;
      await until(async () => (await waiting.execute(db)).rows.length > 0);
    });
    // It was let in: the tables are there already.
    expect(await opening)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.includes('already exists');
    await db.destroy();
    await journal.close();
  });

  it('sorts and finds ids in the order of their bytes, whatever the language of the database', async () => {
    const url = await createAddress();
    const options = "template template0 locale_provider icu icu_locale 'en-US' encoding 'UTF8'";
    await postgres.cluster.query(`create database worded ${options}`);
    const journal = await SqlJournal.open(url.replace(/\w+$/, 'worded'));
    const names = ['a', 'B', '~', 'Z', 'b', '_', 'é'];
    for (const [index, name] of names.entries()) {
      const turns = [{ snakes: [DUEL.snakes![0]!, { ...DUEL.snakes![1]!, name }] }];
      await journal.write(gameEvents({ game: `${index}`, snake: `/${name}`, turns }));
    }
    const { snakes } = await journal.listNames();
    expect(snakes).to.deep.equal(names.map((name) => `/${name}`).sort());
    const { games } = await journal.listGames({ limit: 10 });
    for (const { id } of games)
      expect((await journal.findIds(id.slice(0, 6))).map((found) => found.id)).to.deep.equal([id]);
    await journal.close();
  });

  it('takes text that PostgreSQL or UTF-8 does not, also in questions', async () => {
    const journal = await SqlJournal.open(await createAddress());
    const odd = 'NUL \0, half \ud83d a pair, whole 🐍, \u{10ffff}';
    const snakes = DUEL.snakes!.map((snake) => ({ ...snake, name: odd, shout: odd }));
    const player = { version: odd, options: { note: odd } };
    await journal.write(
      gameEvents({ game: odd, player, turns: [{ snakes }], result: 'win', end: { snakes, turn: 1 } }),
    );
    const [game] = (await journal.listGames({ limit: 5, opponent: odd, version: odd })).games;
    expect(game).to.deep.include({ opponents: [odd], options: { note: odd } });
    expect(await journal.findIds(odd)).to.have.lengthOf(1);
    expect((await journal.listGames({ limit: 5, cause: '\0' })).games).to.deep.equal([]);
    await journal.close();
  });

  it('returns moments and counts as numbers', async () => {
    const journal = await SqlJournal.open(await createAddress());
    const at = Date.UTC(2100, 0, 1);
    await journal.write(gameEvents({ at, result: 'win', end: { ...DUEL, turn: 1 } }));
    const [game] = (await journal.listGames({ limit: 1 })).games;
    expect(game).to.include({ startedAt: at, moved: 1 });
    expect((await journal.report({})).lines[0]).to.include({ games: 1, answers: 1 });
    await journal.close();
  });

  it('tells an event that can never be written from an unreachable database', async () => {
    const journal = await SqlJournal.open(await createAddress());
    await journal.write([beganEvent()]);
    const broken = turnEvent({}, { ...DUEL, turn: 2 ** 40 });
    const refusal: unknown = await journal.write([broken]).catch((thrown: unknown) => thrown);
    expect(refusal).to.be.instanceOf(Error);
    expect(isUnavailable(refusal)).to.equal(false);
    await postgres.cluster.stop();
    const away: unknown = await journal.write([turnEvent({}, DUEL)]).catch((thrown: unknown) => thrown);
    expect(isUnavailable(away)).to.equal(true);
    await postgres.cluster.start();
    await journal.write([turnEvent({}, DUEL)]);
    expect((await journal.findGame(ID))!.list).to.have.lengthOf(1);
    await journal.close();
  });

  it('says how much is kept: less as soon as games are deleted, as much as the tables have', async () => {
    const opened = await openDatabase(await createAddress(), 'write');
    const journal = new SqlJournal(opened);
    const chance = createChance(1);
    for (let game = 0; game < 200; game++) {
      const shout = Array.from({ length: 250 }, () => String.fromCharCode(33 + chance.below(90))).join('');
      const turns = Array.from({ length: 40 }, (_, turn) => ({
        ...DUEL,
        turn,
        snakes: [{ ...DUEL.snakes![0]!, shout: shout + turn }],
      }));
      await journal.write(gameEvents({ game: `${game}`, turns, result: 'win', end: { ...DUEL, turn: 41 } }));
    }
    await sql`vacuum full`.execute(opened.db);
    const total = await opened.dialect.size(Number.MAX_SAFE_INTEGER);
    const kept = await opened.dialect.size(0);
    expect(kept / total).to.be.within(0.8, 1);
    await opened.db.deleteFrom('games').where('id', '>', '8').execute();
    expect((await opened.dialect.size(0)) / kept).to.be.within(0.3, 0.7);
    await journal.close();
  });
});
