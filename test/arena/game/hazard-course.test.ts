/** Games continued from a recorded turn have hazards that fit the board. */
import { expect } from 'chai';
import { findHazardChance } from '../../../src/arena/game/hazard-course.js';
import { createGameChance } from '../../../src/rules/chance.js';
import { continueGame, createGame, playTurn, type GameOptions, type RulesGame } from '../../../src/rules/game.js';
import { copyPosition } from '../../../src/rules/position.js';
import type { RulesetName } from '../../../src/rules/rulesets.js';
import { MAX_SNAKES } from '../../../src/rules/types.js';
import { boardFor, snakesNamed } from '../../support/games.js';

const CIRCLE = [0, 3, 1, 2];

/** Plays a turn in which every snake goes round in a circle: hazards do not depend on it. */
function playOne(game: RulesGame): void {
  playTurn(game, new Uint8Array(MAX_SNAKES).fill(CIRCLE[game.position.turn % 4]!));
}

function hazardsOf({ position }: RulesGame): number[] {
  return [...position.hazards.subarray(0, position.hazardCount)].sort((a, b) => a - b);
}

/** The hazards of a game on its turns, from the one that it is on to `last`. */
function courseOf(game: RulesGame, last: number): Map<number, number[]> {
  const course = new Map([[game.position.turn, hazardsOf(game)]]);
  while (game.position.turn < last) {
    playOne(game);
    course.set(game.position.turn, hazardsOf(game));
  }
  return course;
}

function begin(
  ruleset: RulesetName,
  map: string,
  every: number,
  seed: string,
): { game: RulesGame; options: GameOptions } {
  const settings = { hazardDamagePerTurn: 0, royale: { shrinkEveryNTurns: every } };
  const chance = createGameChance(seed);
  const options = { ruleset, map, ...boardFor(map), settings, snakes: snakesNamed(2), chance };
  return { game: createGame(options), options };
}

describe('findHazardChance', () => {
  for (const [ruleset, map, every, turn] of [
    ['royale', 'royale', 10, 55],
    ['royale', 'standard', 10, 35],
    ['standard', 'healing_pools', 10, 12],
    ['standard', 'hz_spiral', 25, 40],
    ['standard', 'hz_grow_box', 25, 30],
    ['standard', 'hz_expand_box', 25, 50],
    ['standard', 'sinkholes', 10, 25],
    ['standard', 'hz_hazard_pits', 5, 22],
  ] as const) {
    it(`continues as the game might have: ${ruleset} on ${map}`, () => {
      const { game, options } = begin(ruleset, map, every, 'then');
      const hazards = courseOf(game, turn);
      expect(hazards.get(turn)).to.not.deep.equal([]);
      const { chance, fits } = findHazardChance({ ...options, beganWith: 2, hazards }, 'now');
      expect(fits).to.equal(true);

      // From its beginning, the stream leads to the same hazards.
      const replayed = createGame({ ...options, chance: { ...createGameChance('now'), hazards: chance } });
      expect(courseOf(replayed, turn)).to.deep.equal(hazards);

      // On the next turns nothing that is there goes, unless the map clears it.
      const next = continueGame({
        ...options,
        chance: { ...createGameChance('now'), hazards: chance },
        position: copyPosition(game.position),
        beganWith: 2,
      });
      const after = courseOf(next, turn + 2 * every).get(turn + 2 * every);
      if (map !== 'healing_pools' && map !== 'hz_hazard_pits') expect(after).to.include.members(hazards.get(turn)!);
      expect(after).to.deep.equal(courseOf(replayed, turn + 2 * every).get(turn + 2 * every));
    });
  }

  it('says that no seed fits where the draws are too many to find', () => {
    const { game, options } = begin('standard', 'hz_scatter', 25, 'then');
    const hazards = courseOf(game, 40);
    expect(findHazardChance({ ...options, beganWith: 2, hazards }, 'now').fits).to.equal(false);
  });
});

describe('continueGame', () => {
  it('puts back what engines do not show of snail_mode', () => {
    const { game, options } = begin('standard', 'snail_mode', 25, 'then');
    courseOf(game, 6);
    const shown = copyPosition(game.position);
    const waiting = [...shown.hazards.subarray(0, shown.hazardCount)].filter((cell) => cell < 0);
    expect(waiting).to.not.deep.equal([]);
    const onBoard = [...shown.hazards.subarray(0, shown.hazardCount)].filter((cell) => cell >= 0);
    shown.hazards.set(onBoard);
    shown.hazardCount = onBoard.length;
    const { position } = continueGame({ ...options, position: shown, beganWith: 2 });
    expect([...position.hazards.subarray(0, position.hazardCount)].sort((a, b) => a - b)).to.deep.equal(
      hazardsOf(game),
    );
  });
});
