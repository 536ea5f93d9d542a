import { expect } from 'chai';
import { createPosition, type Position } from '../../../src/rules/position.js';
import { xOf, yOf } from '../../../src/rules/cells.js';
import { createChance, lowest } from '../../../src/rules/chance.js';
import { startCells } from '../../../src/rules/maps/start.js';
import type { Cell } from '../../../src/rules/types.js';

function places(position: Position, cells: Iterable<Cell>): string[] {
  return [...cells].map((cell) => `${xOf(position, cell)},${yOf(position, cell)}`);
}

const CORNERS_11 = ['1,1', '1,9', '9,1', '9,9'];

const SIDES_11 = ['1,5', '5,1', '5,9', '9,5'];

describe('start cells', () => {
  it('are corners and side centres on square boards of 7 and more', () => {
    const position = createPosition(11, 11);
    const firsts = new Set<string>();
    for (let seed = 0; seed < 50; seed++) {
      const cells = places(position, startCells(position, 8, createChance(seed)));
      const [first, second] = [cells.slice(0, 4).sort(), cells.slice(4).sort()];
      firsts.add(first.join(' '));
      expect([first, second]).to.have.deep.members([CORNERS_11, SIDES_11]);
    }
    expect([...firsts].sort()).to.deep.equal([CORNERS_11.join(' '), SIDES_11.join(' ')]);
  });

  it('are four in each quadrant for 9 to 16 snakes', () => {
    const position = createPosition(11, 11);
    const cells = startCells(position, 16, createChance(3));
    const near = new Set([1, 4]);
    const far = new Set([6, 9]);
    for (const cell of cells) {
      const [x, y] = [xOf(position, cell), yOf(position, cell)];
      expect((near.has(x) || far.has(x)) && (near.has(y) || far.has(y)), `${x},${y}`).to.equal(true);
    }
    expect(new Set(cells).size).to.equal(16);
    for (let round = 0; round < 16; round += 4) {
      const quadrants = cells
        .slice(round, round + 4)
        .map((cell) => `${xOf(position, cell) > 5} ${yOf(position, cell) > 5}`);
      expect(new Set(quadrants).size).to.equal(4);
    }
  });

  it('are random cells of one colour on other boards', () => {
    const sizes: [number, number, number][] = [
      [5, 5, 8],
      [7, 7, 12],
      [10, 10, 16],
      [19, 7, 9],
      [3, 2, 3],
    ];
    for (const [width, height, snakes] of sizes) {
      const position = createPosition(width, height);
      const cells = startCells(position, snakes, createChance(1));
      expect(new Set(cells).size).to.equal(snakes);
      for (const cell of cells) expect((xOf(position, cell) + yOf(position, cell)) % 2).to.equal(0);
    }
  });

  it('refuse more snakes than the board has room for', () => {
    expect(() => startCells(createPosition(5, 5), 9, lowest)).to.throw('9 snakes on 5x5');
    expect(() => startCells(createPosition(11, 11), 17, lowest)).to.throw('17 snakes');
    expect(() => startCells(createPosition(2, 2), 2, lowest)).to.throw('there are only 1 start cells');
  });
});
