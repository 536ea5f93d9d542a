import { expect } from 'chai';
import { cellAt } from '../../src/rules/cells.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { neighbours, step, stepBetween, straightOn } from '../../src/rules/steps.js';
import { DIRECTIONS } from '../../src/rules/types.js';
import { toCells } from '../support/cells.js';

const GRID = { width: 5, height: 5 };
const cellsOf = (text: string) => toCells(text).map(({ x, y }) => cellAt(GRID, x, y));

describe('neighbours', () => {
  it('end at the edge, or continue on the other side if the board wraps', () => {
    const flat = parsePicture('...\n...');
    const round = parsePicture('...\n...\nrules wraps');
    expect(neighbours(flat, cellAt(flat, 0, 0))).to.deep.equal([cellAt(flat, 0, 1), cellAt(flat, 1, 0)]);
    expect(neighbours(round, cellAt(round, 0, 0))).to.deep.equal([3, 3, 2, 1]);
    expect(step(flat, cellAt(flat, 0, 0), 'left')).to.equal(cellAt(flat, -1, 0));
    expect(step(flat, cellAt(flat, -1, 0), 'right')).to.equal(cellAt(flat, 0, 0));
    expect(step(round, cellAt(round, 0, 0), 'left')).to.equal(cellAt(round, 2, 0));
  });
});

describe('stepBetween', () => {
  const steps: [from: string, to: string, step: string | undefined, wrapped: string | undefined][] = [
    ['2,2', '2,3', 'up', 'up'],
    ['2,2', '1,2', 'left', 'left'],
    ['4,2', '5,2', 'right', 'right'],
    ['0,2', '4,2', undefined, 'left'],
    ['2,4', '2,0', undefined, 'up'],
    ['2,2', '2,2', undefined, undefined],
    ['2,2', '3,3', undefined, undefined],
  ];
  for (const [from, to, direct, wrapped] of steps) {
    it(`finds ${direct ?? 'no step'} from ${from} to ${to}, and ${wrapped ?? 'none'} on a board that wraps`, () => {
      const [start, end] = cellsOf(`${from} ${to}`);
      const find = (wraps: boolean) => DIRECTIONS[stepBetween(GRID, wraps, start!, end!) ?? -1];
      expect([find(false), find(true)]).to.deep.equal([direct, wrapped]);
    });
  }
});

describe('straightOn', () => {
  const steps: [head: string, neck: string, step: string][] = [
    ['2,2', '2,1', 'up'],
    ['2,2', '3,2', 'left'],
    ['0,2', '4,2', 'right'],
    ['4,2', '0,2', 'left'],
    ['2,0', '2,4', 'up'],
    ['2,4', '2,0', 'down'],
    ['2,2', '2,2', 'up'],
  ];
  for (const [head, neck, ahead] of steps) {
    it(`goes ${ahead} with the head on ${head} and the neck on ${neck}`, () => {
      const [front, behind] = cellsOf(`${head} ${neck}`);
      expect(DIRECTIONS[straightOn(GRID, front!, behind)]).to.equal(ahead);
    });
  }

  it('goes up without a neck', () => {
    expect(DIRECTIONS[straightOn(GRID, cellAt(GRID, 2, 2), undefined)]).to.equal('up');
  });
});
