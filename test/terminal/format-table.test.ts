import { expect } from 'chai';
import { formatTable } from '../../src/terminal/format-table.js';

describe('formatTable', () => {
  it('makes each column as wide as its widest cell', () => {
    expect(formatTable(['a', 'bb'], [['ccc', 'd']])).to.equal('a    bb\nccc  d');
  });

  it('counts wide characters as two columns, and combining marks as none', () => {
    const wide = ['蛇', '1'];
    const combined = ['e\u0301', '2'];
    expect(formatTable(['name', 'x'], [wide, combined])).to.equal('name  x\n蛇    1\ne\u0301     2');
  });
});
