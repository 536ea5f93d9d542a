import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import type { Position } from '../../../src/rules/position.js';
import { xOf, yOf } from '../../../src/rules/cells.js';
import { createGameChance, highest, lowest } from '../../../src/rules/chance.js';
import { createGame, type RulesGame, type GameOptions } from '../../../src/rules/game.js';
import { checkMap, type GameMap } from '../../../src/rules/maps/game-map.js';
import { addMap, findMap, mapNames } from '../../../src/rules/maps/registry.js';
import { spawnFood } from '../../../src/rules/maps/spawn-food.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { fillSettings, type PartialSettings } from '../../../src/rules/settings.js';
import { headOf } from '../../../src/rules/snakes.js';
import { expectPicture, expectSound } from '../../support/boards.js';

type Pair = readonly [number, number];
type RecordedMaps = Record<string, Record<string, { hazards: Pair[]; starts: Pair[] }>>;

const file = new URL('../../../../test/fixtures/conformance/maps.json', import.meta.url);
const recorded: RecordedMaps = JSON.parse(readFileSync(file, 'utf8'));

function play(map: string, side: number, snakes: number, more: Partial<GameOptions> = {}): RulesGame {
  return createGame({
    ruleset: 'standard',
    map,
    width: side,
    height: side,
    snakes: Array.from({ length: snakes }, (_, seat) => ({ id: String.fromCharCode(97 + seat) })),
    chance: createGameChance(side),
    ...more,
  });
}

function hazardRows({ position }: RulesGame): string[] {
  return Array.from({ length: position.height }, (_, row) =>
    Array.from({ length: position.width }, (__, x) =>
      position.hazardsAt[(position.height - 1 - row) * position.width + x] === 0 ? '.' : '#',
    ).join(''),
  );
}

describe('the fixed maps against those of the official engine', () => {
  for (const name of ['hz_columns', 'hz_inner_wall', 'hz_rings']) {
    for (const [size, { hazards, starts }] of Object.entries(recorded[name]!)) {
      it(`has the hazards and start cells of ${name} at ${size}`, () => {
        const { position } = play(name, Number(size.split('x')[0]), 8);
        expectSound(position);
        const pair = (cell: number) => `${xOf(position, cell)},${yOf(position, cell)}`;
        expect(Array.from(position.hazards.slice(0, position.hazardCount), pair).sort()).to.deep.equal(
          hazards.map(String).sort(),
        );
        expect(position.ids.map((_, seat) => pair(headOf(position, seat))).sort()).to.deep.equal(
          starts.map(String).sort(),
        );
      });
    }
  }

  it('follow the same patterns at the sizes between', () => {
    expect(hazardRows(play('hz_columns', 9, 1)).slice(0, 3)).to.deep.equal(['.........', '.#.#.#.#.', '.........']);
    expect(hazardRows(play('hz_inner_wall', 9, 1)).slice(0, 3)).to.deep.equal(['.........', '.#######.', '.#.....#.']);
    expect(hazardRows(play('hz_rings', 9, 1)).slice(2, 6)).to.deep.equal(Array(4).fill('.#.....#.'));
    expect(hazardRows(play('hz_rings', 15, 1)).slice(0, 8)).to.deep.equal([
      '...............',
      '.#############.',
      '.#...........#.',
      '.#.#########.#.',
      '.#.#.......#.#.',
      '.#.#.#####.#.#.',
      '.#.#.#...#.#.#.',
      '.#.#.#...#.#.#.',
    ]);
    expect(hazardRows(play('hz_rings', 13, 1))[6]).to.equal('.#.#.....#.#.');
  });
});

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

  it('say which sizes and how many snakes they take', () => {
    const standard = findMap('standard');
    expect(() => checkMap(standard, { width: 8, height: 8 }, 2)).to.throw(
      '"standard" is not made for a board of 8x8: it takes 7x7, 9x9',
    );
    expect(() => checkMap(standard, { width: 11, height: 9 }, 2)).to.throw('11x9');
    expect(() => checkMap(standard, { width: 11, height: 11 }, 17)).to.throw('17 snakes: it takes 1 to 16');
    expect(() => checkMap(standard, { width: 11, height: 11 }, 0)).to.throw('0 snakes');
    expect(() => play('royale', 27, 2)).to.throw('27x27');
  });

  it('can be joined by others, once', () => {
    const own: GameMap = { ...findMap('empty'), name: 'test_own' };
    addMap(own);
    expect(findMap('test_own')).to.equal(own);
    expect(() => addMap(own)).to.throw('There is already a map "test_own".');
  });
});

function spawned(picture: string, settings: PartialSettings, chance = lowest): Position {
  const position = parsePicture(picture);
  spawnFood(position, { settings: fillSettings(settings), chance: { setUp: chance, food: chance, hazards: chance } });
  expectSound(position);
  return position;
}

describe('food after a turn', () => {
  it('is made up to the minimum', () => {
    const position = spawned('.....\n.....\n..*.A', { minimumFood: 3, foodSpawnChance: 0 });
    expectPicture(position, '.....\n.....\n***.A\nfood 2,0 0,0 1,0');
    expect(spawned('.*A', { minimumFood: 3 }).foodCount).to.equal(2);
  });

  it('appears by chance when there is enough', () => {
    const enough = '....A\n*....';
    expect(spawned(enough, { foodSpawnChance: 2 }).foodCount).to.equal(2);
    expect(spawned(enough, { foodSpawnChance: 1 }).foodCount).to.equal(1);
    expect(spawned(enough, { foodSpawnChance: 100 }, highest).foodCount).to.equal(1);
    expect(spawned(enough, { foodSpawnChance: 101 }, highest).foodCount).to.equal(2);
  });

  it('keeps off snakes, food and the cells beside living heads, but not off hazards', () => {
    const position = spawned('.aA\n...\n#*.\nB body 1,1 out hazard on 1', { minimumFood: 9 });
    expectPicture(
      position,
      `
      *aA
      **.
      ***
      food 1,0 0,0 2,0 0,1 1,1 0,2
      hazards 0,0
      B body 1,1 out hazard on 1
      `,
    );
  });
});

describe('the map empty', () => {
  it('has no food, ever', () => {
    const game = play('empty', 11, 4);
    expect(game.position.foodCount).to.equal(0);
    expect(game.map.afterTurn).to.equal(undefined);
    expect(game.map.beforeTurn).to.equal(undefined);
  });
});
