import { expect } from 'chai';
import { formatReport } from '../../../src/commands/journal/format-report.js';
import type { Assignment } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { DUEL, gameEvents } from '../../support/journals.js';

describe('formatReport', () => {
  let journal: SqlJournal;
  let at = 1000;
  beforeEach(async () => void (journal = await SqlJournal.open()));
  afterEach(() => journal.close());

  const report = async () => formatReport(await journal.report({}), 80);
  const play = (game: string, variant: 'base' | 'candidate', assignment: Partial<Assignment> = {}) =>
    journal.write(
      gameEvents({
        game,
        at: at++,
        player: { assignment: { experiment: 'better', variant, split: 0.5, ...assignment } },
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

  it('shows the difference with its interval, and how many more games it takes', async () => {
    await play('one', 'base');
    await play('two', 'candidate');
    expect((await report()).replaceAll('\n', ' ')).to.match(
      /undecided\. The candidate scores \S+ \(-1\.000 to \+1\.000\) against the base, over 1 game of the base and 1 of the candidate\. The interval is valid however often you look\. A difference this (large|small) takes/,
    );
  });

  it('says which games an experiment has beside those that count', async () => {
    await play('one', 'candidate', { sides: 'before' });
    await play('two', 'base', { split: 0 });
    await play('three', 'base', { sides: 'now' });
    const text = (await report()).replaceAll('\n', ' ');
    expect(text).to.include('the base has 1 game, the candidate 0 (+1 in shadow, not counted).');
    expect(text).to.include('Not counted: 1 earlier game, because its sides have changed.');
  });
});
