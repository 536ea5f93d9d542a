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
    writer.write({ tasksDone: 0, game: 0, seat: 0, call: 'start' });
    writer.write({ tasksDone: 7, game: 1, seat: 3, call: 'end' });
    expect(reader.read()).to.deep.equal({ count: 2, tasksDone: 7, game: 1, seat: 3, call: 'end' });
  });

  it('works on after its file is removed', () => {
    const writer = new CallTraceWriter(reader.file);
    reader.unlink();
    writer.write({ tasksDone: 0, game: 0, seat: 1, call: 'move' });
    expect(existsSync(reader.folder)).to.equal(false);
    expect(reader.read()).to.deep.include({ count: 1, seat: 1, call: 'move' });
  });
});
