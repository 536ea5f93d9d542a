import { expect } from 'chai';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, endedEvent, gameEvents } from '../../support/journals.js';

describe('a finished game', () => {
  it('ends no earlier than it began, although the wall clock was set back meanwhile', async () => {
    const journal = await SqlJournal.open();
    const end = endedEvent({ at: 5000, result: 'win', end: { ...DUEL, turn: 1 } });
    await journal.write([...gameEvents({ at: 9_000_000 }), end]);
    const { startedAt, endedAt, result } = (await journal.listGames({ limit: 1 })).games[0]!;
    expect([startedAt, endedAt, result]).to.deep.equal([9_000_000, 9_000_000, 'win']);
    await journal.close();
  });
});
