import { expect } from 'chai';
import { formatReport } from '../../src/commands/format-report.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { DUEL, gameEntries } from '../support/journals.js';

describe('a report as text', () => {
  let journal: SqlJournal;
  beforeEach(async () => void (journal = await SqlJournal.open()));
  afterEach(() => journal.close());

  const report = async () => formatReport(await journal.report({}));
  const play = (game: string, variant: 'base' | 'candidate') =>
    journal.write(
      gameEntries({
        game,
        player: { assignment: { experiment: 'better', variant, split: 0.5 } },
        result: 'win',
        end: { ...DUEL, turn: 1, snakes: DUEL.snakes!.slice(0, 1) },
      }),
    );

  it('says so when no game fits', async () => {
    expect(await report()).to.equal('Nothing to report: no game that was asked for is kept and has ended.');
  });

  it('compares nothing while one side has no game', async () => {
    await play('one', 'base');
    expect(await report()).to.include(
      'better (/greedy): undecided. There is nothing to compare yet: 1 games of the base count, and 0 of the candidate.',
    );
  });

  it('tells the difference with its interval', async () => {
    await play('one', 'base');
    await play('two', 'candidate');
    expect(await report()).to.match(
      /undecided\. The candidate scores \S+ \(−1\.000 to \+1\.000\)\nagainst the base, over 1 games of the base and 1 of/,
    );
  });
});
