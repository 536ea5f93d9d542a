import { expect } from 'chai';
import * as fc from 'fast-check';
import { GAP_MS, timePerWeight, type PlannedTurn } from '../../../src/snakes/schedule/plan.js';

const turn = (deadline: number, weight = 1): PlannedTurn => ({ deadline, weight });
const plan = (turns: readonly PlannedTurn[], cores: readonly number[] = [0, 0]) => timePerWeight(turns, cores, 0);

describe('timePerWeight', () => {
  it('gives all that is left if there are no more turns than cores', () => {
    expect(plan([turn(480)])).to.equal(480);
    expect(plan([turn(480), turn(480)])).to.be.closeTo(478, 1);
  });

  it('shares the time of each core between the turns on it', () => {
    expect(plan(Array.from({ length: 4 }, () => turn(480)))).to.be.closeTo(238, 2);
    expect(plan(Array.from({ length: 16 }, () => turn(480)))).to.be.closeTo(58, 1);
  });

  it('waits for a core that is busy', () => {
    expect(plan([turn(480), turn(480)], [0, 300])).to.be.closeTo(239, 1);
  });

  it('gives by weight', () => {
    expect(plan([turn(300, 2), turn(300)], [0])).to.be.closeTo((300 - GAP_MS) / 3, 1);
  });

  it('gives nothing if the turns do not fit', () => {
    expect(plan([turn(480), turn(0.5)], [0])).to.be.at.most(1);
  });

  it('never plans an end after a deadline, over random turns and cores', () => {
    const turns = fc.array(
      fc.record({ deadline: fc.integer({ min: 50, max: 500 }), weight: fc.constantFrom(0.5, 1, 2) }),
      { minLength: 1, maxLength: 20 },
    );
    const cores = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(turns, cores, (given, busy) => {
        const sorted = given.toSorted((a, b) => a.deadline - b.deadline);
        const perWeight = plan(sorted, busy);
        if (perWeight === 0) return;
        const free = [...busy];
        for (const [index, { deadline, weight }] of sorted.entries()) {
          const core = free.indexOf(Math.min(...free));
          free[core]! += weight * perWeight + (index === 0 ? 0 : GAP_MS);
          expect(free[core]).to.be.at.most(deadline + 1e-6);
        }
      }),
    );
  });
});
