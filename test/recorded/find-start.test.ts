/** Where a recorded game can continue. */
import { expect } from 'chai';
import { findStart } from '../../src/recorded/find-start.js';
import { climbingOn, DUEL } from '../support/journals.js';
import { sketchRow } from '../support/rows.js';

describe('findStart', () => {
  it('lists the living snakes by seat, however an engine orders them', () => {
    const turns = [{ snakes: climbingOn(0) }, { turn: 1, you: 'me', snakes: climbingOn(1).toReversed() }];
    const found = findStart([sketchRow({ turns, you: 'me' })], 1);
    if ('refusal' in found) expect.fail(found.refusal);
    expect(found.living.map(({ id }) => id)).to.deep.equal(['me', 'other']);
  });

  it('refuses a turn that was not kept', () => {
    expect(findStart([sketchRow({ turns: [DUEL] })], 7)).to.deep.equal({
      refusal: 'has no turn 7: it has turns 0 to 0.',
    });
  });
});
