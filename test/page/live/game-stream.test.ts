/** The stream of one game: stored turns and news, to readers that are slow, leave and return. */
import { expect } from 'chai';
import { encodePiece, GameStream, splitPiece, sumPiece, type GameSource } from '../../../src/page/live/game-stream.js';
import { takePiece } from '../../../src/page/client/game/turns.js';
import type { GamePieceView, GameView, TurnView } from '../../../src/views/game.js';
import { RecordingReader } from '../../support/live-readers.js';
import { until } from '../../support/soon.js';

const GAME: GameView = {
  id: 'g',
  snake: '/greedy',
  game: 'e',
  you: 'me',
  startedAt: 1,
  ruleset: 'standard',
  map: 'standard',
  source: '',
  width: 11,
  height: 11,
  snakes: 1,
  opponents: [],
  strategy: 'greedy',
  version: '',
  turns: 0,
  moved: 0,
  late: 0,
  failed: 0,
  illegal: 0,
  lost: 0,
};
const BOARD = { width: 11, height: 11, food: [], hazards: [], snakes: [] };

function turnOf(turn: number, rest: Partial<TurnView> = {}): TurnView {
  return { turn, board: BOARD, answer: { move: 'up', source: 'strategy', kind: 'moved' }, ...rest };
}

function pieceOf(turns: readonly TurnView[], rest: Partial<GamePieceView> = {}): GamePieceView {
  return { game: GAME, timeout: 500, turns, ...rest };
}

/** Stores the turns up to one, in pieces of two. */
class TestSource implements GameSource {
  isKept = true;
  readonly delay = 1;
  /** The last stored turn; `undefined` if the game is not stored, an error if it cannot be read. */
  last: number | undefined | Error;
  isOver = false;
  readonly reads: number[] = [];
  readonly streams = new Set<GameStream>();

  constructor(last?: number) {
    this.last = last;
  }

  async stored(from: number) {
    this.reads.push(from);
    const { last } = this;
    if (last instanceof Error) throw last;
    if (last === undefined) return undefined;
    const turns = [from, from + 1].filter((turn) => turn <= last).map((turn) => turnOf(turn));
    const game = { ...GAME, ...(this.isOver && { endedAt: 9 }) };
    const piece = pieceOf(turns, { game, isWhole: from + 1 >= last });
    return splitPiece(JSON.stringify([sumPiece(piece, from), piece]));
  }

  follow(stream: GameStream) {
    this.streams.add(stream);
    return () => this.streams.delete(stream);
  }

  async open(from = 0): Promise<RecordingReader> {
    const reader = new RecordingReader();
    const stream = new GameStream(this, reader, await this.stored(from));
    open.push(stream);
    return reader;
  }

  tell(piece: GamePieceView): void {
    for (const stream of this.streams) stream.take(piece, encodePiece(JSON.stringify(piece)));
  }
}

const open: GameStream[] = [];

/** What a page knows after all that was sent to some readers, one after the other. */
function shownTo(...readers: readonly RecordingReader[]): GamePieceView | undefined {
  const pieces = readers.flatMap(({ events }) => events.filter(({ event }) => event === 'piece'));
  return pieces.map(({ data }) => data as GamePieceView).reduce<GamePieceView | undefined>(takePiece, undefined);
}

const turnsOf = (...readers: readonly RecordingReader[]) => shownTo(...readers)?.turns.map(({ turn }) => turn);

describe('the stream of a game', () => {
  afterEach(() => open.splice(0).forEach((stream) => stream.close()));

  it('has all pieces of a game that is over, and then ends for good', async () => {
    const source = new TestSource(4);
    source.isOver = true;
    const reader = await source.open();
    await until(() => reader.state === 'ended');
    expect(reader.events.map(({ event, id }) => [event, id])).to.deep.equal([
      ['piece', '2'],
      ['piece', '4'],
      ['piece', '4'],
      ['end', ''],
    ]);
    expect(turnsOf(reader)).to.deep.equal([0, 1, 2, 3, 4]);
    expect(reader.events.at(-1)!.data).to.deep.equal({ reason: 'over' });
    // Nothing is parsed for a game that is over.
    expect(source.streams.size).to.equal(0);
  });

  it('waits while a reader does not read', async () => {
    const source = new TestSource(9);
    const reader = new RecordingReader();
    reader.waiting = 2 ** 20;
    open.push(new GameStream(source, reader, await source.stored(0)));
    source.tell(pieceOf([turnOf(10)]));
    expect(turnsOf(reader)).to.deep.equal([0, 1]);
    expect(source.reads).to.deep.equal([0]);
    source.last = 10;
    reader.waiting = 0;
    await until(() => turnsOf(reader)?.length === 11);
  });

  it('continues with the news, and reads what they leave out once it is stored', async () => {
    const source = new TestSource(1);
    const reader = await source.open();
    source.tell(pieceOf([turnOf(1)]));
    source.tell(pieceOf([turnOf(2)]));
    source.tell(pieceOf([turnOf(5)]));
    expect(turnsOf(reader)).to.deep.equal([0, 1, 2, 5]);
    await until(() => source.reads.length > 4);
    source.last = 5;
    await until(() => source.reads.at(-1) === 5);
    await until(() => turnsOf(reader)!.length === 6);
    const { length } = source.reads;
    source.tell(pieceOf([turnOf(6)]));
    await new Promise((resolve) => setImmediate(resolve));
    expect(source.reads).to.have.lengthOf(length);
  });

  it('begins with the news if the game is not stored yet, or cannot be read', async () => {
    for (const missing of [undefined, new Error('the disk is slow')]) {
      const source = new TestSource();
      const reader = await source.open();
      source.last = missing;
      source.tell(pieceOf([turnOf(3)]));
      expect(turnsOf(reader)).to.deep.equal([3]);
      source.last = 3;
      await until(() => turnsOf(reader)!.length === 4);
    }
  });

  it('ends when the store has the end, which it may have later than the news', async () => {
    const source = new TestSource(1);
    const reader = await source.open();
    const final: TurnView = { turn: 3, board: BOARD, isFinal: true };
    source.tell(pieceOf([final], { game: { ...GAME, endedAt: 9, result: 'loss' } }));
    expect(shownTo(reader)!.game.result).to.equal('loss');
    await until(() => source.reads.length > 3);
    expect(reader.state).to.equal('open');
    [source.last, source.isOver] = [3, true];
    await until(() => reader.state === 'ended');
    expect(turnsOf(reader)).to.deep.equal([0, 1, 2, 3]);
  });

  it('ends with the news if the game is not stored at all', async () => {
    const source = new TestSource();
    source.isKept = false;
    const reader = await source.open();
    source.tell(pieceOf([turnOf(3)]));
    source.tell(pieceOf([], { game: { ...GAME, endedAt: 9 } }));
    expect(reader.state).to.equal('ended');
  });

  it('loses no turn and has none twice if a reader reconnects, to this host or the next one', async () => {
    const source = new TestSource(3);
    const first = await source.open();
    await until(() => first.events.length > 1);
    source.tell(pieceOf([turnOf(3)]));
    source.tell(pieceOf([turnOf(5)]));
    const id = Number(first.events.findLast((event) => event.id !== '')!.id);
    expect(id).to.equal(3);
    for (const stream of source.streams) stream.end('closing');
    expect(first.events.at(-1)!.data).to.deep.equal({ reason: 'closing', retry: 2000 });
    const next = new TestSource(7);
    const second = await next.open(id);
    await until(() => turnsOf(first, second)!.at(-1) === 7);
    expect(next.reads[0]).to.equal(3);
    expect(turnsOf(first, second)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
  });

  it('is no longer fed when its reader has left', async () => {
    const source = new TestSource(1);
    const reader = await source.open();
    open.pop()!.close();
    expect(source.streams.size).to.equal(0);
    const { length } = source.reads;
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect([source.reads.length, reader.state]).to.deep.equal([length, 'open']);
  });
});

describe('a piece with its summary', () => {
  it('is split without being parsed, whatever is in it', () => {
    const name = '}]{"next":7}';
    const piece = pieceOf([turnOf(0, { board: { ...BOARD, snakes: [] } })], { game: { ...GAME, snake: name } });
    const summary = sumPiece(piece, 0);
    expect(splitPiece(JSON.stringify([summary, piece]))).to.deep.equal({ ...summary, json: JSON.stringify(piece) });
  });

  it('is continued with its last turn, whose feedback may be missing, or after it if there are more', () => {
    const turns = [turnOf(4), turnOf(5)];
    expect(sumPiece(pieceOf(turns, { isWhole: true }), 4)).to.deep.equal({ next: 5, isWhole: true, isOver: false });
    expect(sumPiece(pieceOf(turns, { isWhole: false }), 4).next).to.equal(6);
    expect(sumPiece(pieceOf([], { isWhole: true }), 4).next).to.equal(4);
  });
});
