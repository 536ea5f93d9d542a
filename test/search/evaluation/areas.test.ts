import { expect } from 'chai';
import type { Position } from '../../../src/rules/position.js';
import { addHazard, clearHazards } from '../../../src/rules/items.js';
import { createChance, createGameChance } from '../../../src/rules/chance.js';
import { findMap } from '../../../src/rules/maps/registry.js';
import { formatPicture } from '../../../src/rules/picture/format-picture.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { boardRules, type RulesetName } from '../../../src/rules/rulesets.js';
import { bodyCell, headOf, isAlive, tailOf } from '../../../src/rules/snakes.js';
import { neighbours } from '../../../src/rules/steps.js';
import { loadBoard, SearchBoard } from '../../../src/search/board/board.js';
import { createAreas, walkable, type Areas } from '../../../src/search/evaluation/area/areas.js';
import { countAreasByCell } from '../../../src/search/evaluation/area/by-cell.js';
import { countAreas, countAreasByBits } from '../../../src/search/evaluation/area/count-areas.js';
import { playRandomly, snakesNamed } from '../../support/games.js';

type Count = (board: SearchBoard, into: Areas) => void;

interface PlainAreas {
  readonly own: number[];
  readonly other: number[];
  readonly foodSteps: number[];
  readonly foods: number[];
  readonly tails: number[];
}

function countWith(count: Count, position: Position): PlainAreas {
  const board = new SearchBoard(position);
  loadBoard(board, position, 0);
  const areas = createAreas();
  count(board, areas);
  const plain = (list: Int32Array) => [...list.subarray(0, position.snakeCount)];
  const { own, other, foodSteps, foods, tails } = areas;
  return {
    own: plain(own),
    other: plain(other),
    foodSteps: plain(foodSteps),
    foods: plain(foods),
    tails: plain(tails),
  };
}

/** The same by the book: at each step, every cell asks all its neighbours. Slow, and plain to see. */
function areasByTheBook(position: Position): PlainAreas {
  const { lengths, health, rules } = position;
  const seats = position.ids.map((_, seat) => seat).filter((seat) => isAlive(position, seat));
  const opensAt = new Map<number, number>();
  for (const seat of seats) {
    for (let index = lengths[seat]! - 1; index >= 0; index--) {
      opensAt.set(bodyCell(position, seat, index), rules.grows ? Infinity : lengths[seat]! - index);
    }
  }
  // A board of the search has no food where all snakes grow: the rules remove it first.
  const feeds = (cell: number) => position.foodAt[cell] !== 0 && !rules.grows;
  const harms = (cell: number) => position.hazardsAt[cell]! * rules.hazardDamage > 0 && !feeds(cell);
  const kills = (cell: number, seat: number) =>
    harms(cell) && health[seat]! <= 1 + position.hazardsAt[cell]! * rules.hazardDamage;

  const owners = new Map<number, number | 'contested'>(seats.map((seat) => [headOf(position, seat), seat]));
  const foodSteps = position.ids.map(() => 0);
  const cellsOf = (seat: number) => [...owners].filter(([, owner]) => owner === seat).map(([cell]) => cell);
  const colour = (cell: number) => ((cell % position.width) + Math.floor(cell / position.width)) % 2;
  const coloured = (seat: number, cells: number[]) => {
    const own = cells.filter((cell) => colour(cell) === colour(headOf(position, seat))).length;
    return [own, cells.length - own] as const;
  };
  const walkableOf = (seat: number) => {
    const [own, other] = coloured(seat, cellsOf(seat));
    return Math.min(2 * own, 2 * other + 1);
  };
  const needsExit = (seat: number) => walkableOf(seat) < lengths[seat]!;
  const trapped = new Set<number>();

  for (let step = 1; ; step++) {
    const claims = new Map<number, number | 'contested'>();
    for (let cell = 0; cell < position.size; cell++) {
      if (owners.has(cell) || (opensAt.get(cell) ?? 0) > step) continue;
      const around = new Set(neighbours(position, cell).map((next) => owners.get(next)));
      const able = seats.filter((seat) => around.has(seat) && !trapped.has(seat) && !kills(cell, seat));
      const longest = Math.max(...able.map((seat) => lengths[seat]!));
      const best = able.filter((seat) => lengths[seat] === longest);
      if (best.length > 0) claims.set(cell, best.length === 1 ? best[0]! : 'contested');
    }
    for (const [cell, owner] of claims) {
      owners.set(cell, owner);
      if (owner !== 'contested' && feeds(cell)) foodSteps[owner] ||= step;
    }
    for (const seat of seats) {
      const isStuck = ![...claims.values()].includes(seat);
      if (isStuck && needsExit(seat) && step >= walkableOf(seat)) trapped.add(seat);
    }
    const mustWait = seats.some((seat) => needsExit(seat) && step < walkableOf(seat));
    const isLater = [...opensAt.values()].some((opens) => opens > step && opens < Infinity && isBody(position, opens));
    if (claims.size === 0 && !(isLater && mustWait)) break;
  }
  const all = position.ids.map((_, seat) => (isAlive(position, seat) ? cellsOf(seat) : []));
  const counted = all.map((cells, seat) =>
    coloured(
      seat,
      cells.filter((cell) => !harms(cell)),
    ),
  );
  return {
    own: counted.map(([own]) => own),
    other: counted.map(([, other]) => other),
    foodSteps,
    foods: all.map((cells) => cells.filter(feeds).length),
    tails: all.map((cells) => seats.filter((seat) => cells.includes(tailOf(position, seat))).length),
  };
}

/** Whether a living snake is so long that a cell behind its head opens at this step. */
function isBody(position: Position, step: number): boolean {
  return position.ids.some((_, seat) => isAlive(position, seat) && position.lengths[seat]! > step);
}

/** Calls `look` with positions of random games on boards of many sizes, with much food, so that snakes grow. */
function playMany(
  ruleset: RulesetName,
  games: number,
  look: (position: Position) => void,
  sides: readonly number[] = [3, 4, 5, 7, 9, 11, 12],
): void {
  for (let seed = 0; seed < games; seed++) {
    const chance = createChance(`board ${seed}`);
    const width = sides[chance.below(sides.length)]!;
    const height = sides[chance.below(sides.length)]!;
    const settings = { foodSpawnChance: 100, minimumFood: 6, hazardDamagePerTurn: [0, 14, 50, 100, -10][seed % 5]! };
    const snakes = snakesNamed(1 + (seed % Math.min(6, Math.floor((width * height) / 4))));
    const map = { ...findMap('standard'), sizes: [{ width, height }] };
    const options = { seed, ruleset, map, width, height, snakes, settings, chance: createGameChance(seed) };
    playRandomly(options, ({ position }) => {
      if (position.turn % 7 !== 0) return;
      const before = position.hazardCount;
      if (seed % 3 === 0) for (let n = chance.below(9); n > 0; n--) addHazard(position, chance.below(position.size));
      look(position);
      if (before === 0) clearHazards(position);
    });
  }
}

function counts(picture: string): PlainAreas {
  return countWith(countAreas, parsePicture(picture));
}

describe('area counts', () => {
  it('give each cell to the snake that reaches it first, and equally long ones nothing that both reach', () => {
    const { own, other } = counts('A.....B');
    expect([own, other]).to.deep.equal([
      [2, 2],
      [1, 1],
    ]);
  });

  it('give a cell to the longer of two snakes that arrive together', () => {
    const { own, other } = counts('A...B\nA length 3\nB length 4');
    expect([own, other]).to.deep.equal([
      [1, 2],
      [1, 1],
    ]);
  });

  it('close contested cells for everybody', () => {
    // The middle cell is contested at the first step, so the cell above it is out of reach.
    const { own, other } = counts('a.b\nA.B\nrules grows');
    expect([own, other]).to.deep.equal([
      [1, 1],
      [0, 0],
    ]);
  });

  it('walk through a body that has moved on when they arrive', () => {
    expect(counts('...\nAaa')).to.deep.include({ own: [3], other: [3], tails: [1] });
  });

  it('do not wait if there is nothing to wait for', () => {
    expect(counts('Aaa.....\nrules grows').own).to.deep.equal([1]);
  });

  it('do not wait longer than the cells of a room last, even if others still walk', () => {
    // B opens the room of A at step 11, which has six cells.
    const room = 'A.bB...........\n..b............\n..bbbbbbbbbbb..\nA length 20';
    for (const count of [countAreasByBits, countAreasByCell]) {
      const { own, other } = countWith(count, parsePicture(room));
      expect(own[0]! + other[0]!).to.equal(6);
    }
    const soon = 'A.bB...........\n..b............\n..bbb..........\nA length 20';
    const { own, other } = counts(soon);
    expect(own[0]! + other[0]!).to.equal(8);
  });

  it('find the steps to food and count it', () => {
    const { foods, foodSteps } = counts('A..*.*.B\nB length 4');
    expect([foods, foodSteps]).to.deep.equal([
      [1, 1],
      [3, 2],
    ]);
  });

  it('count what both colours allow a snake to walk', () => {
    const position = parsePicture('...\n.A.\n...\nA length 1');
    const board = new SearchBoard(position);
    loadBoard(board, position, 0);
    const areas = createAreas();
    countAreas(board, areas);
    expect([areas.own[0], areas.other[0], walkable(areas, 0)]).to.deep.equal([5, 4, 9]);
  });

  for (const ruleset of ['standard', 'wrapped', 'constrictor', 'wrapped_constrictor'] as const) {
    it(`agree with a plain implementation, cell by cell, in ${ruleset} games`, () => {
      playMany(ruleset, 8, (position) => {
        expect(countWith(countAreasByCell, position), formatPicture(position)).to.deep.equal(areasByTheBook(position));
      });
    });

    if (boardRules(ruleset).wraps) continue;
    it(`agree with a plain implementation, as bits, in ${ruleset} games`, () => {
      playMany(ruleset, 16, (position) => {
        expect(countWith(countAreasByBits, position), formatPicture(position)).to.deep.equal(areasByTheBook(position));
      });
    });
  }
});
