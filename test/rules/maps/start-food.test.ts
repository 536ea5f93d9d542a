import { expect } from 'chai';
import * as fc from 'fast-check';
import { createPosition, type Position } from '../../../src/rules/position.js';
import { cellAt, xOf, yOf } from '../../../src/rules/cells.js';
import { createChance, lowest } from '../../../src/rules/chance.js';
import { placeSnakes, startCells, placeStartFood } from '../../../src/rules/maps/start.js';
import { addSnake } from '../../../src/rules/snakes.js';
import type { Cell } from '../../../src/rules/types.js';
import { expectPicture, expectSound } from '../../support/boards.js';

function places(position: Position, cells: Iterable<Cell>): string[] {
  return [...cells].map((cell) => `${xOf(position, cell)},${yOf(position, cell)}`);
}

function setUp(width: number, height: number, snakes: number, seed: string | number): Position {
  const position = createPosition(width, height);
  for (let seat = 0; seat < snakes; seat++) addSnake(position, String.fromCharCode(97 + seat), '', 100);
  const chance = createChance(seed);
  placeSnakes(position, startCells(position, snakes, chance));
  placeStartFood(position, chance);
  expectSound(position);
  return position;
}

describe('start food', () => {
  it('lies diagonal to each head, farther out, and in the centre', () => {
    for (let seed = 0; seed < 40; seed++) {
      const position = setUp(11, 11, 8, seed);
      const food = places(position, position.food.slice(0, position.foodCount));
      expect(food).to.have.lengthOf(9);
      expect(food.at(-1)).to.equal('5,5');
      food.slice(0, -1).forEach((place, seat) => {
        const [x = 0, y = 0] = place.split(',').map(Number);
        const head = position.bodies[seat * position.ring]!;
        expect([Math.abs(x - xOf(position, head)), Math.abs(y - yOf(position, head))]).to.deep.equal([1, 1]);
        expect(x === 0 || x === 10 || y === 0 || y === 10, place).to.equal(true);
        expect(['0,0', '0,10', '10,0', '10,10']).to.not.include(place);
      });
    }
  });

  it('takes the first cell for the lowest numbers', () => {
    const position = createPosition(7, 7);
    for (const id of ['a', 'b']) addSnake(position, id, '', 100);
    placeSnakes(position, [cellAt(position, 1, 1), cellAt(position, 3, 5)]);
    placeStartFood(position, lowest);
    expectPicture(
      position,
      `
      ..*....
      ...B...
      .......
      ...*...
      *......
      .A.....
      .......
      food 0,2 2,6 3,3
      A length 3
      B length 3
      `,
    );
  });

  it('lies in the centre only, for many snakes on a small board', () => {
    expect(setUp(7, 7, 4, 1).foodCount).to.equal(5);
    const position = setUp(7, 7, 5, 1);
    expect(places(position, position.food.slice(0, position.foodCount))).to.deep.equal(['3,3']);
  });

  it('lies on any free cell of other boards, one piece for each snake', () => {
    const position = setUp(5, 5, 4, 2);
    expect(position.foodCount).to.equal(4);
    expect(setUp(2, 2, 1, 0).foodCount).to.equal(1);
    expect(setUp(1, 3, 2, 0).foodCount).to.equal(0);
  });

  it('never lies on a snake or on other food, on any board', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 26 }),
        fc.integer({ min: 1, max: 26 }),
        fc.nat(16),
        fc.nat(),
        (w, h, n, seed) => {
          // Every second cell, perhaps without the centre.
          const room = Math.ceil((w * h) / 2) - 1;
          const snakes = Math.min(n, room, Math.min(w, h) < 7 ? 8 : 16);
          const position = setUp(w, h, snakes, seed);
          const cells = position.food.slice(0, position.foodCount);
          expect(new Set(cells).size).to.equal(position.foodCount);
          for (const cell of cells) expect(position.occupied[cell]).to.equal(0);
        },
      ),
    );
  });
});
