/** The shipped strategies play whole games. `test/strategies/` has single positions, as users write them. */
import { expect } from 'chai';
import { integer, Options, weightOptions } from 'serpentarium';
import { play } from '../../../src/arena/game/play.js';
import { RULESET_NAMES } from '../../../src/rules/rulesets.js';
import { FREE_HEADS, FREE_TAILS } from '../../../src/wire/customization.js';
import * as champion from '../../../strategies/champion.js';
import * as planner from '../../../strategies/planner.js';
import * as sparring from '../../../strategies/sparring.js';
import { createParticipant, createParticipants, SHIPPED } from '../../support/local-snakes.js';

/** A number of positions and all the time it takes: the same games on every machine. */
const counted = { ...champion, options: Options({ nodes: integer({ default: 500 }), ...weightOptions }) };
const shallow = { ...planner, options: Options({ maxDepth: integer({ default: 3 }) }) };

function playCautious(name: string): ReturnType<typeof play> {
  return play({ participants: createParticipants('cautious', name), seed: 2, timeout: 10_000 });
}

describe('the shipped strategies', () => {
  for (const name of ['explorer', 'follower', 'greedy', 'cautious', 'surveyor'] as const) {
    it(`${name} beats random`, async () => {
      for (const seed of [1, 2, 3]) {
        const { winners } = await play({ participants: createParticipants('random', name), seed, timeout: 10_000 });
        expect(winners, `seed ${seed}`).to.deep.equal([1]);
      }
    });
  }

  it('planner beats random', async () => {
    for (const seed of [1, 2, 3]) {
      const participants = [...createParticipants('random'), createParticipant('planner', shallow)];
      const { winners } = await play({ participants, seed, timeout: 10_000 });
      expect(winners).to.deep.equal([1]);
    }
  });

  it('hunter beats cautious', async () => {
    const { winners } = await playCautious('hunter');
    expect(winners).to.deep.equal([1]);
  });

  for (const name of ['hunter', 'surveyor'] as const) {
    it(`${name} plays the same game for the same seed`, async () => {
      const [first, second] = [await playCautious(name), await playCautious(name)];
      expect(first).to.deep.equal(second);
    });
  }

  it('sparring is stronger by level', async () => {
    const [base, candidate] = [2, 8].map((level) => {
      return createParticipant(`level ${level}`, {
        ...sparring,
        options: Options({ level: integer({ default: level }) }),
      });
    });
    for (const seed of [1, 2, 3]) {
      const { winners } = await play({ participants: [base!, candidate!], seed, timeout: 10_000 });
      expect(winners, `seed ${seed}`).to.deep.equal([1]);
    }
  });

  for (const ruleset of RULESET_NAMES.filter((name) => name !== 'squad' && name !== 'solo')) {
    it(`champion beats random at ${ruleset}`, async () => {
      const participants = [...createParticipants('random'), createParticipant('champion', counted)];
      const { winners } = await play({ participants, ruleset, seed: 5, timeout: 10_000, maxTurns: 400 });
      expect(winners).to.deep.equal([1]);
    });
  }

  it('champion lives on alone', async () => {
    const participants = [createParticipant('champion', counted)];
    const { survivors } = await play({ participants, ruleset: 'solo', seed: 5, timeout: 10_000, maxTurns: 200 });
    expect(survivors).to.deep.equal([0]);
  });

  it('cautious lives for hundreds of turns alone, following its tail', async () => {
    const participants = createParticipants('cautious');
    const { turns } = await play({ participants, ruleset: 'solo', seed: 1, maxTurns: 400 });
    expect(turns).to.equal(400);
  });

  it('look different, with colours, heads and tails that every account has', () => {
    const looks = Object.values(SHIPPED).map((exports) => (exports as typeof champion).customization);
    for (const key of ['color', 'head', 'tail'] as const) {
      expect(new Set(looks.map((look) => look[key])).size, key).to.equal(looks.length);
    }
    expect(looks.filter(({ head, tail }) => !FREE_HEADS.includes(head!) || !FREE_TAILS.includes(tail!))).to.be.empty;
  });
});
