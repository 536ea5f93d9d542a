import { expect } from 'chai';
import { checkMap } from '../../../src/rules/maps/game-map.js';
import { findMap, mapNames } from '../../../src/rules/maps/registry.js';

describe('maps', () => {
  it('are found by name', () => {
    expect(mapNames().slice(0, 7)).to.deep.equal([
      'standard',
      'empty',
      'royale',
      'snail_mode',
      'hz_columns',
      'hz_inner_wall',
      'hz_rings',
    ]);
    expect(() => findMap('standart')).to.throw('There is no map "standart". Known maps: standard, empty');
  });

  it('are the 25 official ones', () => {
    expect(mapNames()).to.have.lengthOf(25);
  });

  it('refuse other sizes and numbers of snakes', () => {
    const standard = findMap('standard');
    expect(() => checkMap(findMap('arcade_maze'), { width: 8, height: 8 }, 2)).to.throw(
      '"arcade_maze" is not made for a board of 8x8: it takes 19x21.',
    );
    expect(() => checkMap(standard, { width: 11, height: 11 }, 17)).to.throw('17 snakes: it takes 1 to 16');
    expect(() => checkMap(standard, { width: 11, height: 11 }, 0)).to.throw('0 snakes');
  });
});
