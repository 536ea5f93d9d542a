import { expect } from 'chai';
import stringWidth from 'string-width';
import { formatTable } from '../../src/terminal/format-table.js';

const widest = (table: string) => Math.max(...table.split('\n').map((line) => stringWidth(line)));

describe('formatTable', () => {
  it('makes each column as wide as its widest cell', () => {
    expect(formatTable(['a', 'bb'], [['ccc', 'd']])).to.equal('a    bb\nccc  d');
  });

  it('counts wide characters as two columns, and combining marks as none', () => {
    const wide = ['蛇', '1'];
    const combined = ['e\u0301', '2'];
    expect(formatTable(['name', 'x'], [wide, combined])).to.equal('name  x\n蛇    1\ne\u0301     2');
  });

  const WIDE = ['蛇'.repeat(30), 'b'.repeat(10), 'c'.repeat(30), 'd'.repeat(30)];

  it('stays within its width: the first column is wrapped, and columns that do not fit follow below', () => {
    const table = formatTable(['a', 'b', 'c', 'd'], [WIDE, ['x', 'y', 'z', 'w']], { width: 80 });
    expect(widest(table)).to.be.at.most(80);
    const blocks = table.split('\n\n').map((block) => block.split('\n'));
    expect(blocks.map(([heading]) => heading!.split(/ +/))).to.deep.equal([
      ['a', 'b', 'c'],
      ['a', 'd'],
    ]);
    expect(blocks[1]!.at(-1)).to.equal(`x${' '.repeat(33)}w`);
    expect(table.match(/蛇/g)).to.have.lengthOf(60);
    expect(blocks[0]![2]).to.match(/^ {2}蛇/);
  });

  it('wraps the column that gives way first at its spaces', () => {
    const against = Array.from({ length: 8 }, (_, index) => `opponent-${index}`).join(', ');
    const table = formatTable(['id', 'against', 'turns'], [['abc', against, '7']], { width: 40, wraps: [1] });
    expect(table.split('\n')[1]).to.match(/^abc {2}opponent-0, opponent-1, {7}7$/);
    expect(widest(table)).to.be.at.most(40);
    expect(table).not.to.include('\n\n');
  });

  it('leaves a table that fits as it is', () => {
    expect(formatTable(['a', 'b'], [['c', 'd']], { width: 80, wraps: [1] })).to.equal('a  b\nc  d');
  });
});
