import { expect } from 'chai';
import { copyPosition } from '../../../src/rules/position.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { deepen } from '../../../src/rules/toolkit/deepen.js';
import { lookAhead, moveNumbers } from '../../../src/rules/toolkit/look-ahead.js';
import type { Direction } from '../../../src/rules/types.js';
import { expectPicture, expectSound } from '../../support/boards.js';
import { isSamePosition } from '../../support/same-position.js';

describe('looking ahead', () => {
  it('plays a turn on a copy', () => {
    const before = parsePicture('aA*.\n...B\nturn 4');
    const kept = copyPosition(before);
    const after = lookAhead(before, moveNumbers(['right', 'left']));
    expectSound(after);
    expectPicture(after, '.aA.\n..B.\nturn 5\nA length 3\nB health 99');
    expect(isSamePosition(before, kept)).to.equal(true);
  });

  it('overwrites the board it is given', () => {
    const into = parsePicture('***.\n....\nrules wraps');
    const after = lookAhead(parsePicture('aA..\n....'), moveNumbers(['right']), into);
    expect(after).to.equal(into);
    expectSound(after);
    expectPicture(after, '.aA.\n....\nturn 1\nA health 99');
  });

  it('grows the snakes where the rules have it', () => {
    const after = lookAhead(parsePicture('aA..\nrules grows'), moveNumbers(['right']));
    expectPicture(after, '.aA.\nturn 1\nrules grows\nA length 3');
  });
});

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
  it('proposes what each finished depth has found', () => {
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

  it('stays out of time once it is', () => {
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

  it('does not begin what cannot end in time', () => {
    const clock = clockOf([100, 40]);
    let deepest = 0;
    const best = deepen((depth) => ((deepest = depth), 'up'), clock, { to: 9 });
    expect({ best, deepest }).to.deep.equal({ best: 'up', deepest: 1 });
  });

  it('has no answer without time', () => {
    expect(deepen(() => 'up', clockOf([5]))).to.equal(undefined);
  });
});
