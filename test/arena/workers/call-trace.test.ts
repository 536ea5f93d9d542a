import { expect } from 'chai';
import { existsSync } from 'node:fs';
import { CallTraceReader, CallTraceWriter } from '../../../src/arena/workers/call-trace.js';

describe('a call trace', () => {
  let reader: CallTraceReader;
  beforeEach(() => (reader = new CallTraceReader()));
  afterEach(() => reader.close());

  it('has no call before the first', () => {
    expect(reader.read()).to.equal(undefined);
  });

  it('has the call written last, and how many there were', () => {
    const writer = new CallTraceWriter(reader.file);
    writer.write({ tasksDone: 0, game: 0, seat: 0, call: 'start', turn: 0 });
    writer.write({ tasksDone: 7, game: 1, seat: 3, call: 'end', turn: 9 });
    expect(reader.read()).to.deep.equal({ count: 2, tasksDone: 7, game: 1, seat: 3, call: 'end', turn: 9 });
  });

  it('has the last 20 lines that were printed, shortened', () => {
    const writer = new CallTraceWriter(reader.file);
    expect(reader.readPrinted()).to.deep.equal([]);
    for (let line = 0; line < 30; line++) writer.print(`line ${line}`);
    writer.write({ tasksDone: 0, game: 0, seat: 0, call: 'move', turn: 4 });
    expect(reader.readPrinted()).to.deep.equal(Array.from({ length: 20 }, (_, index) => `line ${index + 10}`));
    writer.print('🐍'.repeat(5000));
    expect(reader.readPrinted().at(-1)).to.equal('🐍'.repeat(80));
    expect(reader.read()).to.include({ call: 'move', turn: 4 });
  });

  it('has only what the seat of the call printed in this game', () => {
    const writer = new CallTraceWriter(reader.file);
    const call = (game: number, seat: number) => writer.write({ tasksDone: 0, game, seat, call: 'move', turn: 0 });
    for (const seat of [0, 1]) {
      call(1, seat);
      writer.print(`seat ${seat}`);
    }
    const printed = [[1, 0] as const, [1, 1] as const, [2, 1] as const].map(([game, seat]) => {
      call(game, seat);
      return reader.readPrinted();
    });
    expect(printed).to.deep.equal([['seat 0'], ['seat 1'], []]);
  });

  it('works on after its file is removed', () => {
    const writer = new CallTraceWriter(reader.file);
    reader.unlink();
    writer.write({ tasksDone: 0, game: 0, seat: 1, call: 'move', turn: 2 });
    expect(existsSync(reader.folder)).to.equal(false);
    expect(reader.read()).to.deep.include({ count: 1, seat: 1, call: 'move' });
  });
});
