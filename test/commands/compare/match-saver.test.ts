import { expect } from 'chai';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { mock } from 'node:test';
import { readSavedMatch, type KeptMatch } from '../../../src/arena/match/match-file.js';
import { startTally } from '../../../src/arena/match/match-tally.js';
import { MatchSaver } from '../../../src/commands/compare/match-saver.js';
import { createMatch } from '../../support/contestants.js';

describe('MatchSaver', () => {
  let folder = '';
  let kept: KeptMatch;
  before(async () => {
    kept = { arguments: ['constant', 'random'], options: await createMatch('constant', 'random'), sprt: undefined };
  });
  beforeEach(() => (folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'))));
  afterEach(() => {
    mock.restoreAll();
    rmSync(folder, { recursive: true, force: true });
  });

  it('saves at once, then no more than twice a second', () => {
    const file = path.join(folder, 'match.json');
    const saver = new MatchSaver(file, kept);
    saver.saveSometimes(startTally(kept.options));
    expect(saver.isSaved).to.equal(true);
    rmSync(file);
    saver.saveSometimes(startTally(kept.options));
    expect([existsSync(file), saver.isSaved]).to.deep.equal([false, false]);
    saver.save(startTally(kept.options));
    expect(readSavedMatch(file).tally.pairs).to.equal(0);
  });

  it('prints the first failure, never throws, and saves again as soon as it can', () => {
    const warn = mock.method(console, 'error', () => undefined);
    const file = path.join(folder, 'gone', 'match.json');
    const saver = new MatchSaver(file, kept);
    saver.save(startTally(kept.options));
    saver.save(startTally(kept.options));
    expect(saver.isSaved).to.equal(false);
    expect(warn.mock.calls.map(({ arguments: [line] }) => String(line))).to.have.length(1);
    expect(warn.mock.calls[0]!.arguments[0]).to.match(/^warning: the match cannot be saved now, and goes on: ENOENT/);
    mkdirSync(path.dirname(file));
    saver.save(startTally(kept.options));
    expect(saver.isSaved).to.equal(true);
  });

  it('saves nothing without a file', () => {
    const saver = new MatchSaver(undefined, kept);
    saver.save(startTally(kept.options));
    expect(saver.isSaved).to.equal(false);
  });
});
