import { expect } from 'chai';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, climbingOn, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';

describe('a finished game', () => {
  it('ends no earlier than it began, although the wall clock was set back meanwhile', async () => {
    const journal = await SqlJournal.open();
    const end = endedEvent({ at: 5000, result: 'win', end: { ...DUEL, turn: 1 } });
    await journal.write([...gameEvents({ at: 9_000_000 }), end]);
    const { startedAt, endedAt, result } = (await journal.listGames({ limit: 1 })).games[0]!;
    expect([startedAt, endedAt, result]).to.deep.equal([9_000_000, 9_000_000, 'win']);
    await journal.close();
  });

  it('has lost the turn that one host answered, if the request after it, which another got, shows that', async () => {
    const journal = await SqlJournal.open();
    const turns = [3, 4, 5].map((turn) => ({ turn, snakes: climbingOn(turn) }));
    const moved = { kind: 'moved', move: 'left', took: 4 } as const;
    await journal.write([
      beganEvent({}, turns[0]),
      turnEvent({}, turns[0]!),
      turnEvent({}, turns[1]!, { answer: moved, last: { used: 'yes', latency: '5' } }),
      turnEvent({}, turns[2]!),
      endedEvent({ turns, result: 'win', end: { turn: 6, snakes: climbingOn(5), gone: ['other'] } }),
    ]);
    expect((await journal.listGames({ limit: 1 })).games[0]!.lost).to.equal(1);
    await journal.close();
  });
});
