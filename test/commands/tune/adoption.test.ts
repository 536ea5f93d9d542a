import { expect } from 'chai';
import { COMPARE_FLAGS } from '../../../src/commands/compare/compare.js';
import { planAdoption } from '../../../src/commands/tune/adoption.js';
import { TUNE_FLAGS } from '../../../src/commands/tune/tune-flags.js';
import { callOf } from '../../support/called.js';

const GIVEN =
  '--config c.yaml --sprt elo1=5 -W 7 -H 9 -t 50 -g wrapped -m sinkholes --max-turns 10 --foodSpawnChance 1 ' +
  '--minimumFood 2 --hazardDamagePerTurn 3 --shrinkEveryNTurns 4 --queue redis://x --ponder 20 --openings 5 ' +
  '--clock cpu --concurrency 1 --oversubscribe';
const plan = (line: string) => planAdoption('snake', callOf(line.split(' '), TUNE_FLAGS).flags, { a: 2 }, 'one').call;

describe('the match that decides about a tuning', () => {
  it('has every flag that both contests have, but its own seed and files', () => {
    const line = `${GIVEN} --seed one --output-dir games --browser --json --only a --option b=1 --nodes 9 --games 8`;
    const own = { perGame: 2, optionsBase: '{"b":1}', optionsCandidate: '{"b":1,"a":2}', seed: 'one match' };
    const { flags } = callOf(GIVEN.split(' '), COMPARE_FLAGS);
    expect(plan(line)).to.deep.equal({ names: ['snake', 'snake'], flags: { ...flags, ...own } });
  });

  it('is tested above with every flag that it inherits', () => {
    const usages = new Set(COMPARE_FLAGS.map(({ option }) => option.flags));
    const shared = TUNE_FLAGS.filter(({ part, option }) => part !== 'call' && usages.has(option.flags));
    const own = new Set<string>(['games', 'seed', 'outputDir']);
    const names = shared.map(({ name }) => name).filter((name) => !own.has(name));
    expect(callOf(GIVEN.split(' '), TUNE_FLAGS).given).to.include.members(names);
  });

  it('is saved next to the tuning', () => {
    expect(plan('--save none/t.json').flags).to.include({ save: 'none/t.json.match' }).and.not.have.property('resume');
  });
});
