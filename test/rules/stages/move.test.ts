import { moveSnakes } from '../../../src/rules/stages/stages.js';
import { afterStages, expectPicture } from '../../support/boards.js';

describe('stage 2, move', () => {
  it('moves the head one step and drops the last body cell', () => {
    const after = afterStages(
      `
      ....
      .aA.
      .a.B
      ...b
      `,
      [moveSnakes],
      ['up', 'left'],
    );
    expectPicture(
      after,
      `
      ..A.
      .aa.
      ..Bb
      ....
      `,
    );
  });

  it('lets a head leave the board', () => {
    const after = afterStages('.aA', [moveSnakes], ['right']);
    expectPicture(after, '..a\nA body 3,0 l');
  });

  it('brings the head back on the opposite side of a board that wraps', () => {
    const after = afterStages('.aA.\nrules wraps', [moveSnakes, moveSnakes], ['right']);
    expectPicture(after, 'A..a\nrules wraps');
  });

  it('unfolds a snake that has just begun', () => {
    const after = afterStages('.A.\nA length 3', [moveSnakes], ['right']);
    expectPicture(after, '.aA\nA length 3');
  });

  it('keeps its direction without a move, over the edge too', () => {
    expectPicture(afterStages('.Aa.', [moveSnakes]), 'Aa..');
    expectPicture(afterStages('.aaA\nrules wraps', [moveSnakes, moveSnakes]), 'aA.a\nrules wraps\nA body 1,0 l 3,0');
    expectPicture(afterStages('A..a\nrules wraps', [moveSnakes]), 'aA..\nrules wraps');
    expectPicture(afterStages('a..A\nrules wraps', [moveSnakes]), '..Aa\nrules wraps');
    expectPicture(afterStages('A\n.\na\nrules wraps', [moveSnakes]), 'a\nA\n.\nrules wraps');
    expectPicture(afterStages('a\n.\nA\nrules wraps', [moveSnakes]), '.\nA\na\nrules wraps');
  });

  it('goes up without a move if the snake points nowhere', () => {
    expectPicture(afterStages('.\nA', [moveSnakes]), 'A\n.');
    expectPicture(afterStages('.\nA\nA length 3', [moveSnakes]), 'A\na\nA length 3');
  });

  it('leaves eliminated snakes where they are', () => {
    const before = 'A..\nB body 2,0 ll out hazard on 1';
    expectPicture(afterStages(before, [moveSnakes], ['right', 'up']), '.A.\nB body 2,0 ll out hazard on 1');
  });
});
