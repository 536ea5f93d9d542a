import { expect } from 'chai';
import { createGameChance } from '../../../../src/rules/chance.js';
import { createGame, isGameOver, playTurn, type RulesGame } from '../../../../src/rules/game.js';
import { findMap } from '../../../../src/rules/maps/registry.js';
import type { Position } from '../../../../src/rules/position.js';
import { bodyCell, clearBody, pushTail } from '../../../../src/rules/snakes.js';
import { MAX_SNAKES } from '../../../../src/rules/types.js';
import { expectSound } from '../../../support/boards.js';
import { begin, courseOf, pairs, recorded, turnOf, unfold } from '../../../support/course-games.js';
import { boardsOf, playRandomly, snakesNamed } from '../../../support/games.js';
import { checkCourse, type CourseTurn } from '../../../support/hazard-courses.js';

const MOVING = [
  'healing_pools',
  'hz_hazard_pits',
  'sinkholes',
  'hz_spiral',
  'hz_scatter',
  'hz_grow_box',
  'hz_expand_box',
  'hz_expand_scatter',
  'solo_maze',
];

/** The maps whose hazards depend on `shrinkEveryNTurns`. */
const usesShrink = new Set(['healing_pools', 'hz_hazard_pits', 'sinkholes']);

describe('the moving maps compared with the official engine', () => {
  for (const name of MOVING) {
    const courses = recorded.filter(({ map }) => map === name);

    it(`are checked by rules that the recorded courses of ${name} keep`, () => {
      expect(courses).to.not.deep.equal([]);
      for (const course of courses) checkCourse(unfold(course));
    });

    it(`have the hazards of ${name} on every board, until nothing changes any more`, () => {
      for (const { width, height } of boardsOf(name)) {
        const untilFull = { hz_spiral: 3, hz_expand_box: 3, hz_grow_box: 5 }[name] ?? 2;
        const lastTurn = width > 11 ? 400 : width * height * untilFull + 30;
        for (const shrinkEveryNTurns of usesShrink.has(name) ? [1, 10, 25] : [25]) {
          checkCourse(courseOf({ map: name, width, height, shrinkEveryNTurns }, lastTurn, width));
        }
      }
    });

    it(`keep to them with few and many snakes on ${name}`, () => {
      const { snakes } = findMap(name);
      for (const { width, height } of boardsOf(name)) {
        for (const count of [snakes.min, 4, snakes.max].filter((each) => each <= snakes.max)) {
          const board = { map: name, width, height, shrinkEveryNTurns: 5 };
          const turns: CourseTurn[] = [turnOf(begin(board, count, count).position)];
          const settings = { royale: { shrinkEveryNTurns: 5 } };
          const options = { ...board, settings, snakes: snakesNamed(count), seed: count, ruleset: 'standard' } as const;
          playRandomly(options, ({ position }) => {
            if (position.turn % 16 === 0) expectSound(position);
            turns.push(turnOf(position));
          });
          if (turns.length > 1) checkCourse({ ...board, turns });
        }
      }
    });

    it(`give ${name} the same course from the same seed, and another from another`, () => {
      const [size] = boardsOf(name).slice(-1);
      const board = { map: name, ...size!, shrinkEveryNTurns: 10 };
      const ours = [1, 1, 2, 3, 4, 5].map((seed) =>
        JSON.stringify(courseOf(board, 60, seed).turns.map((turn) => turn.hazards)),
      );
      expect(ours[1]).to.equal(ours[0]);
      const isRandom = !['sinkholes', 'hz_hazard_pits'].includes(name);
      expect(new Set(ours).size > 1).to.equal(isRandom);
    });
  }

  it('are checked by rules that notice missing hazards', () => {
    for (const name of MOVING) {
      const course = unfold(recorded.find(({ map }) => map === name)!);
      const turns = course.turns.map((turn, index) =>
        index < 15 ? turn : { ...turn, hazards: turn.hazards.slice(1) },
      );
      const broken = name === 'solo_maze' ? [{ ...turns[0]!, hazards: turns[0]!.hazards.slice(0, -9) }] : turns;
      expect(() => checkCourse({ ...course, turns: broken }), name).to.throw();
    }
  });
});

describe('the draws of the moving maps', () => {
  const SEEDS = 400;

  it('choose each set of pools about equally often', () => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < SEEDS; seed++) {
      const { position } = begin({ map: 'healing_pools', width: 11, height: 11, shrinkEveryNTurns: 10 }, 2, seed);
      const pools = String(turnOf(position).hazards);
      counts.set(pools, (counts.get(pools) ?? 0) + 1);
    }
    expect(counts.size).to.equal(4);
    for (const count of counts.values()) expect(count).to.be.within(60, 140);
  });

  it('begin anywhere in their range, both ends included', () => {
    const ranges = [
      ['hz_spiral', 3, 3, 7],
      ['hz_grow_box', 1, 2, 9],
      ['hz_expand_box', 1, 2, 9],
      ['hz_expand_scatter', 1, 1, 10],
    ] as const;
    for (const [map, first, low, high] of ranges) {
      const seen = new Set<number>();
      for (let seed = 0; seed < SEEDS; seed++) {
        const { turns } = courseOf({ map, width: 11, height: 11, shrinkEveryNTurns: 10 }, first, seed);
        for (const coordinate of turns[first]!.hazards[0]!) seen.add(coordinate);
      }
      expect([Math.min(...seen), Math.max(...seen), seen.size], map).to.deep.equal([low, high, high - low + 1]);
    }
  });
});

describe('hz_hazard_pits', () => {
  it('starts its snakes on four cells, and refuses a fifth', () => {
    const board = { map: 'hz_hazard_pits', width: 11, height: 11, shrinkEveryNTurns: 10 };
    const { position } = begin(board, 4, 1);
    const heads = [0, 1, 2, 3].map((seat) => String(pairs(position, [bodyCell(position, seat, 0)])));
    expect(heads.sort()).to.deep.equal(['1,1', '1,9', '9,1', '9,9']);
    expect(() => begin(board, 5, 1)).to.throw('"hz_hazard_pits" is not made for 5 snakes: it takes 1 to 4.');
  });

  it('refuses pits that never change', () => {
    const { map, position, input } = begin(
      { map: 'hz_hazard_pits', width: 11, height: 11, shrinkEveryNTurns: 0 },
      2,
      1,
    );
    expect(() => map.afterTurn!(position, input)).to.throw('"shrinkEveryNTurns" is 0');
  });
});

describe('sinkholes', () => {
  it('grow every tenth turn where the settings name none', () => {
    checkCourse(courseOf({ map: 'sinkholes', width: 11, height: 11, shrinkEveryNTurns: 0 }, 120));
  });
});

/** The shortest way from the head to the food without touching a hazard, as moves; `undefined` if there is none. */
function wayToFood(position: Position): number[] | undefined {
  const start = bodyCell(position, 0, 0);
  const ways = new Map<number, number[]>([[start, []]]);
  for (const [cell, way] of ways) {
    if (position.foodAt[cell] !== 0) return way;
    for (let move = 0; move < 4; move++) {
      const next = position.neighbours[cell * 4 + move]!;
      if (next < position.size && !ways.has(next) && position.hazardsAt[next] === 0) ways.set(next, [...way, move]);
    }
  }
  return undefined;
}

describe('solo_maze', () => {
  const DAMAGE = { hazardDamagePerTurn: 100 };

  function beginMaze(width: number, height: number, seed: number): RulesGame {
    const chance = createGameChance(seed);
    return createGame({
      ruleset: 'solo',
      map: 'solo_maze',
      width,
      height,
      snakes: snakesNamed(1),
      settings: DAMAGE,
      chance,
    });
  }

  for (const { width, height } of boardsOf('solo_maze')) {
    it(`leads through its levels on ${width}x${height}, and food can always be reached`, () => {
      for (let seed = 0; seed < 10; seed++) {
        const { map, position, input } = beginMaze(width, height, seed);
        const turns = [turnOf(position)];
        for (let level = 1; level < 40; level++) {
          expect(wayToFood(position), `level ${level - 1}`).to.not.equal(undefined);
          // As if the snake had eaten, wherever it stands then.
          position.foodAt[position.food[0]!] = 0;
          position.foodCount = 0;
          map.afterTurn!(position, input);
          position.turn++;
          expectSound(position);
          turns.push(turnOf(position));
          expect(position.lengths[0]).to.equal(level + 3);
        }
        checkCourse({ map: 'solo_maze', width, height, shrinkEveryNTurns: 25, turns });
      }
    });
  }

  it('is played by going to the food, level after level', () => {
    const game = beginMaze(11, 11, 3);
    const moves = new Uint8Array(MAX_SNAKES);
    let levels = 0;
    while (levels < 3 && !isGameOver(game)) {
      const way = wayToFood(game.position)!;
      for (const move of way) {
        moves[0] = move;
        playTurn(game, moves);
      }
      levels++;
      expect(game.position.lengths[0]).to.equal(3 + levels);
      expect(game.position.health[0]).to.equal(100);
    }
    expect(levels).to.equal(3);
  });

  it('moves the food away from a head that comes near, once mazes cannot grow', () => {
    const { map, position, input } = beginMaze(11, 11, 1);
    for (let level = 1; level <= 8; level++) {
      position.foodAt[position.food[0]!] = 0;
      position.foodCount = 0;
      map.afterTurn!(position, input);
      position.turn++;
    }
    const steps = () => {
      const [[headX, headY], [x, y]] = [turnOf(position).body![0]!, turnOf(position).food![0]!];
      return Math.abs(headX - x) + Math.abs(headY - y);
    };
    const before = position.food[0]!;
    map.afterTurn!(position, input);
    expect(position.food[0], 'far food stays').to.equal(before);
    clearBody(position, 0);
    pushTail(position, 0, position.neighbours[before * 4 + 2]!);
    map.afterTurn!(position, input);
    expect(position.foodCount).to.equal(1);
    expect(position.food[0]).to.not.equal(before);
    expect(steps()).to.be.at.least(4);
  });

  it('leaves the board of a dead snake as it is', () => {
    const game = beginMaze(7, 7, 1);
    const before = JSON.stringify(turnOf(game.position).hazards);
    const moves = new Uint8Array(MAX_SNAKES).fill(2);
    playTurn(game, moves);
    expect(isGameOver(game)).to.equal(true);
    expect(JSON.stringify(turnOf(game.position).hazards)).to.equal(before);
  });
});
