import { expect } from 'chai';
import { describeCause, describeDeath } from '../../src/rules/describe-death.js';
import { ELIMINATION_CAUSES } from '../../src/rules/types.js';

describe('the words for a death', () => {
  it('are a sentence for each cause of the engine, and none of them says "lost"', () => {
    const sentences = ELIMINATION_CAUSES.map((cause) => describeCause(cause, 'Otto'));
    expect(sentences.filter((sentence) => /^died:|-|lost/.test(sentence))).to.deep.equal([]);
    expect(new Set(sentences).size).to.equal(ELIMINATION_CAUSES.length);
    expect(describeCause('head-collision')).to.equal('died head to head with another snake');
    expect(describeCause('a new cause')).to.equal('died: a new cause');
  });

  it('name the turn; of a death that nobody saw, the turn before which it was', () => {
    expect(describeDeath({ turn: 9, cause: 'snake-collision' }, 'Otto')).to.equal('ran into Otto on turn 9');
    expect(describeDeath({ turn: 9 })).to.equal('died on turn 9');
    expect(describeDeath({ turn: 9, isLatest: true })).to.equal('gone by turn 9');
    expect(describeDeath({ turn: 9, cause: 'hazard', isLatest: true })).to.equal('died in a hazard by turn 9');
  });
});
