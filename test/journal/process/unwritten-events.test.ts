import { expect } from 'chai';
import type { JournalEvent } from '../../../src/journal/journal-event.js';
import { UnwrittenEvents } from '../../../src/journal/process/unwritten-events.js';
import { DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';

const MAX_BYTES = 1024 * 1024;

describe('UnwrittenEvents', () => {
  it('drops invented games of a flood before a turn of a real one, whenever that began', () => {
    const { events, dropped, of } = create();
    for (const event of gameEvents({ game: 'before' })) events.add(event);
    invent(events, 0, 1000);
    for (const event of gameEvents({ game: 'during' })) events.add(event);
    for (let turn = 1; turn <= 40; turn++) {
      invent(events, 1000 * turn, 20);
      for (const game of ['before', 'during']) events.add(turnOf(game, turn));
    }
    for (const game of ['before', 'during'])
      events.add(endedEvent({ game, result: 'win', end: { ...DUEL, turn: 41 } }));
    expect(dropped.length).to.be.greaterThan(1000);
    expect([of('before'), of('during')]).to.deep.equal([[], []]);
    expect(events.size.entries + dropped.length).to.equal(2 * 1000 + 2 * 40 * 20 + 2 * 43);
  });

  it('sends a game that was held back in its order, and all that are left once there is room', () => {
    const { events, of } = create();
    invent(events, 0, 1000);
    for (const event of gameEvents({ game: 'played' })) events.add(event);
    events.add(turnOf('played', 1));
    for (const event of gameEvents({ game: 'short' })) events.add(event);
    const sent = [];
    for (;;) {
      events.seal();
      const messages = [...events.next()].map(String);
      if (messages.length === 0) break;
      sent.push(...messages.flatMap(readEvents));
      events.confirm(events.last);
    }
    const played = sent.filter(({ game }) => game === 'played').map(({ kind, facts }) => facts?.turn ?? kind);
    expect(played).to.deep.equal(['began', 0, 1]);
    expect(sent.filter(({ game }) => game === 'short')).to.have.lengthOf(2 - of('short').length);
    expect(events.size).to.deep.equal({ entries: 0, bytes: 0 });
  });

  it('counts the memory that events take: their message, and the requests that are kept', () => {
    const { events } = create();
    for (const event of gameEvents({ game: 'one' })) events.add(event);
    events.seal();
    const [message] = [...events.next()];
    const { body } = gameEvents({ game: 'one' })[0]!;
    expect(events.size.bytes).to.be.at.least(message!.length + body!.length);
  });

  it('never takes more memory than its limit', () => {
    const { events, dropped } = create();
    invent(events, 0, 5000);
    for (let turn = 0; turn < 5000; turn++) events.add(turnOf('real', turn));
    expect(events.size.bytes).to.be.within(MAX_BYTES * 0.5, MAX_BYTES * 1.1);
    expect(events.size.entries + dropped.length).to.equal(15_000);
    const { events: given, games } = events.giveUp();
    expect(given + dropped.length).to.equal(15_000);
    expect(games).to.include('real');
    expect(events.size).to.deep.equal({ entries: 0, bytes: 0 });
  });
});

interface Sent {
  readonly kind: string;
  readonly game: string;
  readonly facts?: { readonly turn: number };
}

function readEvents(message: string): readonly Sent[] {
  return (JSON.parse(message.slice(0, message.indexOf('\n'))) as { events: readonly Sent[] }).events;
}

function create() {
  const dropped: JournalEvent[] = [];
  const events = new UnwrittenEvents(MAX_BYTES, (lost) => void dropped.push(...lost));
  return { events, dropped, of: (game: string) => dropped.filter((event) => event.game === game) };
}

function turnOf(game: string, turn: number): JournalEvent {
  return turnEvent({ game }, { ...DUEL, turn });
}

function invent(events: UnwrittenEvents, from: number, count: number): void {
  for (let game = from; game < from + count; game++)
    for (const event of gameEvents({ game: `invented ${game}` })) events.add(event);
}
