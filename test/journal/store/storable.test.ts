import { expect } from 'chai';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { toStorable } from '../../../src/journal/store/storable.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, endedEvent, gameEvents } from '../../support/journals.js';

const ODD_IDS = ['NUL \0.', 'half a pair \ud83d.', 'the other half \udc00', 'cut off \ud83d'];

describe('toStorable', () => {
  it('leaves all that can be stored as it is', () => {
    for (const text of ['', 'plain', 'e\u0301', '👩‍👩‍👧', '\u202ertl', '\ufffd']) expect(toStorable(text)).to.equal(text);
  });

  it('replaces characters that the databases would change', () => {
    expect(ODD_IDS.map(toStorable)).to.deep.equal([
      'NUL \ufffd.',
      'half a pair \ufffd.',
      'the other half \ufffd',
      'cut off \ufffd',
    ]);
  });
});

onEveryDatabase('a journal of games with ids that cannot be stored as they are', (find) => {
  it('finds each of them when its next event comes', async () => {
    const journal = await SqlJournal.open(await find());
    for (const game of ODD_IDS) {
      await journal.write(gameEvents({ game, turns: [DUEL, { ...DUEL, turn: 1 }] }));
      await journal.write([endedEvent({ game, result: 'win', end: { ...DUEL, turn: 2 } })]);
    }
    const { games } = await journal.listGames({ limit: 9 });
    expect(games.map(({ game, result, moved }) => [game, result, moved])).to.have.deep.members(
      ODD_IDS.map((game) => [toStorable(game), 'win', 2]),
    );
    await journal.close();
  });
});
