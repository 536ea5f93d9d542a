import { expect } from 'chai';
import type { JournalEvent } from '../../src/journal/journal-event.js';
import type { ClientAddress } from '../../src/snakes/mount.js';
import type { RequestSketch } from '../support/requests.js';
import { mountStrategy, type SnakeEvent, type TestSnake } from '../support/snakes.js';

const PLAYER = { strategy: 'test', hash: 'hash', version: '', options: {} };
const addressOf = (name: string): { from: ClientAddress } => ({ from: { name, isLocal: false, way: 'public' } });
const ENGINE = addressOf('203.0.113.1');
const STRANGER = addressOf('198.51.100.2');

/** A snake that goes up from (5, 1), and another in a corner. */
const onTurn = (turn: number, more: Partial<RequestSketch> = {}): RequestSketch => {
  const body = `5,${3 + turn} 5,${2 + turn} 5,${1 + turn}`;
  return {
    turn,
    snakes: [
      { id: 'me', body },
      { id: 'other', body: '10,0 9,0 8,0' },
    ],
    ...more,
  };
};
const END = onTurn(4, { gone: ['other'] });

/** A strategy that says how many moves it remembers. */
function mountCounting(recorded: JournalEvent[] = []): TestSnake {
  return mountStrategy(
    {
      start: () => ({ moves: 0 }),
      move: (_, { memory }) => ({ move: 'up', shout: String(++(memory as { moves: number }).moves) }),
    },
    {},
    { player: PLAYER, record: (event) => recorded.push(event) },
  );
}

describe('a game of a MountedSnake whose ids somebody forges', () => {
  it('keeps its moves, its memory and its record, whatever comes under its ids', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountCounting(recorded);
    test.start(onTurn(0), ENGINE);
    for (const turn of [0, 1, 2, 3]) {
      expect(await test.move(onTurn(turn), ENGINE)).to.include({ shout: String(turn + 1) });
      for (const forged of [onTurn(turn), onTurn(turn + 1, { timeout: 2000 }), onTurn(0), onTurn(turn + 40)]) {
        const answer = await test.move(forged, STRANGER);
        expect(answer).to.include({ kind: 'moved' }).and.not.have.property('shout');
      }
      test.start(onTurn(0), STRANGER);
      test.end(onTurn(turn + 1, { gone: ['me', 'other'], timeout: 2000 }), STRANGER);
    }
    test.end(END, ENGINE);
    const events = await test.events();
    expect(named(events, 'gameEnded').map((event) => event.at(-1))).to.deep.equal(['win']);
    expect(named(events, 'answered')).to.have.lengthOf(4);
    expect(named(events, 'strangeRequest').length).to.be.at.least(20);
    expect(recorded.map(({ kind }) => kind)).to.deep.equal(['began', 'turn', 'turn', 'turn', 'turn', 'ended']);
  });

  it('answers a turn that is asked again from elsewhere as it answered it before', async () => {
    const test = mountCounting();
    for (const turn of [0, 1]) await test.move(onTurn(turn), ENGINE);
    expect(await test.move(onTurn(1), STRANGER)).to.include({ move: 'up', isDelegated: true });
  });

  it('is played on by an engine that changes its address', async () => {
    const test = mountCounting();
    for (const turn of [0, 1, 2, 3])
      expect(await test.move(onTurn(turn), turn < 2 ? ENGINE : STRANGER)).to.include({ shout: String(turn + 1) });
    test.end(END, STRANGER);
    expect(named(await test.events(), 'gameEnded').map((event) => event.at(-1))).to.deep.equal(['win']);
  });

  it('goes on after an end that was not its engine’s, and ends with the engine’s', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountCounting(recorded);
    for (const turn of [0, 1]) await test.move(onTurn(turn), ENGINE);
    test.end(onTurn(2, { gone: ['me', 'other'] }), STRANGER);
    for (const turn of [2, 3]) expect(await test.move(onTurn(turn), ENGINE)).to.include({ move: 'up' });
    test.end(END, ENGINE);
    await test.events();
    const kinds = recorded.map((event) => (event.kind === 'began' && event.goesOn === true ? 'goes on' : event.kind));
    expect(kinds).to.deep.equal(['began', 'turn', 'turn', 'ended', 'goes on', 'turn', 'turn', 'ended']);
    expect(recorded.at(-1)).to.deep.include({ saw: [2, 3] });
  });

  it('is not begun again by somebody else when it has just ended, but by its engine', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountCounting(recorded);
    for (const turn of [0, 1, 2, 3]) await test.move(onTurn(turn), ENGINE);
    test.end(END, ENGINE);
    test.start(onTurn(0), STRANGER);
    expect(await test.move(onTurn(0), STRANGER)).to.include({ kind: 'moved', move: 'up' });
    await test.events();
    expect(recorded.map(({ kind }) => kind)).to.deep.equal(['began', 'turn', 'turn', 'turn', 'turn', 'ended']);
    test.start(onTurn(0), ENGINE);
    await test.events();
    expect(recorded.at(-1)!.kind).to.equal('began');
  });

  it('ends with its engine’s end, if somebody else’s came just before', async () => {
    const recorded: JournalEvent[] = [];
    const test = mountCounting(recorded);
    for (const turn of [0, 1, 2, 3]) await test.move(onTurn(turn), ENGINE);
    test.end(onTurn(4, { gone: ['me', 'other'] }), STRANGER);
    test.end(END, ENGINE);
    test.end(END, ENGINE);
    test.end(onTurn(4, { gone: ['me', 'other'] }), STRANGER);
    await test.events();
    const ends = recorded.filter((event) => event.kind === 'ended');
    expect(ends.map(({ saw }) => saw)).to.deep.equal([
      [0, 3],
      [3, 3],
    ]);
    expect(ends[1]!.body).to.include('"turn":4');
  });
});

function named(events: readonly SnakeEvent[], name: SnakeEvent[0]): SnakeEvent[] {
  return events.filter(([event]) => event === name);
}
