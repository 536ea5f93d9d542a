/** Games on boards that the platform does not offer: set up as the official command-line tool does. */
import { expect } from 'chai';
import { xOf, yOf, type Grid } from '../../../src/rules/cells.js';
import { createGameChance } from '../../../src/rules/chance.js';
import { createGame, type RulesGame } from '../../../src/rules/game.js';
import { headOf } from '../../../src/rules/snakes.js';
import { expectSound } from '../../support/boards.js';
import { playRandomly, snakesNamed } from '../../support/games.js';
import { officialTool } from '../../support/official-tool.js';

type Pair = readonly [number, number];

const gridOf = (size: string): Grid => {
  const [width, height] = size.split('x').map(Number);
  return { width: width!, height: height! };
};
const begin = (map: string, size: string, count: number, seed = 1): RulesGame =>
  createGame({
    ruleset: 'standard',
    map,
    ...gridOf(size),
    snakes: snakesNamed(count),
    chance: createGameChance(seed),
  });
const pairsOf = ({ position }: RulesGame, cells: Iterable<number>): Pair[] =>
  Array.from(cells, (cell) => [xOf(position, cell), yOf(position, cell)] as const);
const sorted = (pairs: readonly Pair[]) => [...pairs].sort((a, b) => a[0] - b[0] || a[1] - b[1]).map(String);
const headsOf = (game: RulesGame) =>
  pairsOf(
    game,
    game.position.ids.map((_, seat) => headOf(game.position, seat)),
  );

describe('a board that the platform does not offer', () => {
  for (const [size, most] of Object.entries(officialTool.mostSnakes)) {
    it(`has room for ${most} snakes at ${size}, as in the official tool`, () => {
      for (let count = 1; count <= most; count++) expectSound(begin('standard', size, count).position);
      if (most < 16) expect(() => begin('standard', size, most + 1)).to.throw(/start cells|take at most/);
    });
  }

  for (const [key, cells] of Object.entries(officialTool.starts)) {
    it(`has the start cells of the official tool: ${key} snakes`, () => {
      const [size, count] = key.split(' ') as [string, string];
      const heads = Array.from({ length: 100 }, (_, seed) => headsOf(begin('standard', size, Number(count), seed)));
      expect([...new Set(sorted(heads.flat()))].join(' ')).to.equal(cells);
    });
  }

  it('has first food that is not next to a head', () => {
    for (const size of ['3x3', '5x5', '4x9', '11x13']) {
      for (let seed = 0; seed < 50; seed++) {
        const game = begin('standard', size, 4, seed);
        const food = pairsOf(game, game.position.food.subarray(0, game.position.foodCount));
        expect(food.length, size).to.be.within(1, 4);
        for (const [x, y] of food) {
          const near = headsOf(game).filter(([headX, headY]) => Math.abs(headX - x) + Math.abs(headY - y) < 2);
          expect(near, `${size}: ${x},${y}`).to.deep.equal([]);
        }
      }
    }
  });

  for (const [key, cells] of Object.entries(officialTool.hazards)) {
    it(`has the hazards of the official tool: ${key}`, () => {
      const game = begin(...(key.split(' ') as [string, string]), 1);
      const { position } = game;
      expect(sorted(pairsOf(game, position.hazards.subarray(0, position.hazardCount))).join(' ')).to.equal(cells);
    });
  }

  for (const [key, range] of Object.entries(officialTool.firstHazard)) {
    it(`has its first hazard where the official tool has it: ${key}`, () => {
      const [columns, rows] = [new Set<number>(), new Set<number>()];
      const [map, size] = key.split(' ') as [string, string];
      for (let seed = 0; seed < 400; seed++) {
        const game = begin(map, size, 1, seed);
        const due = map === 'hz_spiral' ? 3 : 1;
        for (const { position } = game; position.turn < due; position.turn++) {
          game.map.afterTurn!(position, game.input);
        }
        const [first] = pairsOf(game, game.position.hazards.subarray(0, game.position.hazardCount));
        if (first === undefined) continue;
        columns.add(first[0]);
        rows.add(first[1]);
      }
      // There, a hazard may lie above a wide board.
      const last = Math.min(range[3], gridOf(size).height - 1);
      expect([Math.min(...columns), Math.max(...columns), Math.min(...rows), Math.max(...rows)]).to.deep.equal([
        ...range.slice(0, 3),
        last,
      ]);
    });
  }

  it('is played to its end on every map that takes any board', () => {
    for (const map of ['standard', 'empty', 'royale', 'snail_mode', 'hz_scatter', 'hz_spiral', 'hz_grow_box']) {
      for (const size of ['8x8', '5x5', '4x9', '19x21']) {
        playRandomly({ map, ...gridOf(size), snakes: snakesNamed(4), seed: 1 }, ({ position }) =>
          expectSound(position),
        );
      }
    }
  });
});
