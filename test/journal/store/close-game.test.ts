import { expect } from 'chai';
import { NO_TURNS, type EventOf, type JournalEvent, type TurnRange } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { beganEvent, climbingOn, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';

const on = (turn: number) => ({ turn, snakes: climbingOn(turn) });

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

  it('judges each answer once that its own host could not', async () => {
    const answer = { kind: 'moved', move: 'left', took: 4 } as const;
    const lost = turnEvent({}, on(3), { answer });
    const next = turnEvent({}, on(4), { answer });
    const end = (turn: number, saw?: TurnRange) => {
      const event = endedEvent({ turns: [on(3)], result: 'win', end: { turn: 5, snakes: climbingOn(turn) } });
      return { ...event, saw } as JournalEvent;
    };
    const cases: [events: JournalEvent[], judged: number[], lost: number][] = [
      [[lost, end(4)], [], 1],
      [[lost, end(4, [0, 3])], [], 1],
      [[lost, end(4, NO_TURNS)], [3], 1],
      // Another host has answered again on the final board.
      [[lost, next, end(4, [0, 3])], [], 1],
      [[lost, next, end(4, [4, 4])], [3], 1],
      [[lost, end(4, [0, 3]), next], [], 1],
      [[lost, next, end(5, [0, 3])], [3, 4], 2],
    ];
    for (const [index, [events, expected, count]] of cases.entries()) {
      const journal = await SqlJournal.open();
      const { judged } = await journal.write([beganEvent({}, on(3)), ...events]);
      expect(
        judged.filter(({ used }) => used === 'no').map(({ turn }) => turn),
        `case ${index}`,
      ).to.have.members(expected);
      expect((await journal.listGames({ limit: 1 })).games[0]!.lost, `case ${index}`).to.equal(count);
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
