import { expect } from 'chai';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { isLastSnakeLeft, isLastSquadLeft, isNoSnakeLeft } from '../../../src/rules/stages/stages.js';

describe('stage 1, game over', () => {
  const two = parsePicture('A.B');
  const one = parsePicture('A..\nB body 2,0 out hazard on 1');
  const none = parsePicture('...\nA body 0,0 out hazard on 1');

  it('ends a game of several snakes when at most one lives', () => {
    expect([two, one, none].map(isLastSnakeLeft)).to.deep.equal([false, true, true]);
  });

  it('ends a solo game when no snake lives', () => {
    expect([two, one, none].map(isNoSnakeLeft)).to.deep.equal([false, false, true]);
  });

  it('ends a squad game when one squad is left; a snake without a squad is a squad alone', () => {
    const mates = parsePicture('A.B\nA squad red\nB squad red');
    const rivals = parsePicture('A.B\nA squad red\nB squad blue');
    expect([mates, rivals, two, one, none].map(isLastSquadLeft)).to.deep.equal([true, false, false, true, true]);
  });
});
