/** Several hosts that write to one PostgreSQL database at the same time: it really runs their transactions at once. */
import { expect } from 'chai';
import type { JournalEvent } from '../../../../src/journal/journal-event.js';
import { openDatabase } from '../../../../src/journal/open-database.js';
import { SqlJournal } from '../../../../src/journal/sql-journal.js';
import { importedEvents, playFrames } from '../../../support/frames.js';
import { snakesNamed } from '../../../support/games.js';
import { DATABASES } from '../../../support/journal-addresses.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent } from '../../../support/journals.js';

const HOSTS = 6;

/** A game of an experiment that its candidate always wins. */
function playSide(variant: 'base' | 'candidate', number: number): JournalEvent[] {
  return gameEvents({
    game: `${variant} ${number}`,
    at: 1000 + number,
    player: { assignment: { experiment: 'better', variant, split: 0.5, sides: 's' } },
    result: variant === 'base' ? 'loss' : 'win',
    end: { ...DUEL, turn: 1, gone: [variant === 'base' ? 'me' : 'other'] },
  });
}

describe('hosts that write to one database at the same time', () => {
  const find = DATABASES.use();
  let hosts: SqlJournal[];
  let address: string;
  beforeEach(async () => {
    address = await find();
    hosts = await Promise.all(Array.from({ length: HOSTS }, () => SqlJournal.open(address)));
  });
  afterEach(() => Promise.all(hosts.splice(0).map((host) => host.close())));
  /** Each host does something, all at once. */
  const all = <T>(action: (host: SqlJournal, index: number) => Promise<T>) => Promise.all(hosts.map(action));
  const games = async () => (await hosts[0]!.listGames({ limit: 500 })).games;

  it('begin the same game once', async () => {
    for (let round = 0; round < 20; round++) {
      const game = `game ${round}`;
      await all((host) => host.write([beganEvent({ game }), turnEvent({ game }, DUEL)]));
    }
    expect(await games()).to.have.lengthOf(20);
  });

  it('keep every turn of a game whose turns come to all of them', async () => {
    await hosts[0]!.write([beganEvent()]);
    await all(async (host, index) => {
      for (let turn = index; turn < 20 * HOSTS; turn += HOSTS) await host.write([turnEvent({}, { ...DUEL, turn })]);
    });
    await hosts[1]!.write([endedEvent({ result: 'win', end: { ...DUEL, turn: 20 * HOSTS, gone: ['other'] } })]);
    const [game] = await games();
    const { list } = (await hosts[2]!.findGame(game!.id))!;
    expect(list.map(({ turn }) => turn)).to.deep.equal(Array.from({ length: 20 * HOSTS }, (_, turn) => turn));
    expect(game).to.include({ result: 'win', moved: 20 * HOSTS });
  });

  it('never wait for each other in a circle, in whatever order their batches have the games', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `game ${index}`);
    await hosts[0]!.write(names.map((game) => beganEvent({ game })));
    await all(async (host, index) => {
      for (let round = 0; round < 10; round++) {
        const order = index % 2 === 0 ? names : names.toReversed();
        const turn = round * HOSTS + index;
        await host.write(order.map((game) => turnEvent({ game }, { ...DUEL, turn })));
      }
    });
    const { moved } = (await hosts[0]!.findGame((await games())[0]!.id))!;
    expect(moved).to.equal(10 * HOSTS);
  });

  it('take batches of very many games, in parallel', async () => {
    await all((host, index) =>
      host.write(Array.from({ length: 700 }, (_, game) => beganEvent({ game: `${index} ${game}`, you: 'me' }))),
    );
    expect((await hosts[0]!.report({})).lines).to.deep.equal([]);
    const { db } = await openDatabase(address, 'read');
    const { count } = await db
      .selectFrom('games')
      .select(db.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    await db.destroy();
    expect(count).to.equal(700 * HOSTS);
  });

  it('are all counted by the verdict on an experiment, and by every report', async () => {
    await all(async (host, index) => {
      for (let number = index; number < 10 * HOSTS; number += HOSTS)
        await host.write([...playSide('base', number), ...playSide('candidate', number)]);
    });
    const reports = await all((host) => host.report({}));
    for (const { lines, verdicts } of reports) {
      expect(lines.map(({ games: count }) => count)).to.deep.equal([10 * HOSTS, 10 * HOSTS]);
      expect(verdicts[0]).to.include({ base: 60, candidate: 60, waiting: 0, decision: 'candidate is better' });
    }
    const read = await SqlJournal.read(address);
    expect(await read.report({})).to.deep.equal(reports[0]);
    await read.close();
  });

  it('import the same game once', async () => {
    const played = playFrames({ seed: 2, snakes: snakesNamed(2) });
    const toEventsOf = (frames: typeof played.frames): readonly JournalEvent[] =>
      importedEvents({ ...played, frames }, 'a', '/mine', { from: 'there', at: 5000 });
    const cut = await all((host) => host.importGame(toEventsOf(played.frames.slice(0, 5))));
    expect(cut.map(({ state }) => state).sort()).to.deep.equal([...Array(HOSTS - 1).fill('known'), 'new']);
    const whole = await all((host) => host.importGame(toEventsOf(played.frames)));
    expect(whole.map(({ state }) => state).sort()).to.deep.equal(['completed', ...Array(HOSTS - 1).fill('known')]);
    expect(await games()).to.have.lengthOf(1);
  });

  it('close the games of a vanished host once, and none that another host continues', async () => {
    const gone = await SqlJournal.open(address);
    const sketches = Array.from({ length: 40 }, (_, index) => ({ game: `${index}` }));
    await gone.write(sketches.flatMap((sketch) => gameEvents(sketch)));
    await gone.close();
    const later = { ...DUEL, turn: 1 };
    const takeUp = hosts[0]!.write(
      sketches.slice(0, 20).flatMap((sketch) => gameEvents({ ...sketch, at: 9000, turns: [later] })),
    );
    await Promise.all([takeUp, all((host) => host.renew())]);
    await hosts[0]!.write(
      sketches.slice(0, 20).flatMap((sketch) => gameEvents({ ...sketch, at: 9500, turns: [later] })),
    );
    const kept = await games();
    expect(kept.filter(({ result }) => result === 'abandoned')).to.have.lengthOf(20);
    expect(kept.filter(({ result }) => result === undefined).map(({ moved }) => moved)).to.have.lengthOf(20);
    for (const { id, result } of kept) {
      const { list } = (await hosts[0]!.findGame(id))!;
      expect(list.map(({ turn }) => turn)).to.deep.equal(result === undefined ? [0, 1] : [0]);
    }
  });

  it('forget old games without counting any twice, while others are written', async () => {
    const end = { ...DUEL, turn: 1 };
    const old = Array.from({ length: 300 }, (_, index) => gameEvents({ game: `${index}`, result: 'win', end }));
    await hosts[0]!.write(old.flat());
    const now = Date.now();
    const [gone] = await Promise.all([
      all((host) => host.forget({ keepDays: 30, keepMb: 1024 }, now)),
      all((host, index) => host.write(gameEvents({ game: `new ${index}`, at: now, result: 'win', end }))),
    ]);
    expect(gone.reduce((sum, forgotten) => sum + (forgotten?.games ?? 0), 0)).to.equal(300);
    expect(await games()).to.have.lengthOf(HOSTS);
  });
});
