import { expect } from 'chai';
import { boardRules, isRulesetName, RULESET_NAMES, rulesetFor, RULESETS } from '../../src/rules/rulesets.js';
import { isLastSnakeLeft, isNoSnakeLeft } from '../../src/rules/stages/stages.js';

describe('rulesets', () => {
  it('are known by name', () => {
    expect(RULESET_NAMES.every(isRulesetName)).to.equal(true);
    expect(isRulesetName('toString')).to.equal(false);
    expect(RULESETS.wrapped.stages).to.deep.equal(RULESETS.standard.stages);
  });

  it('play a single snake until it is eliminated', () => {
    expect(rulesetFor('standard', 1).isOver).to.equal(isNoSnakeLeft);
    expect(rulesetFor('standard', 2).isOver).to.equal(isLastSnakeLeft);
  });

  it('give a position its rules; an unknown name counts as standard', () => {
    const standard = { wraps: false, hazardDamage: 14, grows: false, matesPass: false };
    expect(boardRules('standard')).to.deep.equal(standard);
    expect(boardRules('not known here')).to.deep.equal(standard);
    expect(boardRules('wrapped_constrictor', { hazardDamagePerTurn: 3 })).to.deep.equal({
      wraps: true,
      hazardDamage: 3,
      grows: true,
      matesPass: false,
    });
    const squad = { allowBodyCollisions: true };
    expect(boardRules('squad', { squad }).matesPass).to.equal(true);
    expect(boardRules('standard', { squad }).matesPass).to.equal(false);
  });
});
