import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { DEFAULT_SETTINGS } from '../../../src/rules/settings.js';
import { constrict } from '../../../src/rules/stages/constrict.js';
import { shareSquad } from '../../../src/rules/stages/squad.js';
import { shrink } from '../../../src/rules/stages/shrink.js';
import { afterStages, expectPicture, expectSound, turnInput } from '../../support/boards.js';

describe('stage 7', () => {
  it('of constrictor takes the food, feeds all and grows all, the eliminated too, but no stacked tail', () => {
    const before = 'aA*bB\nA health 3\nB length 3\nC health 0 body 5,0 l out wall-collision on 1';
    const after = afterStages(before, [constrict]);
    expectPicture(after, 'aA.bB\nA length 3\nB length 3\nC body 5,0 l= out wall-collision on 1');
  });

  it('of royale closes in from the same sides turn after turn', () => {
    const settings = { royale: { shrinkEveryNTurns: 5 } };
    const counts = Array.from({ length: 21 }, (_, turn) => {
      const position = parsePicture(Array.from({ length: 7 }, () => '.......').join('\n'));
      position.turn = turn;
      shrink(position, turnInput([], settings));
      expectSound(position);
      return new Set(position.hazards.slice(0, position.hazardCount));
    });
    counts.forEach((hazards, turn) => {
      const sides = Math.floor((turn + 1) / 5);
      if (sides === 0) expect(hazards.size).to.equal(0);
      else if (sides === 1) expect(hazards.size).to.equal(7);
      if (turn > 0) expect([...counts[turn - 1]!].every((cell) => hazards.has(cell))).to.equal(true);
    });
  });

  it('of royale ends with hazards everywhere, and refuses to shrink every 0 turns', () => {
    const position = parsePicture('...\n...\n...\nturn 90');
    shrink(position, turnInput([], { royale: { shrinkEveryNTurns: 1 } }));
    expect(position.hazardCount).to.equal(9);
    const zero = { ...DEFAULT_SETTINGS, royale: { shrinkEveryNTurns: 0 } };
    expect(() => shrink(position, { ...turnInput(), settings: zero, hazardChance: createChance(1) })).to.throw(
      '"shrinkEveryNTurns" is 0',
    );
  });

  it('of squad shares health, length and elimination as set', () => {
    const before =
      'aA.bB.\nA health 30 squad red\nB length 4 health 50 squad red\nC body 9,9 squad red out hazard on 1\nD body 5,0 squad blue health 9';
    const share = (squad: object) => afterStages(before, [shareSquad], [], { squad });
    expectPicture(share({}), before);
    expectPicture(share({ sharedHealth: true }), before.replace('health 30', 'health 50'));
    expectPicture(share({ sharedLength: true }), before.replace('A health', 'A length 4 health'));
    const fallen = share({ sharedElimination: true });
    expect(Array.from(fallen.causes).slice(0, 4)).to.deep.equal([7, 7, 6, 0]);
    expect(Array.from(fallen.killers).slice(0, 4)).to.deep.equal([-1, -1, -1, -1]);
  });
});
