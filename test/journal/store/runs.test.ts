import { expect } from 'chai';
import { type JournalEvent, gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, endedEvent, gameEvents } from '../../support/journals.js';

const REF = { snake: '/greedy', game: 'game', you: 'me' };
const ID = gameIdOf(REF);

onEveryDatabase('a journal in which ids are used again', (find) => {
  let file: string;
  let journal: SqlJournal;
  const write = (...events: JournalEvent[]) => journal.write(events);
  const kept = async (id = ID) => (await journal.findGame(id))!;
  const countWins = async () => (await journal.listGames({ limit: 99, result: 'win' })).games.length;
  beforeEach(async () => {
    file = await find();
    journal = await SqlJournal.open(file);
  });
  afterEach(() => journal.close());

  it('keeps a finished game, and a second one with the same ids', async () => {
    await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }], result: 'win', end: { ...DUEL, turn: 2 } }));
    const first = await kept();
    await write(...gameEvents({ at: 5000, result: 'loss', end: { ...DUEL, turn: 1 } }));
    await write(...gameEvents({ at: 9000 }));
    expect(await kept()).to.deep.equal(first);
    const { games } = await journal.listGames({ limit: 10 });
    expect(games.map(({ id, startedAt, result }) => [id, startedAt, result])).to.deep.equal([
      [gameIdOf(REF, 3), 9000, undefined],
      [gameIdOf(REF, 2), 5000, 'loss'],
      [ID, 1000, 'win'],
    ]);
    expect(await journal.findIds('game')).to.have.lengthOf(3);
    expect((await kept(gameIdOf(REF, 2))).list.map(({ at }) => at)).to.deep.equal([5000]);
  });

  it('keeps the result of a game if a turn of it arrives after its end', async () => {
    await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }], result: 'win', end: { ...DUEL, turn: 2 } }));
    const before = await kept();
    const turns = [{ ...DUEL, turn: 1 }];
    await write(...gameEvents({ turns, at: 9000 }));
    await write(endedEvent({ at: 9999 }));
    await journal.close();
    journal = await SqlJournal.open(file);
    expect(await kept()).to.deep.equal(before);
    expect(await countWins()).to.equal(1);
  });

  it('keeps a known result if another host abandons the game later', async () => {
    await write(...gameEvents({ result: 'win', end: { ...DUEL, turn: 1 } }));
    const before = await kept();
    await write(endedEvent({ result: 'abandoned' }));
    expect(await kept()).to.deep.equal(before);
  });

  it('keeps an abandoned game if it begins again', async () => {
    await write(...gameEvents({ turns: [DUEL, { ...DUEL, turn: 1 }], result: 'abandoned' }));
    await write(...gameEvents({ at: 5000, result: 'win', end: { ...DUEL, turn: 1 } }));
    expect(await kept()).to.include({ result: 'abandoned', startedAt: 1000 });
    expect(await kept(gameIdOf(REF, 2))).to.include({ result: 'win', startedAt: 5000 });
  });
});
