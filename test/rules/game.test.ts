import { expect } from 'chai';
import * as fc from 'fast-check';
import { copyPosition, type Position } from '../../src/rules/position.js';
import { createGameChance } from '../../src/rules/chance.js';
import { cellAt, xOf, yOf } from '../../src/rules/cells.js';
import { createGame, isGameOver, playGame } from '../../src/rules/game.js';
import { hashPosition } from '../../src/rules/plain.js';
import { RULESET_NAMES } from '../../src/rules/rulesets.js';
import { headOf, isAlive, tailMoves, tailOf } from '../../src/rules/snakes.js';
import { expectSound } from '../support/boards.js';
import { playRandomly, snakesNamed } from '../support/games.js';
import { runsOf } from '../support/budget.js';

function hazardDepths(position: Position): Map<string, number> {
  const depths = new Map<string, number>();
  for (const cell of position.hazards.subarray(0, position.hazardCount)) {
    const place = `${xOf(position, cell)},${yOf(position, cell)}`;
    depths.set(place, (depths.get(place) ?? 0) + 1);
  }
  return depths;
}

function isSolid(side: Set<number>): boolean {
  return Math.max(...side) - Math.min(...side) === side.size - 1;
}

/** Whether the cells without hazards fill a rectangle, which may be empty. */
function isRectangle(position: Position): boolean {
  const open = Array.from(position.hazardsAt.keys()).filter((cell) => position.hazardsAt[cell] === 0);
  const columns = new Set(open.map((cell) => xOf(position, cell)));
  const rows = new Set(open.map((cell) => yOf(position, cell)));
  return open.length === 0 || (open.length === columns.size * rows.size && isSolid(columns) && isSolid(rows));
}

describe('a game', () => {
  it('keeps its position consistent under every ruleset and map', () => {
    const anyGame = fc.record({
      seed: fc.nat(),
      ruleset: fc.constantFrom(...RULESET_NAMES),
      map: fc.constantFrom('standard', 'empty', 'royale', 'snail_mode', 'hz_columns', 'hz_inner_wall', 'hz_rings'),
      side: fc.constantFrom(7, 9, 11, 19),
      count: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(anyGame, ({ side, count, ...options }) => {
        playRandomly({ ...options, width: side, height: side, snakes: snakesNamed(count) }, ({ position }) => {
          expectSound(position);
          const heads = new Set<number>();
          for (let seat = 0; seat < position.snakeCount; seat++) {
            expect(position.health[seat]).to.be.within(0, 100);
            expect(position.lengths[seat]).to.be.within(3, position.size + 3);
            if (!isAlive(position, seat)) continue;
            expect(headOf(position, seat)).to.be.within(0, position.size - 1);
            expect(heads.has(headOf(position, seat)), 'two living heads on one cell').to.equal(false);
            heads.add(headOf(position, seat));
          }
        });
      }),
      { numRuns: runsOf(60) },
    );
  });

  it('plays the same way on every machine for the same seed and moves', () => {
    const hashes = ['standard', 'royale', 'snail_mode'].map((map) =>
      hashPosition(playRandomly({ seed: 7, map }).position),
    );
    expect(hashes).to.deep.equal([5136326437417053, 7644003172941791, 2792600041973052]);
  });

  it('adds food on the same turns whatever the snakes do', () => {
    const settings = { minimumFood: 0, foodSpawnChance: 30 };
    const foodTurns = (seed: string): number[] => {
      const turns: number[] = [];
      let food = 0;
      const chance = { ...createGameChance('luck'), setUp: createGameChance(seed).setUp };
      const options = { seed: 1, map: 'standard', ruleset: 'solo', snakes: snakesNamed(1), settings, chance } as const;
      playRandomly({ ...options, width: 25, height: 25 }, ({ position }) => {
        if (position.foodCount > food) turns.push(position.turn);
        food = position.foodCount;
      });
      return turns;
    };
    const [one, other] = [foodTurns('a').slice(0, 10), foodTurns('b').slice(0, 10)];
    expect(one.filter((turn) => other.includes(turn)).length).to.be.at.least(8);
  });

  it('continues until the snake is eliminated if it began with one', () => {
    const game = playRandomly({ seed: 3, snakes: snakesNamed(1) });
    expect(game.position.causes[0]).to.not.equal(0);
    expect(isGameOver(game)).to.equal(true);
  });

  it('begins without food under constrictor', () => {
    const chance = createGameChance(1);
    const options = { map: 'standard', width: 11, height: 11, snakes: snakesNamed(2), chance } as const;
    expect(createGame({ ...options, ruleset: 'constrictor' }).position.foodCount).to.equal(0);
    expect(createGame({ ...options, ruleset: 'standard' }).position.foodCount).to.equal(3);
  });

  it('reuses a position', () => {
    const chance = createGameChance(1);
    const options = {
      ruleset: 'standard',
      map: 'standard',
      width: 11,
      height: 11,
      snakes: snakesNamed(2),
      chance,
    } as const;
    const { position } = createGame(options);
    playGame(createGame({ ...options, into: position, chance: createGameChance(2) }), (_, moves) => moves.fill(0));
    const fresh = createGame({ ...options, chance: createGameChance(1) }).position;
    expect(hashPosition(createGame({ ...options, into: position, chance: createGameChance(1) }).position)).to.equal(
      hashPosition(fresh),
    );
    expectSound(position);
  });

  it('ends at the last turn given', () => {
    const game = createGame({
      ruleset: 'wrapped',
      map: 'empty',
      width: 11,
      height: 11,
      snakes: snakesNamed(2),
      chance: createGameChance(5),
    });
    playGame(game, (_, moves) => moves.fill(0), 20);
    expect(game.position.turn).to.equal(20);
  });
});

describe('royale over a whole game', () => {
  it('leaves a rectangle without hazards, which loses one side every few turns', () => {
    const settings = { royale: { shrinkEveryNTurns: 6 }, hazardDamagePerTurn: 0 };
    for (const seed of [1, 2, 3, 4]) {
      let before = new Set<string>();
      playRandomly({ seed, map: 'royale', settings, width: 19, height: 19 }, ({ position }) => {
        const depths = hazardDepths(position);
        const hazards = new Set(depths.keys());
        expect(Math.max(0, ...depths.values())).to.be.at.most(1);
        expect([...before].every((place) => hazards.has(place))).to.equal(true);
        const grown = hazards.size - before.size;
        if (position.turn % 6 === 0 && before.size < position.size) expect(grown).to.be.within(1, 19);
        else expect(grown).to.equal(0);
        expect(isRectangle(position)).to.equal(true);
        before = hazards;
      });
      expect(before.size).to.be.greaterThan(0);
    }
  });

  it('keeps hazards before the first shrink as a map, and clears them as a ruleset', () => {
    const settings = { royale: { shrinkEveryNTurns: 25 } };
    const options = { seed: 1, settings, width: 11, height: 11 } as const;
    const byTurn: number[] = [];
    playRandomly({ ...options, map: 'hz_columns', ruleset: 'royale' }, ({ position }) =>
      byTurn.push(position.hazardCount),
    );
    expect(byTurn.slice(0, 24).every((count) => count === 0)).to.equal(true);
  });
});

describe('snail mode over a whole game', () => {
  it('leaves a fading stack where a tail was, as high as the snake is long', () => {
    for (const seed of [1, 2, 3, 4, 5, 6]) {
      let before: Position | undefined;
      playRandomly({ seed, map: 'snail_mode', settings: { foodSpawnChance: 60 } }, ({ position }) => {
        if (before !== undefined) expectTrails(before, position);
        before = copyPosition(position);
      });
    }
  });
});

/** The trails after a turn follow from the boards before and after it, by the rules as they are written down. */
function expectTrails(before: Position, after: Position): void {
  const expected = new Map<string, number>();
  const add = (x: number, y: number, depth: number): void => {
    if (depth > 0) expected.set(`${x},${y}`, (expected.get(`${x},${y}`) ?? 0) + depth);
  };
  for (let cell = 0; cell < before.size; cell++) {
    add(xOf(before, cell), yOf(before, cell), before.hazardsAt[cell]! - 1);
  }
  const heads = new Set(after.ids.map((_, seat) => (isAlive(after, seat) ? headOf(after, seat) : -1)));
  for (let seat = 0; seat < before.snakeCount; seat++) {
    if (!isAlive(before, seat) || !tailMoves(before, seat)) continue;
    const tail = tailOf(before, seat);
    if (!heads.has(tail)) add(xOf(before, tail), yOf(before, tail), before.lengths[seat]!);
  }
  for (let seat = 0; seat < after.snakeCount; seat++) {
    if (!isAlive(after, seat) || !tailMoves(after, seat)) continue;
    const tail = tailOf(after, seat);
    add(xOf(after, tail), yOf(after, tail) + after.height, after.lengths[seat]!);
    expect(cellAt(after, xOf(after, tail), yOf(after, tail) + after.height)).to.be.lessThan(0);
  }
  expect(Object.fromEntries(hazardDepths(after))).to.deep.equal(Object.fromEntries(expected));
}
