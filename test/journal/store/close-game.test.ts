import { expect } from 'chai';
import { NO_TURNS, type EventOf, type JournalEvent } from '../../../src/journal/journal-event.js';
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
    const end = endedEvent({ turns, result: 'win', end: { turn: 6, snakes: climbingOn(5), gone: ['other'] } });
    const { judged } = await journal.write([
      beganEvent({}, turns[0]),
      turnEvent({}, turns[0]!),
      turnEvent({}, turns[1]!, { answer: moved, last: { used: 'yes', latency: '5' } }),
      turnEvent({}, turns[2]!),
      end,
    ]);
    expect((await journal.listGames({ limit: 1 })).games[0]!.lost).to.equal(1);
    expect(judged).to.have.lengthOf(1);
    expect(judged[0]).to.include({ snake: '/greedy', game: 'game', turn: 4, took: 4, used: 'no' });
    expect((await journal.write([turnEvent({}, turns[2]!), end])).judged).to.deep.equal([]);
    await journal.close();
  });

  it('judges its last answer if the end came to another host', async () => {
    for (const saw of [undefined, [0, 3], NO_TURNS] as const) {
      const journal = await SqlJournal.open();
      const turns = [{ turn: 3, snakes: climbingOn(3) }];
      const end = endedEvent({ turns, result: 'win', end: { turn: 4, snakes: climbingOn(4) } });
      const answer = { kind: 'moved', move: 'left', took: 4 } as const;
      const { judged } = await journal.write([
        beganEvent({}, turns[0]),
        turnEvent({}, turns[0]!, { answer }),
        { ...end, saw } as JournalEvent,
      ]);
      expect(judged.map(({ turn, used }) => [turn, used])).to.deep.equal(saw === NO_TURNS ? [[3, 'no']] : []);
      await journal.close();
    }
  });

  it('shares the rank of the snakes that died with it, as soon as the journal has all of the game', async () => {
    const journal = await SqlJournal.open();
    const died = { one: 9, two: 9, three: 4, four: undefined };
    const snakes = Object.keys(died).map((id, index) => ({ id, body: `${index},1 ${index},2 ${index},3` }));
    const ranks = async () => {
      const { games } = await journal.listGames({ limit: 9 });
      return Object.fromEntries(games.map(({ you, rank }) => [you, rank]));
    };
    const seat = (you: keyof typeof died) => {
      const ref = { snake: `/${you}`, you };
      const end = endedEvent({ ...ref, end: { turn: 12, snakes } }) as EventOf<'ended'>;
      const result = died[you] === undefined ? ('win' as const) : ('loss' as const);
      return [beganEvent(ref, { snakes }), { ...end, outcome: { result, died: died[you], place: 1 } }];
    };
    for (const you of ['one', 'two', 'three'] as const) await journal.write(seat(you));
    expect(await ranks()).to.deep.equal({ one: 1, two: 1, three: 1 });
    await journal.write(seat('four'));
    expect(await ranks()).to.deep.equal({ one: 2.5, two: 2.5, three: 4, four: 1 });
    await journal.close();
  });
});
