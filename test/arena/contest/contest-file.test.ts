import { expect } from 'chai';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  expectFree,
  expectSame as expectSameContest,
  readContestFile,
  saveContest,
  type ContestFile,
  type ContestCall,
} from '../../../src/arena/contest/contest-file.js';
import type { LocalContestant } from '../../../src/arena/contest/contest.js';
import { scheduleMatch, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import { identifyMatch, type MatchPlan } from '../../../src/arena/contest/match/match-plan.js';
import { MATCH } from '../../../src/commands/compare/compare.js';
import { UsageError } from '../../../src/errors/errors.js';
import { createMatch } from '../../support/contestants.js';
import { penta } from '../../support/penta.js';

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

const CALL: ContestCall = { names: ['constant', 'random'], flags: { games: 6 } };

const saveMatch = (file: string, match: MatchPlan, tally: MatchTally) =>
  saveContest(file, 'match', { plan: CALL, identity: identifyMatch(match), tally });
const readSavedMatch = (file: string) => readContestFile<MatchTally>(file, MATCH);
const expectSame = (file: string, saved: ContestFile<MatchTally>, match: MatchPlan) =>
  expectSameContest(file, saved, identifyMatch(match), 'match');

describe('a saved match', () => {
  let match: MatchPlan;
  let folder = '';
  let file = '';
  before(async () => {
    match = { ...(await createMatch('constant', 'random')), sprt: SPRT };
  });
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    file = path.join(folder, 'match.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Three pairs: the candidate won five of their games. */
  function createTally(): MatchTally {
    const base = { wins: 1, draws: 0, losses: 5, points: 1 };
    const candidate = { wins: 5, draws: 0, losses: 1, points: 5 };
    const pairScores = { kind: 'duels', counts: { ...penta(0, 0, 0, 0, 2), wl: 1 } } as const;
    return { ...scheduleMatch(match).start, pairs: 3, played: 6, turns: 60, outcomes: { base, candidate }, pairScores };
  }

  it('replaces the one saved before and leaves no other file', () => {
    saveMatch(file, match, scheduleMatch(match).start);
    const tally = createTally();
    saveMatch(file, match, tally);
    const saved = readSavedMatch(file);
    expect(saved.tally).to.deep.equal(tally);
    expect(saved.plan).to.deep.equal(CALL);
    expect(readdirSync(folder)).to.deep.equal(['match.json']);
    expectSame(file, saved, match);
  });

  it('refuses another way of pondering', () => {
    const pondering = (isQuiet: boolean, ponder: number | undefined) => {
      const [base, candidate] = match.contestants as [LocalContestant, LocalContestant];
      const quiet = { ...candidate, config: { ...candidate.config, ponder: !isQuiet } };
      return { ...match, contestants: [base, quiet] as const, game: { ...match.game, ponder } };
    };
    saveMatch(file, pondering(true, undefined), scheduleMatch(match).start);
    expectSame(file, readSavedMatch(file), pondering(false, undefined));
    saveMatch(file, pondering(true, 50), scheduleMatch(match).start);
    expect(faultsOf(() => expectSame(file, readSavedMatch(file), pondering(false, undefined)))).to.deep.equal([
      'was played with pondering of the base true, not nothing. Begin a new match.',
      'was played with pondering of the candidate false, not nothing. Begin a new match.',
      'was played with ponder 50, not nothing. Begin a new match.',
    ]);
  });

  it('refuses other options, naming each difference', () => {
    saveMatch(file, match, scheduleMatch(match).start);
    const settings = { ...match.game.settings, royale: { shrinkEveryNTurns: 5 } };
    const game = { ...match.game, timeout: 500, settings };
    const other = { ...match, seed: 'another', game, sprt: undefined };
    expect(faultsOf(() => expectSame(file, readSavedMatch(file), other))).to.deep.equal([
      'was played with seed "seed", not "another". Begin a new match.',
      'was played with timeout 100, not 500. Begin a new match.',
      'was played with royale.shrinkEveryNTurns 25, not 5. Begin a new match.',
      'was played with test "elo0=0,elo1=10,alpha=0.05,beta=0.05,model=logistic", not "none". Begin a new match.',
    ]);
  });

  it('refuses a strategy that has changed since, another one, and other options, in words', () => {
    saveMatch(file, match, scheduleMatch(match).start);
    const [base, candidate] = match.contestants;
    const refuse = (changes: object): string[] => {
      const contestants = [base, { ...candidate, ...changes }] as MatchPlan['contestants'];
      const changed = { ...match, contestants };
      return faultsOf(() => expectSame(file, readSavedMatch(file), changed));
    };
    if (candidate.kind !== 'local') throw new Error('not a strategy');
    expect(refuse({ hash: '0123' })).to.deep.equal([
      'was played with other code of the candidate: its file has changed. Begin a new match.',
    ]);
    expect(refuse({ config: { ...candidate.config, options: { food: 1 } } })).to.deep.equal([
      'was played with options of the candidate {}, not {"food":1}. Begin a new match.',
    ]);
    expect(refuse({ kind: 'remote', url: 'http://localhost/x' })).to.deep.equal([
      'was played with candidate "random", not "http://localhost/x". Begin a new match.',
    ]);
  });

  for (const [what, text, message] of [
    ['a file that is not JSON', '{"format', /^cannot be read: /],
    ['another JSON object', '{"games":3}', /^is not a saved match\. Is it the right file\?$/],
    ['null', 'null', /^is not a saved match\./],
    [
      'a match of an earlier version',
      '{"format":"serpentarium match 3"}',
      /^is a match of an older release\. Continue it with that release, or begin a new match\.$/,
    ],
    ['a match of a later format', '{"format":"serpentarium match 5"}', /^is a match of a newer release\. Continue/],
    ['a match with nothing in it', '{"format":"serpentarium match 4"}', /^is damaged: it has changed since it was/],
  ] as const) {
    it(`refuses ${what}`, () => {
      writeFileSync(file, text);
      const faults = faultsOf(() => readSavedMatch(file));
      expect(faults).to.have.length(1);
      expect(faults[0]).to.match(message);
    });
  }

  it('refuses what is not there', () => {
    expect(faultsOf(() => readSavedMatch(file))[0]).to.match(/^does not exist/);
  });

  it('refuses any tally with a value that is missing or another one', () => {
    saveMatch(file, match, createTally());
    const whole = readFileSync(file, 'utf8');
    const paths = pathsOf(JSON.parse(whole) as object).filter(([key]) => key === 'tally');
    expect(paths.length).to.be.above(30);
    for (const steps of paths) {
      for (const damage of [undefined, 'text', -1, 0.5, null]) {
        writeFileSync(file, replaceAt(whole, steps, damage));
        const faults = faultsOf(() => readSavedMatch(file));
        expect(faults, `${steps.join('.')} ${damage}`).to.have.length(1);
        expect(faults[0]).to.match(/^is damaged: \S[^\n]+\. Begin a new match\.$/);
      }
    }
  });

  it('refuses a plan that was edited', () => {
    saveMatch(file, match, createTally());
    const whole = readFileSync(file, 'utf8');
    writeFileSync(file, whole.replace('"games": 6', '"games": 8'));
    expect(faultsOf(() => readSavedMatch(file))[0]).to.match(/^is damaged: it has changed since it was saved\./);
    writeFileSync(file, JSON.stringify(JSON.parse(whole)));
    expect(readSavedMatch(file).tally).to.deep.equal(createTally());
  });

  it('calls a tally with other fields one of a newer release', () => {
    const [side] = createTally().sides;
    saveMatch(file, match, { ...createTally(), sides: [side!, { ...side!, hats: 3 } as typeof side & object] });
    expect(faultsOf(() => readSavedMatch(file))).to.deep.equal([
      'is a match of a newer release. Continue it with that release, or begin a new match.',
    ]);
  });
});

describe('expectFree', () => {
  let folder = '';
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'))));
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('accepts a new file and an empty one, and leaves nothing behind', () => {
    const file = path.join(folder, 'match.json');
    expectFree(file, '--save', 'match');
    expect(readdirSync(folder)).to.deep.equal([]);
    writeFileSync(file, '');
    expectFree(file, '--save', 'match');
  });

  it('refuses a match, even a damaged one, and says how to continue it', () => {
    const file = path.join(folder, 'match.json');
    writeFileSync(file, '{"format":"serpentarium match 4", "tally');
    expect(faultsOf(() => expectFree(file, '--save', 'match'))).to.deep.equal([
      `"${file}" holds a match already. Continue it with --resume ${file}, or choose another file.`,
    ]);
  });

  it('refuses a file that holds something else, and a place that cannot be written', () => {
    const file = path.join(folder, 'notes.txt');
    writeFileSync(file, 'mine');
    expect(faultsOf(() => expectFree(file, '--save', 'match'))[0]).to.match(/exists, and is not a match\./);
    expect(faultsOf(() => expectFree(folder, '--save', 'match'))[0]).to.match(/exists, and is not a match\./);
    const nowhere = path.join(folder, 'none', 'match.json');
    expect(faultsOf(() => expectFree(nowhere, '--save', 'match'))[0]).to.match(/cannot be written: ENOENT/);
  });
});

/** The paths of all values in an object, at any depth. */
function pathsOf(value: object): string[][] {
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const below = typeof inner === 'object' && inner !== null ? pathsOf(inner) : [];
    return [[key], ...below.map((steps) => [key, ...steps])];
  });
}

/** The JSON with another value at this path, or without the value. */
function replaceAt(json: string, steps: readonly string[], value: unknown): string {
  const root = JSON.parse(json) as object;
  const parent = steps.slice(0, -1).reduce<object>((object, key) => Reflect.get(object, key) as object, root);
  if (value !== undefined || Array.isArray(parent)) Reflect.set(parent, steps.at(-1)!, value ?? null);
  else Reflect.deleteProperty(parent, steps.at(-1)!);
  return JSON.stringify(root);
}

function faultsOf(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return thrown.faults.map(({ message }) => message);
  }
}

describe('readContestFile', () => {
  it('refuses a contest of another kind, and says what continues it', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    const file = path.join(folder, 'cup.json');
    writeFileSync(file, '{"format":"serpentarium tournament 2"}');
    const [fault] = faultsOf(() => readContestFile(file, MATCH));
    const [free] = faultsOf(() => expectFree(file, '--save', 'match'));
    rmSync(folder, { recursive: true });
    const line = `Continue it with "serpentarium tournament --resume ${file}"`;
    expect(fault).to.equal(`is a saved tournament, not a match. ${line}.`);
    expect(free).to.equal(`"${file}" holds a tournament already. ${line}, or choose another file.`);
  });
});
