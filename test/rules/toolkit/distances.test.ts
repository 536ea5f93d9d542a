import { expect } from 'chai';
import { cellAt } from '../../../src/rules/cells.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { distances, findFood, findNearest } from '../../../src/rules/toolkit/reachable.js';

describe('distances', () => {
  it('count steps around bodies, and wait for them to move', () => {
    const position = parsePicture('...\nAbB\n...');
    expect([...distances(position, cellAt(position, 0, 1))]).to.deep.equal([1, 2, 3, 0, 1, 2, 1, 2, 3]);
  });

  it('are −1 for cells that cannot be reached', () => {
    const position = parsePicture('A.bB.\nrules grows');
    expect([...distances(position, 0)]).to.deep.equal([0, 1, -1, -1, -1]);
    expect([...distances(position, -5)]).to.deep.equal([-1, -1, -1, -1, -1]);
  });

  it('fill the array they are given', () => {
    const into = new Int32Array(5);
    expect(distances(parsePicture('A....'), 0, into)).to.equal(into);
    expect([...into]).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('show the way to the nearest food', () => {
    expect(findFood(parsePicture('*....\n..A..\n...*.\n*....'), 0)).to.deep.equal({ move: 'down', cell: 8, steps: 2 });
    expect(findFood(parsePicture('A...'), 0)).to.equal(undefined);
    expect(findFood(parsePicture('AB*\nB length 3\nrules grows'), 0)).to.equal(undefined);
    expect(findFood(parsePicture('.A..*\nrules wraps'), 0)).to.deep.include({ move: 'left', steps: 2 });
    expect(findNearest(parsePicture('A...'), 0, (cell) => cell === 3)).to.deep.equal({
      move: 'right',
      cell: 3,
      steps: 3,
    });
  });
});
