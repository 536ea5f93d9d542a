import { expect } from 'chai';
import { formatReport } from '../../../src/commands/journal/format-report.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, gameEvents } from '../../support/journals.js';

describe('formatReport', () => {
  let journal: SqlJournal;
  beforeEach(async () => void (journal = await SqlJournal.open()));
  afterEach(() => journal.close());

  const report = async () => formatReport(await journal.report({}), 80);
  const play = (game: string, variant: 'base' | 'candidate') =>
    journal.write(
      gameEvents({
        game,
        player: { assignment: { experiment: 'better', variant, split: 0.5 } },
        result: 'win',
        end: { ...DUEL, turn: 1, snakes: DUEL.snakes!.slice(0, 1) },
      }),
    );

  it('says that no finished game matches', async () => {
    expect(await report()).to.equal('No finished game matches.');
  });

  it('compares nothing until both sides have games', async () => {
    await play('one', 'base');
    expect((await report()).replaceAll('\n', ' ')).to.include(
      'better (/greedy): undecided. There is nothing to compare yet: the base has 1 game, the candidate 0.',
    );
  });

  it('shows the difference with its interval', async () => {
    await play('one', 'base');
    await play('two', 'candidate');
    expect(await report()).to.match(
      /undecided\. The candidate scores \S+ \(-1\.000 to \+1\.000\)\nagainst the base, over 1 game of the base and 1 of/,
    );
  });
});
