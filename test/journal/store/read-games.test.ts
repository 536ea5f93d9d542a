import { expect } from 'chai';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, DUEL, turnEvent } from '../../support/journals.js';

describe('listGames', () => {
  it('shows how far a game under way has come, as far as it is written', async () => {
    const journal = await SqlJournal.open();
    const turnsOf = async () =>
      (await journal.listGames({ limit: 5 })).games.map(({ turns, endedAt }) => [turns, endedAt]);
    await journal.write([beganEvent(), turnEvent({}, DUEL), turnEvent({}, { ...DUEL, turn: 1 })]);
    expect(await turnsOf()).to.deep.equal([[1, undefined]]);
    await journal.write([turnEvent({}, { ...DUEL, turn: 2 })]);
    expect(await turnsOf()).to.deep.equal([[2, undefined]]);
    await journal.close();
  });
});
