import { expect } from 'chai';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expectSame, readSavedMatch, saveMatch, seedOf } from '../../../src/arena/match/match-file.js';
import { startTally } from '../../../src/arena/match/match-tally.js';
import type { MatchOptions } from '../../../src/arena/match/match-options.js';
import { UsageError } from '../../../src/errors.js';
import { createMatch } from '../../support/contestants.js';

const SPRT = { elo0: 0, elo1: 10, alpha: 0.05, beta: 0.05 };

describe('a saved match', () => {
  let options: MatchOptions;
  let folder = '';
  let file = '';
  before(async () => void (options = await createMatch('constant', 'random')));
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
    file = path.join(folder, 'match.json');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('replaces the one saved before and leaves no other file', () => {
    saveMatch(file, options, SPRT, startTally(options));
    const tally = { ...startTally(options), pairs: 7, wins: 9 };
    saveMatch(file, options, SPRT, tally);
    const saved = readSavedMatch(file);
    expect(saved.tally).to.deep.equal(tally);
    expect(seedOf(saved)).to.equal('seed');
    expect(readdirSync(folder)).to.deep.equal(['match.json']);
    expectSame(file, saved, options, SPRT);
  });

  it('refuses other options, naming each difference', () => {
    saveMatch(file, options, SPRT, startTally(options));
    const other = { ...options, seed: 'another', game: { ...options.game, timeout: 500 } };
    expect(faultsOf(() => expectSame(file, readSavedMatch(file), other, undefined))).to.deep.equal([
      'was played with seed "seed", not "another". Begin a new match.',
      'was played with timeout 100, not 500. Begin a new match.',
      `was played with sprt ${JSON.stringify(SPRT)}, not "none". Begin a new match.`,
    ]);
  });

  it('refuses a strategy that has changed since', () => {
    saveMatch(file, options, SPRT, startTally(options));
    const [base, candidate] = options.contestants;
    const changed = { ...options, contestants: [base, { ...candidate, hash: '0123' }] as MatchOptions['contestants'] };
    const [fault] = faultsOf(() => expectSame(file, readSavedMatch(file), changed, SPRT));
    expect(fault).to.match(/^was played with candidate \{"name":"random","code":"\w+".*"code":"0123"/);
  });

  for (const [what, text] of [
    ['a file that is not JSON', '{"format'],
    ['another JSON object', '{"games":3}'],
    ['null', 'null'],
  ] as const) {
    it(`refuses ${what}`, () => {
      writeFileSync(file, text);
      expect(faultsOf(() => readSavedMatch(file))).to.have.length(1);
    });
  }

  it('refuses what is not there', () => {
    expect(faultsOf(() => readSavedMatch(file))[0]).to.match(/^cannot be read: ENOENT/);
  });
});

function faultsOf(run: () => unknown): string[] {
  try {
    run();
    return [];
  } catch (thrown) {
    if (!(thrown instanceof UsageError)) throw thrown;
    return thrown.faults.map(({ message }) => message);
  }
}
