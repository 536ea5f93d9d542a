import { expect } from 'chai';
import { withGiven } from '../../../src/recorded/importing/given-game.js';
import { fromFrames } from '../../../src/recorded/importing/from-frames.js';
import { toRows } from '../../../src/recorded/importing/to-rows.js';
import { isRulesetName, RULESET_NAMES } from '../../../src/rules/rulesets.js';
import { mapNames } from '../../../src/rules/maps/registry.js';
import { playFrames } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';

const bare = { ID: 'g', Status: '', Width: 7, Height: 7, Ruleset: {} };
const factsOf = (gametype: string, own: object = {}) => {
  const { Ruleset, Map } = withGiven({ ...bare, ...own }, { gametype });
  return [Ruleset['name'], Map];
};

describe('withGiven', () => {
  for (const [type, ruleset, map] of [
    ['Standard', 'standard', 'standard'],
    ['Royale', 'royale', 'royale'],
    ['Constrictor', 'constrictor', 'standard'],
    ['Snail Mode', 'standard', 'snail_mode'],
    ['snail_mode', 'standard', 'snail_mode'],
    ['snail', 'standard', 'snail_mode'],
    ['Solo', 'solo', 'standard'],
  ] as const) {
    it(`reads the type "${type}" of the platform, which play knows`, () => {
      expect(factsOf(type)).to.deep.equal([ruleset, map]);
      expect([isRulesetName(ruleset), mapNames().includes(map)]).to.deep.equal([true, true]);
    });
  }

  it('takes every ruleset, and leaves the map of others open', () => {
    for (const name of RULESET_NAMES) expect(factsOf(name)[0]).to.equal(name);
    expect(factsOf('Wrapped Constrictor')).to.deep.equal(['wrapped_constrictor', undefined]);
    expect(factsOf('constructor')).to.deep.equal(['constructor', undefined]);
    expect(factsOf('Duel of 2031')).to.deep.equal(['Duel of 2031', undefined]);
  });

  it('keeps the map that a source states, unless another one is given', () => {
    expect(factsOf('Royale', { Map: 'hz_rings' })).to.deep.equal(['royale', 'hz_rings']);
    expect(withGiven({ ...bare, Map: 'hz_rings' }, { gametype: 'royale', map: 'empty' }).Map).to.equal('empty');
    expect(withGiven({ ...bare, Ruleset: { foodSpawnChance: '3' } }, { gametype: 'solo' }).Ruleset).to.deep.equal({
      foodSpawnChance: '3',
      name: 'solo',
    });
  });
});

describe('the stated result of a game', () => {
  const { game, frames } = playFrames({ seed: 2, snakes: snakesNamed(3) });
  const resultsOf = (winner: string, from = 0, to = frames.length) =>
    toRows(fromFrames(game, frames.slice(from, to), winner), { from: 'test', at: 1 }).map(({ result }) => result);
  const names = frames[0]!.Snakes.map(({ Name }) => Name);

  it('stands against the boards, for each snake', () => {
    for (const [index, { ID, Name }] of frames[0]!.Snakes.entries()) {
      for (const winner of [ID, Name]) {
        expect(resultsOf(winner)).to.deep.equal(names.map((_, other) => (other === index ? 'win' : 'loss')));
        // Without the end, too.
        expect(resultsOf(winner, 0, 2)).to.deep.equal(names.map((_, other) => (other === index ? 'win' : 'loss')));
      }
    }
  });

  it('is what the boards show if nobody of that name plays, or several do', () => {
    const shown = resultsOf('');
    expect(shown.filter((result) => result === 'win' || result === 'draw')).to.have.length.within(1, 3);
    expect(resultsOf('nobody')).to.deep.equal(shown);
    const same = frames.map((frame) => ({
      ...frame,
      Snakes: frame.Snakes.map((snake) => ({ ...snake, Name: 'Ann' })),
    }));
    expect(toRows(fromFrames(game, same, 'Ann'), { from: '', at: 1 }).map(({ result }) => result)).to.deep.equal(shown);
  });
});
