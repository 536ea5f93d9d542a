import { expect } from 'chai';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, DUEL, gameEvents, turnEvent } from '../../support/journals.js';

describe('listGames', () => {
  it('shows the last written turn of a running game', async () => {
    const journal = await SqlJournal.open();
    const turnsOf = async () =>
      (await journal.listGames({ limit: 5 })).games.map(({ turns, endedAt }) => [turns, endedAt]);
    await journal.write([beganEvent(), turnEvent({}, DUEL), turnEvent({}, { ...DUEL, turn: 1 })]);
    expect(await turnsOf()).to.deep.equal([[1, undefined]]);
    await journal.write([turnEvent({}, { ...DUEL, turn: 2 })]);
    expect(await turnsOf()).to.deep.equal([[2, undefined]]);
    await journal.close();
  });

  it('ends a page between two games if it is asked to, unless one game is larger', async () => {
    const journal = await SqlJournal.open();
    const pageOf = async (limit: number, isWhole: boolean, after?: string) => {
      const { games, next } = await journal.listGames({ limit, isWhole, after });
      return { names: games.map(({ game }) => game), next };
    };
    await journal.write([
      ...seats('old', 1, ['me', 'other']),
      ...seats('mid', 2, ['me', 'other']),
      ...seats('new', 3, ['me']),
    ]);
    expect((await pageOf(2, false)).names).to.deep.equal(['new', 'mid']);
    const first = await pageOf(4, true);
    expect(first.names).to.deep.equal(['new', 'mid', 'mid']);
    expect(await pageOf(4, true, first.next)).to.deep.equal({ names: ['old', 'old'], next: undefined });
    const second = await pageOf(1, true, (await pageOf(1, true)).next);
    expect([second.names, second.next === undefined]).to.deep.equal([['mid'], false]);
    await journal.close();
  });
});

/** A game in which several snakes are ours. */
function seats(game: string, at: number, own: readonly string[]) {
  return own.flatMap((you) => gameEvents({ game, you, at: 1000 * at, turns: [{ ...DUEL, you }] }));
}
