import { expect } from 'chai';
import { copyPosition } from '../../../src/rules/position.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { lookAhead, moveNumbers } from '../../../src/rules/toolkit/look-ahead.js';
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

  it('overwrites the position it is given', () => {
    const into = parsePicture('***.\n....\nrules wraps');
    const after = lookAhead(parsePicture('aA..\n....'), moveNumbers(['right']), into);
    expect(after).to.equal(into);
    expectSound(after);
    expectPicture(after, '.aA.\n....\nturn 1\nA health 99');
  });

  it('grows the snakes if the rules have them grow', () => {
    const after = lookAhead(parsePicture('aA..\nrules grows'), moveNumbers(['right']));
    expectPicture(after, '.aA.\nturn 1\nrules grows\nA length 3');
  });
});
