/** Hosts that play the same game in turn, and whose events reach the journal in any order. */
import { expect } from 'chai';
import { array, assert, asyncProperty, boolean, constantFrom, integer, record, tuple } from 'fast-check';
import { openDatabase } from '../../../src/journal/open-database.js';
import { outcomeOfTurns } from '../../../src/inference/game-outcome.js';
import { NO_TURNS, type EventOf, type JournalEvent, gameIdOf } from '../../../src/journal/journal-event.js';
import { findGame } from '../../../src/journal/store/read-games.js';
import type { OpenDatabase } from '../../../src/journal/store/tables.js';
import { writeEvents } from '../../../src/journal/store/write-events.js';
import { forgetEarlyEnds } from '../../../src/journal/store/writing/end-game.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { beganEvent, climbingOn, DUEL, endedEvent, gameEvents, turnEvent } from '../../support/journals.js';
import { runsOf } from '../../support/budget.js';

const REF = { snake: '/greedy', game: 'game', you: 'me' };
const ID = gameIdOf(REF);
/** The columns that differ between one host and two; the turns are compared one by one. */
const OF_HOSTS: ReadonlySet<string> = new Set(['host', 'held_at', 'packed']);

/** The third plays no turn, but may be sent the end. */
type HostName = 'a' | 'b' | 'c';
/** The part of a game that one host plays. */
interface Stretch {
  readonly host: HostName;
  readonly turns: number;
  /** The host was started again meanwhile, or plays the game for the first time. */
  readonly isNew: boolean;
}
/** A game as it was played, and how its events come in. */
interface Played {
  readonly stretches: readonly Stretch[];
  readonly result: 'win' | 'loss' | 'abandoned';
  /** The host that is sent the end; one that did not have the last turn does not know how the game ended. */
  readonly ends: HostName;
  /** The hosts that had the game before give it up later: nobody asks them any more. */
  readonly isLeft: boolean;
  /** From which host the next events come, and how many. */
  readonly deliveries: readonly (readonly [HostName, number])[];
}

const play = record<Played>({
  stretches: array(record({ host: constantFrom('a', 'b'), turns: integer({ min: 1, max: 4 }), isNew: boolean() }), {
    minLength: 1,
    maxLength: 5,
  }),
  result: constantFrom('win', 'loss', 'abandoned'),
  ends: constantFrom('a', 'b', 'c'),
  isLeft: boolean(),
  deliveries: array(tuple(constantFrom('a', 'b', 'c'), integer({ min: 1, max: 6 })), { maxLength: 12 }),
});

const assigned = (variant: 'base' | 'candidate', share: number) =>
  ({ player: { assignment: { experiment: 'food', variant, split: 0.5, share, sides: 's' } } }) as const;

const stretch = (host: HostName, turns: number, isNew = false): Stretch => ({ host, turns, isNew });

/** A chunk of the first host has turns before and after the turns of the second, whose two chunks come later. */
const BEFORE_AND_AFTER: Played = {
  stretches: [stretch('a', 1), stretch('b', 1), stretch('b', 1, true), stretch('a', 2)],
  result: 'abandoned',
  ends: 'a',
  isLeft: false,
  deliveries: [['a', 4]],
};

/** The snake died on the first host; a third was sent the end, and delivers it first. */
const END_FIRST: Played = {
  stretches: [stretch('a', 3)],
  result: 'loss',
  ends: 'c',
  isLeft: true,
  deliveries: [
    ['c', 1],
    ['a', 2],
  ],
};

onEveryDatabase('a game of two hosts', (find) => {
  let opened: OpenDatabase;
  before(async () => {
    opened = await openDatabase(await find('order.db'), 'write');
  });
  after(() => opened?.db.destroy());

  const empty = async () => {
    await opened.db.deleteFrom('games').execute();
    await opened.db.deleteFrom('chunks').execute();
  };
  const write = (events: readonly JournalEvent[], host: string) =>
    opened.db.transaction().execute((db) => writeEvents(db, events, { host }));
  const rows = async () => {
    const games = await opened.db.selectFrom('games').selectAll().execute();
    const chunks = await opened.db.selectFrom('chunks').select('game_id').execute();
    const kept = games.map((row) => Object.fromEntries(Object.entries(row).filter(([name]) => !OF_HOSTS.has(name))));
    return { games: kept, chunks, list: (await findGame(opened.db, ID))?.list };
  };

  it('is the same in whatever order they deliver, and as one host would have kept it', async function () {
    this.timeout(300_000);
    await assert(
      asyncProperty(play, async (played) => {
        await empty();
        await write(asPlayedByOne(played), 'one');
        const expected = await rows();
        await empty();
        const streams = asPlayedByTwo(played);
        for (const [host, count] of played.deliveries) await write(streams[host].splice(0, count), host);
        for (const host of ['c', 'b', 'a'] as const) await write(streams[host].splice(0), host);
        expect(await rows()).to.deep.equal(expected);
        expect(await opened.db.selectFrom('ends').selectAll().execute()).to.deep.equal([]);
      }),
      { numRuns: runsOf(150), examples: [[BEFORE_AND_AFTER], [END_FIRST]] },
    );
  });

  it('is one game if a proxy has sent its first request to both', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      await empty();
      const events = {
        a: [beganEvent({ at: 1000 })],
        b: gameEvents({ at: 1200, result: 'win', end: { ...DUEL, turn: 1 } }),
      };
      for (const host of order) await write(events[host], host);
      const { games } = await rows();
      expect(games.map(({ id, started_at, result, moved }) => [id, Number(started_at), result, moved])).to.deep.equal([
        [ID, 1000, 'win', 1],
      ]);
    }
  });

  it('is one game if its first host was stopped meanwhile, and finds the requests of that time when it is over', async () => {
    const moves = [0, 1, 2].map((turn) => ({ turn, snakes: climbingOn(turn) }));
    const end = { turn: 3, snakes: climbingOn(2), gone: ['other'] };
    const late = [beganEvent({ at: 13_000 }, moves[0]), turnEvent({ at: 13_000 }, moves[0]!)];
    const cases = [
      { b: gameEvents({ at: 1200, turns: moves.slice(1), result: 'win', end }), moved: 3, started: 1200 },
      { b: gameEvents({ at: 1200, turns: moves, result: 'win', end }), moved: 3, started: 1200 },
      // The last host knows nothing but the end.
      {
        b: [{ ...endedEvent({ at: 1200, result: 'unknown', end }), saw: NO_TURNS } as JournalEvent],
        moved: 1,
        started: 13_000,
      },
    ];
    for (const { b, moved, started } of cases) {
      for (const isFirst of [false, true]) {
        await empty();
        if (isFirst) await write(late, 'a');
        await write(b, 'b');
        if (!isFirst) await write(late, 'a');
        await write([endedEvent({ at: 600_000, result: 'abandoned' })], 'a');
        const found = (await rows()).games.map((row) => [row.id, Number(row.started_at), row.result, row.moved]);
        expect(found, JSON.stringify({ moved, isFirst })).to.deep.equal([[ID, started, 'win', moved]]);
      }
    }
  });

  it('is two games if the engine began it again on the second, and none of their turns is lost', async () => {
    for (const order of [
      ['a', 'b'],
      ['b', 'a'],
    ] as const) {
      await empty();
      const events = {
        a: gameEvents({ at: 1000, turns: [DUEL, { ...DUEL, turn: 1 }], result: 'loss', end: { ...DUEL, turn: 2 } }),
        b: gameEvents({ at: 60_000, result: 'win', end: { ...DUEL, turn: 1 } }),
      };
      for (const host of order) await write(events[host], host);
      const { games, chunks } = await rows();
      const found = games.map(({ started_at, result, moved }) => [Number(started_at), result, moved] as const);
      expect(found.sort(([one], [other]) => one - other)).to.deep.equal([
        [1000, 'loss', 2],
        [60_000, 'win', 1],
      ]);
      expect(chunks).to.deep.equal([]);
    }
  });

  it('has the same end if its host has vanished, and another host gets the /end', async () => {
    await empty();
    await write([beganEvent(), turnEvent({}, DUEL)], 'a');
    const abandoned = { ended_at: 9000, result: 'abandoned' };
    await opened.db.updateTable('games').set(abandoned).where('id', '=', ID).execute();
    const end = endedEvent({ at: 8000, result: 'loss', end: { ...DUEL, turn: 1, gone: ['other'] } });
    await write([{ ...end, saw: NO_TURNS } as JournalEvent], 'b');
    expect((await rows()).games[0]).to.include({ result: 'win', place: 1, turns: 1, moved: 1, ended_at: 8500 });
  });

  it('keeps its result if a host that did not know it gets another end later', async () => {
    await empty();
    await write(gameEvents({ result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } }), 'a');
    const before = await rows();
    const end = endedEvent({ at: 9000, result: 'loss', end: { ...DUEL, turn: 1, gone: ['me', 'other'] } });
    await write([{ ...end, saw: NO_TURNS } as JournalEvent], 'b');
    expect(await rows()).to.deep.equal(before);
  });

  it('was not drawn if its host has forgotten it, and played on with the other side', async () => {
    await empty();
    await write([beganEvent(assigned('base', 0.2))], 'a');
    await write([beganEvent({ at: 1003, ...assigned('candidate', 0) }, { ...DUEL, turn: 3 })], 'a');
    expect((await rows()).games[0]).to.include({ variant: 'base', share: 0, first_turn: 0 });
  });

  it('was not drawn if another host has begun it for the base, since the candidate was stopped there', async () => {
    for (const isInOrder of [true, false]) {
      await empty();
      const [first, second] = [beganEvent(assigned('candidate', 0.2)), beganEvent({ at: 1003 })];
      if (isInOrder) await write([first], 'a');
      await write([second], 'b');
      if (!isInOrder) await write([first], 'a');
      expect((await rows()).games[0], `${isInOrder}`).to.include({ variant: 'candidate', share: 0 });
    }
  });

  it('keeps the share of its draw, unless another host has played on with the other side', async () => {
    const first = beganEvent(assigned('base', 0.2));
    const continued = (variant: 'base' | 'candidate') =>
      beganEvent({ at: 1003, ...assigned(variant, 0) }, { ...DUEL, turn: 3 });
    for (const [variant, share] of [
      ['base', 0.2],
      ['candidate', 0],
    ] as const)
      for (const isInOrder of [true, false]) {
        await empty();
        if (isInOrder) await write([first], 'a');
        await write([continued(variant)], 'b');
        if (!isInOrder) await write([first], 'a');
        expect((await rows()).games[0], `${isInOrder}`).to.include({ variant: 'base', share, first_turn: 0 });
      }
  });

  it('forgets ends whose games have not come in a week, and all but the newest', async () => {
    await empty();
    const ends = ['one', 'two'].map((game, index) =>
      endedEvent({ game, at: 1000 * (index + 1), result: 'win', end: { ...DUEL, turn: 1 } }),
    );
    await write(ends, 'a');
    const kept = async () => (await opened.db.selectFrom('ends').select('at').execute()).map((end) => end.at);
    expect(await kept()).to.have.members([1500, 2500]);
    await forgetEarlyEnds(opened.db, 2000 + 7 * 24 * 3_600_000);
    expect(await kept()).to.deep.equal([2500]);
    await forgetEarlyEnds(opened.db, 3000 + 7 * 24 * 3_600_000);
    expect(await kept()).to.deep.equal([]);
  });

  it('continues if it was closed while its host was unreachable', async () => {
    await empty();
    await write([beganEvent(), turnEvent({}, DUEL)], 'a');
    const abandoned = { ended_at: 9000, result: 'abandoned' };
    await opened.db.updateTable('games').set(abandoned).where('id', '=', ID).execute();
    await write([turnEvent({}, { ...DUEL, turn: 1 })], 'a');
    expect((await rows()).games[0]).to.include({ result: null, ended_at: null });
    await write([endedEvent({ result: 'win', end: { ...DUEL, turn: 2, gone: ['other'] } })], 'a');
    expect((await rows()).games[0]).to.include({ result: 'win', moved: 2 });
  });
});

/** The events as a single host would have recorded them. */
function asPlayedByOne(played: Played): JournalEvent[] {
  return asPlayedByTwo({
    ...played,
    ends: 'a',
    isLeft: false,
    stretches: played.stretches.map((one) => ({ ...one, host: 'a', isNew: false })),
  }).a;
}

/** The events of each host in their order. */
function asPlayedByTwo({ stretches, result, ends, isLeft }: Played): Record<HostName, JournalEvent[]> {
  const streams: Record<HostName, JournalEvent[]> = { a: [], b: [], c: [] };
  const seen: Record<HostName, number[]> = { a: [], b: [], c: [] };
  let turn = 0;
  for (const { host, turns, isNew } of stretches) {
    const stream = streams[host];
    if ((isNew && turn > 0) || stream.length === 0) {
      stream.push(beganEvent({ at: at(turn) - 1 }, { ...DUEL, turn }));
      seen[host] = [];
    }
    for (const end = turn + turns; turn < end; turn++) {
      stream.push(turnEvent({}, { ...DUEL, turn }, { at: at(turn), last: { used: 'yes', latency: `${turn}` } }));
      seen[host].push(turn);
    }
  }
  const last = result === 'abandoned' ? stretches.at(-1)!.host : ends;
  streams[last].push(result === 'abandoned' ? endedEvent({ at: at(turn) }) : endOf(turn, result, seen[last]));
  for (const other of ['a', 'b'] as const)
    if (isLeft && other !== last && seen[other].length > 0)
      streams[other].push(endedEvent({ at: at(turn) + 3_600_000 }));
  return streams;
}

/** The end as a host makes it out that was asked on these turns. */
function endOf(turn: number, result: 'win' | 'loss', seen: readonly number[]): JournalEvent {
  const gone = [result === 'win' ? 'other' : 'me'];
  const event = endedEvent({ at: at(turn), result, end: { ...DUEL, turn, gone } }) as EventOf<'ended'>;
  const bodies = seen.map((each) => turnEvent({}, { ...DUEL, turn: each }).body!);
  const first = seen.findLast((each) => !seen.includes(each - 1));
  const saw = first === undefined ? NO_TURNS : ([first, seen.at(-1)!] as const);
  return { ...event, outcome: outcomeOfTurns(bodies, event.body!), saw };
}

/** When a turn was played. */
function at(turn: number): number {
  return 100_000 + 500 * turn;
}
