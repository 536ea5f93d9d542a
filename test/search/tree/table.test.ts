import { expect } from 'chai';
import { EXACT, LOWER_BOUND, TranspositionTable } from '../../../src/search/tree/table.js';

describe('transposition table', () => {
  it('keeps what it is given', () => {
    const table = new TranspositionTable(1);
    expect(table.probe(5, 6)).to.equal(-1);
    table.store(5, 6, -123_456, LOWER_BOUND, -7, 3, 2);
    const slot = table.probe(5, 6);
    expect([table.scoreAt(slot), table.boundAt(slot), table.depthAt(slot)]).to.deep.equal([-123_456, LOWER_BOUND, -7]);
    expect([table.moveAt(slot), table.replyAt(slot)]).to.deep.equal([3, 2]);
    expect(table.probe(5, 7)).to.equal(-1);
  });

  it('keeps deep entries of the current search, and replaces entries of earlier ones', () => {
    const table = new TranspositionTable(1);
    table.newSearch();
    table.store(9, 1, 0, EXACT, 20, 0, 0);
    table.store(9, 2, 0, EXACT, 3, 0, 0);
    table.store(9, 3, 0, EXACT, 3, 0, 0);
    expect([table.probe(9, 1) >= 0, table.probe(9, 2) >= 0, table.probe(9, 3) >= 0]).to.deep.equal([true, false, true]);
    table.newSearch();
    table.store(9, 4, 0, EXACT, 1, 0, 0);
    expect([table.probe(9, 1) >= 0, table.probe(9, 3) >= 0, table.probe(9, 4) >= 0]).to.deep.equal([false, true, true]);
  });

  it('never finds an entry under another hash, in full buckets and after 300 searches', () => {
    const table = new TranspositionTable(1);
    for (let search = 0; search < 300; search++) {
      table.newSearch();
      for (let entry = 0; entry < 50; entry++) table.store(entry & 3, entry, entry * 7, EXACT, entry, 1, 1);
    }
    for (let entry = 0; entry < 50; entry++) {
      const slot = table.probe(entry & 3, entry);
      if (slot >= 0) expect(table.scoreAt(slot)).to.equal(entry * 7);
    }
    expect(table.probe(3, 47)).to.be.at.least(0);
  });

  it('says which sizes there are', () => {
    for (const size of [Infinity, NaN, 0, -1, 1025]) {
      expect(() => new TranspositionTable(size)).to.throw(
        RangeError,
        `"tableMb" is ${size}: a table takes more than 0`,
      );
    }
    expect(new TranspositionTable(0.01).megabytes).to.equal(0.01);
  });
});
