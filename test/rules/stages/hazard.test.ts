import { damageSnakes } from '../../../src/rules/stages/stages.js';
import { afterStages, expectPicture } from '../../support/boards.js';

function expectDamage(before: string, after: string): void {
  expectPicture(afterStages(before, [damageSnakes]), after);
}

describe('stage 4, hazard', () => {
  it('subtracts the damage of a hazard under a head', () => {
    const before = `
      A..
      hazards 0,0
    `;
    const after = `
      A..
      hazards 0,0
      A health 86
    `;
    expectDamage(before, after);
  });

  it('subtracts the damage of every hazard of a stack', () => {
    const before = `
      A..
      hazards 0,0x3
    `;
    const after = `
      A..
      hazards 0,0x3
      A health 58
    `;
    expectDamage(before, after);
  });

  it('ignores hazards under the rest of a body', () => {
    const before = `
      .aA
      hazards 1,0x3
    `;
    expectDamage(before, before);
  });

  it('eliminates a snake at 0, and never goes below', () => {
    const before = `
      A..
      hazards 0,0x3
      A health 20
    `;
    const after = `
      ...
      hazards 0,0x3
      A health 0 body 0,0 out hazard on 1
    `;
    expectDamage(before, after);
  });

  it('protects a snake on food', () => {
    const before = `
      A..
      food 0,0
      hazards 0,0x3
    `;
    expectDamage(before, before);
  });

  it('heals if the damage is negative', () => {
    const before = `
      A..
      hazards 0,0
      rules damage -10
      A health 50
    `;
    const after = `
      A..
      hazards 0,0
      rules damage -10
      A health 60
    `;
    expectDamage(before, after);
  });

  it('heals up to full health', () => {
    const before = `
      A..
      hazards 0,0
      rules damage -10
      A health 95
    `;
    const after = `
      A..
      hazards 0,0
      rules damage -10
    `;
    expectDamage(before, after);
  });

  it('applies hazards off the board to heads there', () => {
    const before = `
      ...
      hazards 3,0x9
      A body 3,0 ll
    `;
    const after = `
      ...
      hazards 3,0x9
      A health 0 body 3,0 ll out hazard on 1
    `;
    expectDamage(before, after);
  });
});
