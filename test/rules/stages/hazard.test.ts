import { damageSnakes } from '../../../src/rules/stages/stages.js';
import { expectStages } from '../../support/boards.js';

const expectDamage = (picture: string) => expectStages(picture, [damageSnakes]);

describe('stage 4, hazard', () => {
  it('subtracts the damage of a hazard under a head', () => {
    expectDamage(`
      A..
      hazards 0,0
      becomes
      A..
      hazards 0,0
      A health 86
    `);
  });

  it('subtracts the damage of every hazard of a stack', () => {
    expectDamage(`
      A..
      hazards 0,0x3
      becomes
      A..
      hazards 0,0x3
      A health 58
    `);
  });

  it('ignores hazards under the rest of a body', () => {
    expectDamage(`
      .aA
      hazards 1,0x3
    `);
  });

  it('eliminates a snake at 0, and never goes below', () => {
    expectDamage(`
      A..
      hazards 0,0x3
      A health 20
      becomes
      ...
      hazards 0,0x3
      A health 0 body 0,0 out hazard on 1
    `);
  });

  it('protects a snake on food', () => {
    expectDamage(`
      A..
      food 0,0
      hazards 0,0x3
    `);
  });

  it('heals if the damage is negative', () => {
    expectDamage(`
      A..
      hazards 0,0
      rules damage -10
      A health 50
      becomes
      A..
      hazards 0,0
      rules damage -10
      A health 60
    `);
  });

  it('heals up to full health', () => {
    expectDamage(`
      A..
      hazards 0,0
      rules damage -10
      A health 95
      becomes
      A..
      hazards 0,0
      rules damage -10
    `);
  });

  it('applies hazards off the board to heads there', () => {
    expectDamage(`
      ...
      hazards 3,0x9
      A body 3,0 ll
      becomes
      ...
      hazards 3,0x9
      A health 0 body 3,0 ll out hazard on 1
    `);
  });
});
