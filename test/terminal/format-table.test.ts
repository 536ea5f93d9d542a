import { expect } from 'chai';
import { formatTable } from '../../src/terminal/format-table.js';

describe('formatTable', () => {
  it('makes each column as wide as its widest cell', () => {
    expect(formatTable(['a', 'bb'], [['ccc', 'd']])).to.equal('a    bb\nccc  d');
  });

  it('counts wide characters as two columns, and combining marks as none', () => {
    expect(formatTable(['name', 'x'], [['蛇', '1'], ['e\u0301', '2']])).to.equal('name  x\n蛇    1\ne\u0301     2'); // prettier-ignore
  });
});
