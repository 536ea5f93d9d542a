import { damageSnakes } from '../../../src/rules/stages/hazard.js';
import { afterStages, expectPicture } from '../../support/boards.js';

function lying(hazards: string, more = ''): string {
  return `A..\nhazards ${hazards}\n${more}`;
}

function healing(health: number): string {
  return lying('0,0', `rules damage -10\nA health ${health}`);
}

describe('stage 4, hazard', () => {
  it('takes the damage of every hazard of a stack', () => {
    expectPicture(afterStages(lying('0,0'), [damageSnakes]), lying('0,0', 'A health 86'));
    expectPicture(afterStages(lying('0,0x3'), [damageSnakes]), lying('0,0x3', 'A health 58'));
  });

  it('eliminates at 0, and never goes below', () => {
    const after = afterStages(lying('0,0x3', 'A health 20'), [damageSnakes]);
    expectPicture(after, '...\nhazards 0,0x3\nA health 0 body 0,0 out hazard on 1');
  });

  it('does nothing on food', () => {
    const fed = 'A..\nfood 0,0\nhazards 0,0x3';
    expectPicture(afterStages(fed, [damageSnakes]), fed);
  });

  it('heals where the damage is negative, up to full health', () => {
    expectPicture(afterStages(healing(50), [damageSnakes]), healing(60));
    expectPicture(afterStages(healing(95), [damageSnakes]), healing(100));
  });

  it('knows hazards off the board, where heads may step too', () => {
    const after = afterStages('...\nhazards 3,0x9\nA body 3,0 ll', [damageSnakes]);
    expectPicture(after, '...\nhazards 3,0x9\nA health 0 body 3,0 ll out hazard on 1');
  });
});
