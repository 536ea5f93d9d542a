import { expect } from 'chai';
import type { Position } from '../../../src/rules/position.js';
import { highest, lowest } from '../../../src/rules/chance.js';
import { spawnFood } from '../../../src/rules/maps/standard.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { fillSettings, type PartialSettings } from '../../../src/rules/settings.js';
import { expectPicture, expectSound } from '../../support/boards.js';

function spawned(picture: string, settings: PartialSettings, chance = lowest): Position {
  const position = parsePicture(picture);
  spawnFood(position, { settings: fillSettings(settings), chance: { setUp: chance, food: chance, hazards: chance } });
  expectSound(position);
  return position;
}

describe('food after a turn', () => {
  it('is added up to the minimum', () => {
    const position = spawned('.....\n.....\n..*.A', { minimumFood: 3, foodSpawnChance: 0 });
    expectPicture(position, '.....\n.....\n***.A\nfood 2,0 0,0 1,0');
    expect(spawned('.*A', { minimumFood: 3 }).foodCount).to.equal(2);
  });

  it('appears at random if there is enough', () => {
    const enough = '....A\n*....';
    expect(spawned(enough, { foodSpawnChance: 2 }).foodCount).to.equal(2);
    expect(spawned(enough, { foodSpawnChance: 1 }).foodCount).to.equal(1);
    expect(spawned(enough, { foodSpawnChance: 100 }, highest).foodCount).to.equal(1);
    expect(spawned(enough, { foodSpawnChance: 101 }, highest).foodCount).to.equal(2);
  });

  it('never appears on snakes, on food or next to living heads; it may appear on hazards', () => {
    const position = spawned('.aA\n...\n#*.\nB body 1,1 out hazard on 1', { minimumFood: 9 });
    expectPicture(
      position,
      `
      *aA
      **.
      ***
      food 1,0 0,0 2,0 0,1 1,1 0,2
      hazards 0,0
      B body 1,1 out hazard on 1
      `,
    );
  });
});
