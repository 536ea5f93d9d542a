import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { createPosition } from '../../../src/rules/position.js';
import { DEFAULT_SETTINGS } from '../../../src/rules/settings.js';
import { shrink } from '../../../src/rules/stages/stages.js';
import { expectSound, expectStages, turnInput } from '../../support/boards.js';

/** The cells with hazards on an empty 7×7 board on a turn. */
function hazardsOn(turn: number, shrinkEveryNTurns: number): Set<number> {
  const position = createPosition(7, 7);
  position.turn = turn;
  shrink(position, turnInput([], { royale: { shrinkEveryNTurns } }));
  expectSound(position);
  return new Set(position.hazards.slice(0, position.hazardCount));
}

describe('stage 7 of royale', () => {
  it('moves the first side in on the turn before the first shrink', () => {
    for (const turn of [0, 1, 2, 3]) expect(hazardsOn(turn, 5).size).to.equal(0);
    for (const turn of [4, 5, 6, 7, 8]) expect(hazardsOn(turn, 5).size).to.equal(7);
  });

  it('keeps the hazards of all turns before', () => {
    for (let turn = 1; turn <= 20; turn++) {
      expect([...hazardsOn(turn, 5)]).to.include.members([...hazardsOn(turn - 1, 5)]);
    }
  });

  it('covers the whole board in the end', () => {
    expectStages(
      `
      ...
      ...
      ...
      turn 90
      becomes
      ###
      ###
      ###
      turn 90
      hazards 0,0 1,0 2,0 0,1 1,1 2,1 0,2 1,2 2,2
    `,
      [shrink],
      [],
      { royale: { shrinkEveryNTurns: 1 } },
    );
  });

  it('refuses to shrink every 0 turns', () => {
    const settings = { ...DEFAULT_SETTINGS, royale: { shrinkEveryNTurns: 0 } };
    const input = { ...turnInput(), settings, hazardChance: createChance(1) };
    expect(() => shrink(createPosition(3, 3), input)).to.throw('"shrinkEveryNTurns" is 0');
  });
});
