import { expect } from 'chai';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { readContestFile, type ContestFile } from '../../../src/arena/contest/contest-file.js';
import { scheduleMatch, type MatchTally } from '../../../src/arena/contest/match/match-tally.js';
import { identifyMatch } from '../../../src/arena/contest/match/match-plan.js';
import { MATCH } from '../../../src/commands/compare/compare.js';
import { ContestSaver } from '../../../src/commands/contest/run-contest.js';
import { createMatch } from '../../support/contestants.js';

describe('ContestSaver', () => {
  let folder = '';
  let head: Omit<ContestFile<MatchTally>, 'tally'>;
  let empty: MatchTally;
  before(async () => {
    const options = await createMatch('constant', 'random');
    const plan = { names: ['constant', 'random'], flags: {} };
    head = { plan, identity: identifyMatch(options) };
    empty = scheduleMatch(options).start;
  });
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'))));
  afterEach(() => {
    mock.restoreAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('saves at once, then no more than twice a second', () => {
    const file = path.join(folder, 'match.json');
    const saver = new ContestSaver(file, 'match', head);
    saver.saveSometimes(empty);
    expect(saver.savedIn).to.equal(file);
    rmSync(file);
    saver.saveSometimes(empty);
    expect([existsSync(file), saver.savedIn]).to.deep.equal([false, undefined]);
    saver.save(empty);
    expect(readContestFile<MatchTally>(file, MATCH).tally.pairs).to.equal(0);
  });

  it('prints the first failure, never throws, and saves again as soon as it can', () => {
    const warn = mock.method(console, 'error', () => undefined);
    const file = path.join(folder, 'gone', 'match.json');
    const saver = new ContestSaver(file, 'match', head);
    saver.save(empty);
    saver.save(empty);
    expect(saver.savedIn).to.equal(undefined);
    expect(warn.mock.calls.map(({ arguments: [line] }) => String(line))).to.have.length(1);
    expect(warn.mock.calls[0]!.arguments[0]).to.match(/^warning: the match cannot be saved now, and continues: ENOENT/);
    mkdirSync(path.dirname(file));
    saver.save(empty);
    expect(saver.savedIn).to.equal(file);
  });

  it('saves nothing without a file', () => {
    const saver = new ContestSaver(undefined, 'match', head);
    saver.save(empty);
    expect(saver.savedIn).to.equal(undefined);
  });
});
