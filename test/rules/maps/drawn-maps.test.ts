import { readFileSync } from 'node:fs';
import { expect } from 'chai';
import * as fc from 'fast-check';
import type { Position } from '../../../src/rules/position.js';
import { cellAt, xOf, yOf } from '../../../src/rules/cells.js';
import { createGameChance } from '../../../src/rules/chance.js';
import { createGame, type RulesGame, type GameOptions } from '../../../src/rules/game.js';
import { drawnMap } from '../../../src/rules/maps/drawn-maps.js';
import { findMap } from '../../../src/rules/maps/registry.js';
import { spawnFood } from '../../../src/rules/maps/standard.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { RULESET_NAMES } from '../../../src/rules/rulesets.js';
import { fillSettings } from '../../../src/rules/settings.js';
import { headOf } from '../../../src/rules/snakes.js';
import type { Coordinate } from '../../../src/rules/types.js';
import type { GameRequest } from '../../../src/wire/resources.js';
import { expectPicture, expectSound } from '../../support/boards.js';
import { fixture } from '../../support/fixtures.js';
import { boardsOf, playRandomly, snakesNamed } from '../../support/games.js';
import { runsOf } from '../../support/budget.js';

type Pair = readonly [number, number];
interface Recorded {
  readonly hazards: Pair[];
  readonly starts: Pair[] | { readonly upTo4: Pair[]; readonly upTo8: Pair[] };
  readonly foodCells?: Pair[];
  readonly maxFood?: number;
  readonly firstFood?: Pair[];
}

const recorded: Record<string, Record<string, Recorded>> = JSON.parse(
  readFileSync(fixture('conformance/maps.json'), 'utf8'),
);
const DRAWN = Object.keys(recorded).filter((name) => /islands|rivers|castle|arcade/.test(name));

/** A new game on the one board that the map has. */
function begin(map: string, count: number, more: Partial<GameOptions> = {}): RulesGame {
  const [size] = boardsOf(map);
  const chance = createGameChance(`${map} ${count}`);
  return createGame({ ruleset: 'standard', map, ...size!, snakes: snakesNamed(count), chance, ...more });
}

function placesOf(position: Position, cells: Iterable<number>): string[] {
  return Array.from(cells, (cell) => `${xOf(position, cell)},${yOf(position, cell)}`).sort();
}

function foodOn(position: Position): string[] {
  return placesOf(position, position.food.subarray(0, position.foodCount));
}

function startsOn(position: Position): string[] {
  return placesOf(
    position,
    position.ids.map((_, seat) => headOf(position, seat)),
  );
}

function isDiagonalTo(place: string, { x, y }: Coordinate): boolean {
  return [-1, 1].some((dx) => [-1, 1].some((dy) => place === `${x + dx},${y + dy}`));
}

const sorted = (pairs: readonly Pair[]): string[] => pairs.map(String).sort();

describe('the drawn maps compared with the official engine', () => {
  it('are complete', () => {
    expect(DRAWN).to.have.lengthOf(9);
  });

  for (const name of DRAWN) {
    const [[size, data]] = Object.entries(recorded[name]!) as [[string, Recorded]];
    const { hazards, starts, foodCells, maxFood = Infinity, firstFood } = data;
    const allStarts = 'upTo8' in starts ? starts.upTo8 : starts;

    it(`has the size, hazards and start cells of ${name}`, () => {
      const { snakes } = findMap(name);
      expect(boardsOf(name).map(({ width, height }) => `${width}x${height}`)).to.deep.equal([size]);
      expect(snakes).to.deep.equal({ min: 1, max: allStarts.length });
      const { position } = begin(name, allStarts.length);
      expectSound(position);
      expect(placesOf(position, position.hazards.subarray(0, position.hazardCount))).to.deep.equal(sorted(hazards));
      expect(startsOn(position)).to.deep.equal(sorted(allStarts));
      if ('upTo4' in starts) expect(startsOn(begin(name, 4).position)).to.deep.equal(sorted(starts.upTo4));
    });

    if (foodCells === undefined) continue;
    it(`has food where ${name} has it, and no more`, () => {
      const { position, map, input } = begin(name, 1, { settings: { foodSpawnChance: 101 } });
      expect(foodOn(position)).to.deep.equal(sorted(firstFood ?? []));
      const seen = new Set(foodOn(position));
      for (; position.turn < 500; position.turn++) {
        map.afterTurn!(position, input);
        for (const place of foodOn(position)) seen.add(place);
        expect(position.foodCount).to.be.at.most(maxFood);
        // Eaten now and then, so that it may appear elsewhere.
        if (position.turn % 3 === 0) position.foodAt[position.food[--position.foodCount]!] = 0;
      }
      const head = placesOf(position, [headOf(position, 0)]);
      expect([...seen].sort()).to.deep.equal(sorted(foodCells).filter((place) => !head.includes(place)));
    });
  }

  it('starts with food where a recorded game of islands has it', () => {
    const { board }: GameRequest = JSON.parse(readFileSync(fixture('requests/wrapped-move-1.json'), 'utf8'));
    const starts = board.snakes.map(({ body }) => body.at(-1)!);
    const food = board.food.map(({ x, y }) => `${x},${y}`);
    for (const start of starts) expect(food.some((place) => isDiagonalTo(place, start))).to.equal(true);
    expect(food).not.to.include('5,5');

    for (let count = 1; count <= 8; count++) {
      const { position } = begin('hz_islands_bridges', count);
      expect(position.foodCount).to.equal(count);
      for (const cell of position.food.subarray(0, count)) expect(position.hazardsAt[cell]).to.equal(0);
    }
  });
});

describe('a drawn map', () => {
  it('refuses other sizes and more snakes', () => {
    expect(() => begin('arcade_maze', 2, { width: 11, height: 11 })).to.throw(
      'Map "arcade_maze" is not made for a board of 11x11: it takes 19x21.',
    );
    expect(() => begin('arcade_maze', 5)).to.throw('Map "arcade_maze" is not made for 5 snakes: it takes 1 to 4.');
  });

  it('has the first board as drawn', () => {
    const map = drawnMap({ name: 'test', description: '', picture: 'f3.\nF#s', maxFood: 2 });
    const { position } = createGame({
      ruleset: 'standard',
      map,
      width: 3,
      height: 2,
      snakes: snakesNamed(1),
      chance: createGameChance(1),
    });
    expectPicture(
      position,
      `
      .#.
      *#A
      hazards 1,0 1,1 1,1 1,1
      A length 3
      `,
    );
    expect(cellAt(position, 2, 0)).to.equal(headOf(position, 0));
  });

  it('names itself if its picture cannot be read', () => {
    const picture = 'ss.\n.#';
    expect(() => drawnMap({ name: 'test', description: '', picture })).to.throw('Map "test": its picture has rows');
    expect(() => drawnMap({ name: 'test', description: '', picture: 's?' })).to.throw('Map "test"');
  });

  it('puts food into its marked cells only', () => {
    const position = parsePicture('.....\n.....\n..*.A');
    const settings = fillSettings({ minimumFood: 9 });
    spawnFood(position, { settings, chance: createGameChance(1) }, { cells: [1, 2, 3, 4, 10, 12], most: 3 });
    expect(position.foodCount).to.equal(3);
    spawnFood(position, { settings, chance: createGameChance(1) }, { cells: [1, 2, 3, 4, 10, 12], most: 9 });
    expect(foodOn(position)).to.deep.equal(['0,2', '1,0', '2,0', '2,2']);
  });

  it('keeps its position consistent under every ruleset', () => {
    const anyGame = fc.record({
      seed: fc.nat(),
      ruleset: fc.constantFrom(...RULESET_NAMES),
      map: fc.constantFrom(...DRAWN),
      count: fc.integer({ min: 1, max: 4 }),
    });
    fc.assert(
      fc.property(anyGame, ({ count, ...options }) => {
        const [size] = boardsOf(options.map);
        playRandomly({ ...options, ...size!, snakes: snakesNamed(count) }, ({ position }) => expectSound(position));
      }),
      { numRuns: runsOf(40) },
    );
  });
});
