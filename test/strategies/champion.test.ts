import { expect } from 'chai';
import { play } from '../../src/arena/game/play.js';
import { RULESET_NAMES } from '../../src/rules/rulesets.js';
import * as champion from '../../strategies/champion.js';
import { createParticipant, createParticipants } from '../support/local-snakes.js';
import { integer, Options, weightOptions } from 'serpentarium';
import { CONTESTED_BY_LONGER, POCKET } from '../support/positions.js';
import { expectMove } from '../support/strategies.js';

/** A number of positions and all the time it takes: the same games on every machine. */
const counted = {
  ...champion,
  options: Options({ nodes: integer({ default: 500 }), ...weightOptions }),
};
const options = { nodes: 5000 };

describe('champion', () => {
  it('avoids a head-to-head that it would not win', async () => {
    await expectMove(champion, CONTESTED_BY_LONGER, { options, avoids: ['right'] });
  });

  it('stays out of a pocket that is smaller than itself', async () => {
    await expectMove(champion, POCKET, { options, plays: ['up'] });
  });

  it('closes a corridor around an opponent', async () => {
    const picture = '..aa...\n..aA...\n*.a.bbB\n.aa..bb\n.......\n.......\n.......\nA body 3,5 uldddl\nB body 6,4 dlul';
    await expectMove(champion, picture, { options, plays: ['right'] });
  });

  it('leaves a cell to an equal head where both would die', async () => {
    const rest = '...........\n'.repeat(4).trimEnd();
    const picture = `...........\n.aa........\n..A........\n...Bbb.....\n${rest}\n.....*.....\n...........\n...........`;
    await expectMove(champion, picture, { options, avoids: ['right'] });
  });

  it('answers by the clock as well', async () => {
    await expectMove(champion, POCKET, { plays: ['up'] });
  });

  for (const ruleset of RULESET_NAMES.filter((name) => name !== 'squad' && name !== 'solo')) {
    it(`beats random at ${ruleset}`, async () => {
      const participants = [...createParticipants('random'), createParticipant('champion', counted)];
      const { winners } = await play({ participants, ruleset, seed: 5, timeout: 10_000, maxTurns: 400 });
      expect(winners).to.deep.equal([1]);
    });
  }

  it('lives on alone', async () => {
    const participants = [createParticipant('champion', counted)];
    const { survivors } = await play({ participants, ruleset: 'solo', seed: 5, timeout: 10_000, maxTurns: 200 });
    expect(survivors).to.deep.equal([0]);
  });
});
