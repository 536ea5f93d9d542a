import { expect } from 'chai';
import { deepen } from '../../../src/rules/toolkit/deepen.js';
import type { Direction } from '../../../src/rules/types.js';

/** A clock that shows these times, one for each look, and the last one ever after. */
function clockOf(times: readonly number[]) {
  const proposed: Direction[] = [];
  let looks = 0;
  return {
    proposed,
    timeLeft: () => times[Math.min(looks++, times.length - 1)]!,
    propose: (move: Direction) => proposed.push(move),
  };
}

describe('iterative deepening', () => {
  it('proposes the move of each finished depth', () => {
    const clock = clockOf([100]);
    const moves: Direction[] = ['up', 'left', 'left', 'down'];
    const best = deepen((depth) => moves[depth - 1], clock, { to: 4 });
    expect(best).to.equal('down');
    expect(clock.proposed).to.deep.equal(moves);
  });

  it('drops a search that ran out of time', () => {
    const clock = clockOf([100, 99, 98, 97, 3]);
    const best = deepen((depth, isOutOfTime) => {
      for (let node = 0; node < 10 ** depth; node++) {
        if (isOutOfTime()) return undefined;
      }
      return depth === 1 ? 'left' : 'right';
    }, clock);
    expect(best).to.equal('left');
    expect(clock.proposed).to.deep.equal(['left']);
  });

  it('stays out of time', () => {
    const answers: boolean[] = [];
    deepen(
      (_, isOutOfTime) => {
        for (let question = 0; question < 40; question++) answers.push(isOutOfTime());
        return undefined;
      },
      clockOf([100, 0, 100]),
    );
    expect(answers.every(Boolean)).to.equal(true);
  });

  it('does not begin a search that cannot end in time', () => {
    const clock = clockOf([100, 40]);
    let deepest = 0;
    const best = deepen((depth) => ((deepest = depth), 'up'), clock, { to: 9 });
    expect({ best, deepest }).to.deep.equal({ best: 'up', deepest: 1 });
  });

  it('has no answer without time', () => {
    expect(deepen(() => 'up', clockOf([5]))).to.equal(undefined);
  });
});
