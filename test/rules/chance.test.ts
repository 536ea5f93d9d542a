import { expect } from 'chai';
import * as fc from 'fast-check';
import { createChance, createGameChance, highest, lowest, shuffle } from '../../src/rules/chance.js';

describe('chance', () => {
  it('draws the same numbers for a seed on every machine', () => {
    const chance = createChance('serpentarium');
    expect(Array.from({ length: 8 }, () => chance.below(1000))).to.deep.equal([848, 822, 44, 400, 708, 705, 571, 186]);
  });

  it('draws every whole number below n', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 1, max: 12 }), (seed, n) => {
        const chance = createChance(seed);
        const seen = new Set(Array.from({ length: 400 }, () => chance.below(n)));
        expect([...seen].sort((a, b) => a - b)).to.deep.equal(Array.from({ length: n }, (_, value) => value));
      }),
    );
  });

  it('draws all numbers about equally often, for similar seeds and sequences too', () => {
    const counts = Array.from({ length: 10 }, () => 0);
    for (let seed = 0; seed < 100; seed++) {
      const chance = createChance(seed);
      for (let sequence = 0; sequence < 100; sequence++) {
        chance.rewind(sequence);
        counts[chance.below(10)]!++;
      }
    }
    for (const count of counts) expect(count).to.be.within(850, 1150);
  });

  it('starts a sequence again', () => {
    const chance = createChance(5);
    const draw = (sequence: number) => {
      chance.rewind(sequence);
      return Array.from({ length: 5 }, () => chance.fraction());
    };
    const first = draw(3);
    expect(draw(4)).to.not.deep.equal(first);
    expect(draw(3)).to.deep.equal(first);
  });

  it('has independent streams for set-up, food and hazards', () => {
    const one = createGameChance(1);
    const other = createGameChance(1);
    for (let draw = 0; draw < 10; draw++) one.food.below(9);
    expect(one.hazards.fraction()).to.equal(other.hazards.fraction());
    expect(one.setUp.fraction()).to.equal(other.setUp.fraction());
    expect(one.setUp.fraction()).to.not.equal(one.hazards.fraction());
  });

  it('has streams that always draw the lowest or the highest number', () => {
    expect([lowest.below(7), lowest.fraction()]).to.deep.equal([0, 0]);
    expect(highest.below(7)).to.equal(6);
    expect(highest.below(0)).to.equal(0);
    expect(highest.fraction()).to.be.within(0.999, 0.9999999999);
    lowest.rewind(3);
    highest.rewind(3);
  });

  it('shuffles a list without loss', () => {
    expect(shuffle(createChance(1), [1, 2, 3, 4, 5]).sort((a, b) => a - b)).to.deep.equal([1, 2, 3, 4, 5]);
    expect(shuffle(highest, [1, 2, 3])).to.deep.equal([1, 2, 3]);
  });
});
