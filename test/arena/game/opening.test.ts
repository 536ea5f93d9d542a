import { expect } from 'chai';
import * as fc from 'fast-check';
import { startOf } from '../../../src/arena/game/opening.js';
import { toPlain } from '../../../src/rules/plain.js';
import { safeMask } from '../../../src/rules/toolkit/moves.js';
import { reachableSpace } from '../../../src/rules/toolkit/reachable.js';
import { isAlive } from '../../../src/rules/snakes.js';
import { RULESET_NAMES } from '../../../src/rules/rulesets.js';

const board = { ruleset: 'standard', map: 'standard', width: 11, height: 11 } as const;
const idsOf = (snakes: number) => Array.from({ length: snakes }, (_, seat) => `snake ${seat}`);

const random = (turns: number) => ({ kind: 'random', turns }) as const;
const draw = (seed: string) => toPlain(startOf(random(8), 0, seed, { ...board, ids: idsOf(2) }).position);

describe('startOf', () => {
  it('leaves every snake alive, with a safe move and with room', () => {
    const games = fc.record({
      ruleset: fc.constantFrom(...RULESET_NAMES.filter((name) => name !== 'squad' && name !== 'solo')),
      map: fc.constantFrom('standard', 'hz_islands_bridges', 'royale'),
      snakes: fc.integer({ min: 2, max: 4 }),
      turns: fc.integer({ min: 1, max: 12 }),
      seed: fc.string(),
    });
    fc.assert(
      fc.property(games, ({ ruleset, map, snakes, turns, seed }) => {
        const game = { ...board, ruleset, map, ids: idsOf(snakes) };
        const { position, beganWith } = startOf(random(turns), 0, seed, game);
        expect(beganWith).to.equal(snakes);
        expect(position.turn).to.be.at.most(turns);
        expect(position.ids).to.deep.equal(game.ids);
        if (position.turn === 0) return;
        for (let seat = 0; seat < snakes; seat++) {
          expect(isAlive(position, seat)).to.equal(true);
          expect(safeMask(position, seat)).not.to.equal(0);
          expect(reachableSpace(position, seat)).to.be.at.least(3 * position.lengths[seat]!);
        }
      }),
      { numRuns: 100 },
    );
  });

  it('is the same for the same seed, and another for others', () => {
    expect(draw('a/0')).to.deep.equal(draw('a/0'));
    const boards = new Set(Array.from({ length: 50 }, (_, pair) => JSON.stringify(draw(`a/${pair}`).snakes)));
    expect(boards.size).to.equal(50);
    expect(draw('a/0').turn).to.equal(8);
  });

  it('is shorter on a board without room', () => {
    const small = { ...board, width: 7, height: 7, ids: idsOf(4) };
    const { position } = startOf(random(200), 0, 'small', small);
    expect(position.turn).to.be.within(0, 50);
    expect(position.ids.every((_, seat) => isAlive(position, seat))).to.equal(true);
  });
});
