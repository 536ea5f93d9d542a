/** Ratings in the journal: what is kept, what a report makes of it, what is deleted. */
import { expect } from 'chai';
import { openDatabase } from '../../../src/journal/open-database.js';
import type { Rating } from '../../../src/views/report-lines.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { copyGames } from '../../../src/journal/copy-games.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';

const DAY = 86_400_000;

function ratingOf(at: number, given: Partial<Rating> = {}): Rating {
  return { at, snake: '/mine', leaderboard: 'Standard', version: '1', score: 20.5, rank: 9, games: at, ...given };
}

onEveryDatabase('ratings', (find) => {
  const withJournal = async (use: (journal: SqlJournal) => Promise<void>, name?: string) => {
    const journal = await SqlJournal.openToImport(await find(name));
    try {
      await use(journal);
    } finally {
      await journal.close();
    }
  };

  it('are kept where they say something new', () =>
    withJournal(async (journal) => {
      expect(await journal.keepRatings([ratingOf(1), ratingOf(1, { leaderboard: 'Royale' })])).to.equal(2);
      const same = { games: 1 };
      expect(await journal.keepRatings([ratingOf(2, same)])).to.equal(0);
      expect(await journal.keepRatings([ratingOf(3, { ...same, version: '2' })])).to.equal(1);
      // Another machine whose clock is behind.
      expect(await journal.keepRatings([ratingOf(2, { score: 1 })])).to.equal(0);
      expect(await journal.keepRatings([ratingOf(4, { snake: '/\0other', rank: undefined })])).to.equal(1);
      const { ratings } = await journal.report({});
      expect(ratings.map(({ snake, leaderboard, rank }) => [snake, leaderboard, rank])).to.deep.equal([
        ['/mine', 'Royale', 9],
        ['/mine', 'Standard', 9],
        ['/mine', 'Standard', 9],
        ['/\ufffdother', 'Standard', undefined],
      ]);
    }));

  it('are reported by version: the last one, and the last of the version before', () =>
    withJournal(async (journal) => {
      const scores = [20, 22, 24.5, 19];
      await journal.keepRatings(
        scores.map((score, index) => ratingOf(index + 1, { score, version: index < 2 ? '1' : '2' })),
      );
      const [first, second] = (await journal.report({ snakes: ['/mine'] })).ratings;
      const facts = { snake: '/mine', leaderboard: 'Standard', rank: 9 };
      expect(first).to.deep.equal({ ...facts, version: '1', from: 1, to: 2, score: 22, games: 2 });
      expect(second).to.deep.equal({ ...facts, version: '2', from: 3, to: 4, score: 19, before: 22, games: 4 });
      expect((await journal.report({ snakes: ['/other'] })).ratings).to.deep.equal([]);
      expect((await journal.report({ version: '2' })).ratings).to.deep.equal([second]);
      expect((await journal.report({ since: 3 })).ratings).to.deep.equal([second]);
      expect((await journal.report({ until: 2, snakes: ['/mine'] })).ratings).to.deep.equal([
        { ...first, to: 1, score: 20, games: 1 },
      ]);
    }));

  it('are deleted with games of their age, except the last of each leaderboard', () =>
    withJournal(async (journal) => {
      await journal.keepRatings([ratingOf(DAY), ratingOf(2 * DAY), ratingOf(DAY, { leaderboard: 'Royale' })]);
      await journal.forget({ keepDays: 1, keepMb: 1024 }, 10 * DAY);
      const { ratings } = await journal.report({});
      expect(ratings.map(({ leaderboard, from }) => [leaderboard, from])).to.deep.equal([
        ['Royale', DAY],
        ['Standard', 2 * DAY],
      ]);
    }));

  it('are copied with the games, once', async () => {
    await withJournal(async (journal) => void (await journal.keepRatings([ratingOf(1), ratingOf(2)])), 'from.db');
    const [from, to] = [
      await openDatabase(await find('from.db'), 'read'),
      await openDatabase(await find('to.db'), 'import'),
    ];
    await copyGames(from, to);
    await copyGames(from, to);
    expect(await to.db.selectFrom('ratings').selectAll().orderBy('at').execute()).to.deep.equal(
      await from.db.selectFrom('ratings').selectAll().orderBy('at').execute(),
    );
    await from.db.destroy();
    await to.db.destroy();
  });
});
