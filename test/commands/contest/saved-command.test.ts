import { expect } from 'chai';
import { rmSync } from 'node:fs';
import { saveContest, type ContestCall, type ContestType } from '../../../src/arena/contest/contest-file.js';
import { identifyMatch, type MatchPlan } from '../../../src/arena/contest/match/match-plan.js';
import { scheduleMatch } from '../../../src/arena/contest/match/match-tally.js';
import { COMPARE_FLAGS, MATCH } from '../../../src/commands/compare/compare.js';
import type { DeclaredFlags } from '../../../src/commands/contest/contest-kind.js';
import { readCall, resumeCall, toArguments, toPlan } from '../../../src/commands/contest/saved-command.js';
import { argument, flag } from '../../../src/commands/flags.js';
import { TUNING } from '../../../src/commands/tune/tune.js';
import { TUNE_FLAGS } from '../../../src/commands/tune/tune-flags.js';
import { UsageError } from '../../../src/errors/errors.js';
import { callOf } from '../../support/called.js';
import { createMatch } from '../../support/contestants.js';
import { useFolder } from '../../support/journals.js';

/** A word for each flag of a match, other than its default. */
const WORDS: { readonly [Name in (typeof COMPARE_FLAGS)[number]['name']]: string } = {
  config: '--config c.yaml',
  optionsBase: '--options-base {"a":1}',
  optionsCandidate: '--options-candidate {}',
  perGame: '--per-game 3',
  opponents: '--opponents greedy,random',
  games: '--games 30',
  sprt: '--sprt',
  width: '--width 7',
  height: '--height 7',
  timeout: '--timeout 2s',
  gametype: '--gametype royale',
  map: '--map royale',
  maxTurns: '--max-turns 9',
  foodSpawnChance: '--foodSpawnChance 1',
  minimumFood: '--minimumFood 2',
  hazardDamagePerTurn: '--hazardDamagePerTurn -3',
  shrinkEveryNTurns: '--shrinkEveryNTurns 4',
  queue: '--queue redis://secret@host',
  ponder: '--ponder',
  openings: '--openings 8',
  clock: '--clock cpu',
  seed: '--seed one',
  concurrency: '--concurrency 1',
  oversubscribe: '--oversubscribe',
  save: '--save new.json',
  resume: '--resume old.json',
  outputDir: '--output-dir games',
  browser: '--browser 8080',
  json: '--json',
};
const NAMES = [argument('[BASE]', ''), argument('[CANDIDATE]', '')] as const;
const ofPart = (part: string) =>
  COMPARE_FLAGS.filter((each) => each.part === part && !each.option.hidden).map(({ name }) => name);
const call = (line: string) => callOf(line.split(' ').filter(Boolean), COMPARE_FLAGS, NAMES);

describe('a saved call of a contest', () => {
  const folder = useFolder();
  let file = '';
  let match: MatchPlan;
  before(async () => {
    match = await createMatch('constant', 'random');
    file = folder.path('match.json');
  });
  afterEach(() => rmSync(file, { force: true }));

  const save = (plan: ContestCall, type: ContestType = 'match', tally: object = scheduleMatch(match).start) => {
    saveContest(file, type, { plan, identity: identifyMatch(match), tally });
  };
  const saveLine = (line: string) => save(toPlan(readCall(call(line), MATCH), COMPARE_FLAGS));
  const everything = Object.values(WORDS).filter((words) => !words.startsWith('--resume'));

  it('has the values of all flags but the ones of the call', () => {
    saveLine(`a b ${everything.join(' ')}`);
    const { names, flags } = resumeCall(file, MATCH);
    const { flags: written } = call(everything.join(' '));
    const own = new Set<string>(ofPart('call'));
    const kept = Object.entries(written).filter(([name]) => !own.has(name));
    expect(names).to.deep.equal(['a', 'b']);
    expect(flags).to.deep.equal({ ...Object.fromEntries(kept), resume: file });
    expect(ofPart('call')).to.have.members(['queue', 'save', 'resume', 'browser', 'json']);
  });

  it('has the defaults of flags that a later version adds', () => {
    save({ names: ['a', 'b'], flags: {} });
    expect(resumeCall(file, MATCH).flags).to.deep.equal({ ...call('').flags, resume: file });
  });

  for (const name of ofPart('plan')) {
    it(`is not continued with another --${name}`, () => {
      const words = WORDS[name];
      expect(() => readCall(call(`${words} --resume ${file}`), MATCH)).to.throw(
        UsageError,
        new RegExp(`^${words.split(' ')[0]} cannot be given with --resume: `),
      );
    });
  }

  for (const name of [...ofPart('run'), ...ofPart('call')].filter((each) => each !== 'resume')) {
    it(`is continued with another --${name}`, () => {
      saveLine('a b --concurrency 2 --output-dir old');
      const { flags, names } = readCall(call(`${WORDS[name]} --resume ${file}`), MATCH);
      expect(flags).to.have.property(name).that.deep.equals(call(WORDS[name]).flags[name]);
      expect(names).to.deep.equal(['a', 'b']);
    });
  }

  it('remembers whether a flag was refused', () => {
    for (const line of ['--save x', '--save x --no-compare']) {
      const tuning = callOf(line.split(' '), TUNE_FLAGS);
      const side = scheduleMatch(match).start.sides[0];
      const tally = { pairs: 0, played: 0, turns: 0, recent: [[1]], trail: { every: 1, points: [[1]] }, side };
      save(toPlan({ ...tuning, names: [] }, TUNE_FLAGS), 'tuning', tally);
      expect(resumeCall(file, TUNING).flags.compare).to.equal(tuning.flags.compare);
    }
  });

  it('is of a newer release if it has an unknown flag', () => {
    save({ names: ['a', 'b'], flags: { lookahead: 7 } });
    expect(() => resumeCall(file, MATCH)).to.throw(UsageError, /is a match of a newer release\. Continue it with/);
  });

  it('is written as a command line, without defaults and without the flags of the call', () => {
    const { flags } = call(everything.join(' '));
    const plan = toPlan({ names: ['a', 'b'], flags }, COMPARE_FLAGS);
    const words = toArguments(plan, COMPARE_FLAGS);
    expect(words.join(' ')).to.not.match(/queue|redis|json/);
    const again = callOf(words, COMPARE_FLAGS, NAMES);
    expect({ names: again.words, flags: again.flags }).to.deep.equal(plan);
    expect(toArguments({ names: [], flags: call('').flags }, COMPARE_FLAGS)).to.deep.equal([]);
  });

  it('has a part for each flag, or is a type error', () => {
    // @ts-expect-error: "--fast" belongs to no part.
    const declared: DeclaredFlags = [...COMPARE_FLAGS, flag('--fast', '')];
    expect(declared.at(-1)).to.have.property('part', undefined);
  });
});
