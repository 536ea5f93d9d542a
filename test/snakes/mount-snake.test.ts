import { expect } from 'chai';
import { assignmentAt } from '../../src/snakes/mount-snake.js';

const base = { experiment: 'x', variant: 'base', split: 0.5, sides: 's' } as const;
const candidate = { ...base, variant: 'candidate' } as const;

describe('the assignment of a game', () => {
  it('has the share with which it was drawn', () => {
    for (const side of [base, candidate]) expect(assignmentAt(side, 0.2)).to.deep.equal({ ...side, share: 0.2 });
  });

  it('is none for the base while the candidate is stopped; a game that the candidate continues stays its game', () => {
    expect(assignmentAt(base, 0)).to.equal(undefined);
    expect(assignmentAt(candidate, 0)).to.include({ variant: 'candidate', share: 0 });
  });
});
