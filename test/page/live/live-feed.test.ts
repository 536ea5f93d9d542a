import { expect } from 'chai';
import { takePiece } from '../../../src/page/client/game/turns.js';
import { GameStream } from '../../../src/page/live/game-stream.js';
import type { GamePieceView } from '../../../src/views/game.js';
import type { LiveSnapshot, LiveUpdate, LiveGameView } from '../../../src/views/live.js';
import { LiveFeed } from '../../../src/page/live/live-feed.js';
import { beganEvent, DUEL, endedEvent, gameEvents, turnEvent, type GameSketch } from '../../support/journals.js';
import { IDLE_HOST, RecordingReader } from '../../support/live-readers.js';

const LATE = { kind: 'late', move: 'left', took: 430, fallback: 'safe', reason: 'no move by the deadline' } as const;

/** A feed with a clock that the test moves. */
class TestFeed extends LiveFeed {
  readonly clock: { at: number };

  constructor() {
    const clock = { at: 0 };
    super(
      () => IDLE_HOST,
      () => clock.at,
    );
    this.clock = clock;
  }

  /** The next update, `ms` later. */
  pass(ms = 100): void {
    this.clock.at += ms;
    this.update();
  }

  play(sketch: GameSketch, turns: number): void {
    this.record(beganEvent(sketch));
    for (let turn = 0; turn < turns; turn++) this.record(turnEvent(sketch, { ...DUEL, turn }));
  }
}

function gamesOf(reader: RecordingReader): LiveGameView[] {
  return reader.events.flatMap(({ event, data }) =>
    event === 'snapshot' ? (data as LiveSnapshot).games : ((data as LiveUpdate).games ?? []),
  );
}

function updatesOf(reader: RecordingReader): LiveUpdate[] {
  return reader.events.filter(({ event }) => event === 'update').map(({ data }) => data as LiveUpdate);
}

const turnsOf = (reader: RecordingReader) =>
  updatesOf(reader).flatMap(({ games = [] }) => games.map(({ turn }) => turn.turn));

/** A stream of one game that is not stored, and what its reader knows. */
function follow(feed: LiveFeed, id: string) {
  const reader = new RecordingReader();
  const source = {
    isKept: false,
    delay: 60_000,
    stored: () => Promise.resolve(undefined),
    follow: (stream: GameStream) => feed.follow(id, stream),
  };
  const stream = new GameStream(source, reader, undefined);
  return {
    reader,
    stream,
    get shown() {
      const pieces = reader.events.filter(({ event }) => event === 'piece').map(({ data }) => data as GamePieceView);
      return pieces.reduce<GamePieceView | undefined>(takePiece, undefined);
    },
  };
}

describe('live feed', () => {
  let feed: TestFeed;
  beforeEach(() => (feed = new TestFeed()));
  afterEach(() => feed.close());

  it('shows running games as of their last turn, then every turn, then how they ended', () => {
    feed.play({ game: 'a' }, 3);
    const reader = new RecordingReader();
    feed.open(reader);
    expect(reader.events[0]).to.deep.include({
      event: 'snapshot',
      data: { host: IDLE_HOST, games: [] },
    });
    feed.pass();
    const [game] = gamesOf(reader);
    expect(game).to.include({ game: 'a', strategy: 'greedy', timeout: 500 });
    expect(game).to.include({ turns: 2, moved: 3, late: 0, lost: 0 });
    expect(game!.turn.turn).to.equal(2);
    expect(game!.turn.answer).to.deep.include({ kind: 'moved', source: 'strategy', move: 'up', took: 4, budget: 430 });
    expect(game!.turn.board.snakes.map(({ name, isYou }) => [name, isYou])).to.deep.equal([
      ['Me', true],
      ['Other', undefined],
    ]);
    const followed = follow(feed, game!.id);
    feed.record(turnEvent({ game: 'a' }, { ...DUEL, turn: 3 }, { answer: LATE, last: { used: 'no', latency: '0' } }));
    feed.record(turnEvent({ game: 'a' }, { ...DUEL, turn: 4 }));
    feed.record(endedEvent({ game: 'a', result: 'loss', end: { ...DUEL, turn: 5 } }));
    feed.pass();
    // An update has each game once, as of its last turn; the stream of a game has every turn.
    const [, last] = updatesOf(reader);
    expect(last!.games).to.have.lengthOf(1);
    expect(last!.games![0]).to.deep.include({ id: game!.id, result: 'loss', moved: 4, late: 1, lost: 1 });
    expect(last!.games![0]!.turn.turn).to.equal(4);
    expect(last!.games![0]!.final).to.deep.include({ turn: 4, isFinal: true });
    expect(followed.shown!.turns.map(({ turn, isFinal }) => [turn, isFinal])).to.deep.equal([
      [2, undefined],
      [3, undefined],
      [4, true],
    ]);
    expect(followed.shown!.turns[0]).to.deep.include({ turn: 2, feedback: { used: 'no', latency: '0' } });
    expect(followed.shown!.turns[1]!.answer).to.include({ source: 'safe', reason: LATE.reason });
    expect(followed.shown!.game).to.include({ id: game!.id, result: 'loss' });
    const again = new RecordingReader();
    feed.open(again);
    expect(gamesOf(again)).to.deep.equal([]);
  });

  it('counts fallbacks and lost turns, each turn once', () => {
    feed.record(beganEvent({}));
    const late = turnEvent({}, DUEL, { answer: LATE, last: { used: 'no', latency: '' } });
    feed.record(late);
    feed.record(late);
    const reader = new RecordingReader();
    feed.open(reader);
    feed.pass();
    expect(gamesOf(reader)[0]).to.include({ late: 1, lost: 1 });
  });

  it('sends what a reader has missed if it reconnects soon, and a snapshot if it reconnects late', () => {
    feed.play({}, 1);
    const first = new RecordingReader();
    const leave = feed.open(first);
    feed.pass();
    leave();
    const { id } = first.events.at(-1)!;
    feed.record(turnEvent({}, { ...DUEL, turn: 1 }));
    feed.pass(5000);
    const second = new RecordingReader();
    const leaveAgain = feed.open(second, id);
    expect(second.events.map(({ event }) => event)).to.deep.equal(['update']);
    expect(turnsOf(second)).to.deep.equal([1]);
    leaveAgain();
    feed.pass(5000);
    feed.pass(20_000);
    const third = new RecordingReader();
    feed.open(third, second.events.at(-1)!.id);
    expect(third.events.map(({ event }) => event)).to.deep.equal(['snapshot']);
    for (const odd of ['x', '-1', `${id.split('-')[0]}-99`, 'a-b-c']) {
      const reader = new RecordingReader();
      feed.open(reader, odd);
      expect(reader.events[0]!.event, odd).to.equal('snapshot');
    }
  });

  it('says once a second how the host does', () => {
    const reader = new RecordingReader();
    feed.open(reader);
    for (let tick = 0; tick < 25; tick++) feed.pass();
    expect(updatesOf(reader)).to.have.lengthOf(2);
  });

  it('drops a reader that does not read, and keeps sending to the others', () => {
    const [slow, fast] = [new RecordingReader(), new RecordingReader()];
    feed.open(slow);
    feed.open(fast);
    slow.waiting = 2 ** 20 + 1;
    feed.pass(1000);
    expect([slow.state, fast.state, feed.readers]).to.deep.equal(['dropped', 'open', 1]);
    expect(updatesOf(fast)).to.have.lengthOf(1);
  });

  it('ends its streams when it is closed, and tells the readers', () => {
    const reader = new RecordingReader();
    feed.open(reader);
    feed.close();
    expect(reader.state).to.equal('ended');
    expect(reader.events.at(-1)).to.deep.include({ event: 'end', data: { reason: 'closing', retry: 2000 } });
    expect(feed.isClosed).to.equal(true);
  });

  it('parses nothing while nobody watches', () => {
    feed.record(beganEvent({}));
    const event = turnEvent({}, DUEL);
    feed.record({ ...event, body: 'not JSON' });
    feed.pass();
    const reader = new RecordingReader();
    feed.open(reader);
    feed.pass();
    expect(gamesOf(reader)).to.deep.equal([]);
  });

  it('leaves turns out if there are too many to show, but never the last', () => {
    const reader = new RecordingReader();
    feed.open(reader);
    feed.play({}, 5000);
    for (let tick = 0; tick < 20; tick++) feed.pass();
    const shown = turnsOf(reader);
    expect(shown.at(-1)).to.equal(4999);
    expect(shown).to.have.length.below(100);
  });

  it('keeps a bounded number of bytes, and the games with the latest news', () => {
    const long = 'x'.repeat(200_000);
    const fill = (name: string) => {
      const event = beganEvent({ game: name });
      feed.record({ ...event, body: JSON.stringify({ long }) });
    };
    for (let game = 0; game < 500; game++) fill(`long ${game}`);
    expect(feed.bytes).to.be.below(17 * 1024 * 1024);
    feed.play({ game: 'real' }, 2);
    for (let game = 0; game < 20; game++) fill(`more ${game}`);
    const reader = new RecordingReader();
    feed.open(reader);
    for (let tick = 0; tick < 200; tick++) feed.pass();
    expect(gamesOf(reader).map(({ game }) => game)).to.deep.equal(['real']);
    for (let game = 0; game < 5000; game++) feed.record(beganEvent({ game: `short ${game}` }));
    expect(feed.bytes).to.be.below(17 * 1024 * 1024);
  });

  it('ends a game for its readers, if need be without its last board', () => {
    const reader = new RecordingReader();
    feed.open(reader);
    for (const isFull of [false, true]) {
      const game = { game: `full ${isFull}` };
      feed.play(game, 1);
      feed.pass();
      feed.record(endedEvent({ ...game, result: 'win', end: { ...DUEL, turn: 1 } }));
      for (let other = 0; other < (isFull ? 100 : 0); other++)
        feed.record({ ...beganEvent({ game: `${other}` }), body: ' '.repeat(200_000) });
      feed.pass();
    }
    const ended = gamesOf(reader).filter(({ endedAt }) => endedAt !== undefined);
    expect(ended.map(({ result, final }) => [result, final !== undefined])).to.deep.equal([
      ['win', true],
      ['win', false],
    ]);
  });

  it('does not show what is too long, and forgets what it followed when it is closed', () => {
    const reader = new RecordingReader();
    feed.open(reader);
    feed.play({}, 1);
    feed.pass();
    const event = turnEvent({}, { ...DUEL, turn: 1 });
    feed.record({ ...event, body: ' '.repeat(600_000) });
    feed.pass();
    expect(updatesOf(reader).at(-1)!.hidden).to.have.lengthOf(1);
    expect(feed.bytes).to.equal(0);
  });

  it('gives the bytes back when games end, watched or not', () => {
    const reader = new RecordingReader();
    for (const isWatched of [false, true]) {
      if (isWatched) feed.open(reader);
      for (let game = 0; game < 50; game++) {
        for (const event of gameEvents({ game: `${game}`, result: 'win', end: { ...DUEL, turn: 1 } }))
          feed.record(event);
        if (isWatched) feed.pass();
      }
      for (let tick = 0; tick < 50; tick++) feed.pass();
      expect(feed.bytes).to.equal(0);
    }
    expect(gamesOf(reader).filter(({ endedAt }) => endedAt !== undefined)).to.have.lengthOf(50);
  });
});
