import { expect } from 'chai';
import { boardRules, isRulesetName, RULESET_NAMES, rulesetFor, RULESETS } from '../../src/rules/rulesets.js';
import { DEFAULT_SETTINGS, fillSettings } from '../../src/rules/settings.js';
import { isLastSnakeLeft, isNoSnakeLeft } from '../../src/rules/stages/game-over.js';
import { moveNumber, NO_MOVE } from '../../src/rules/types.js';

describe('rulesets', () => {
  it('are known by name', () => {
    expect(RULESET_NAMES.every(isRulesetName)).to.equal(true);
    expect(isRulesetName('toString')).to.equal(false);
    expect(RULESETS.wrapped.stages).to.deep.equal(RULESETS.standard.stages);
  });

  it('play a single snake until it is out', () => {
    expect(rulesetFor('standard', 1).isOver).to.equal(isNoSnakeLeft);
    expect(rulesetFor('standard', 2).isOver).to.equal(isLastSnakeLeft);
  });

  it('show on the board, an unknown one as a standard one', () => {
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

describe('settings', () => {
  it('are filled with the defaults, whole groups that are null too', () => {
    expect(fillSettings()).to.deep.equal(DEFAULT_SETTINGS);
    expect(fillSettings({ royale: null, squad: null, minimumFood: 0 })).to.deep.equal({
      ...DEFAULT_SETTINGS,
      minimumFood: 0,
    });
    expect(fillSettings({ squad: { sharedHealth: true } }).squad).to.deep.include({
      sharedHealth: true,
      sharedLength: false,
    });
  });
});

describe('moves', () => {
  it('are exactly four words', () => {
    const words = ['up', 'down', 'left', 'right', 'UP', '', 'forward', '__proto__'];
    expect(words.map(moveNumber)).to.deep.equal([0, 1, 2, 3, NO_MOVE, NO_MOVE, NO_MOVE, NO_MOVE]);
  });
});
