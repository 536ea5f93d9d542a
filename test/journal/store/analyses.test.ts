/** Analyses of games in the journal: kept with their game, replaced by later ones, copied and deleted with it. */
import { expect } from 'chai';
import type { GameAnalysis } from '../../../src/views/analysis.js';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { copyGames } from '../../../src/journal/copy-games.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents } from '../../support/journals.js';

const ID = gameIdOf({ snake: '/greedy', game: 'game', you: 'me' });

const idOf = (at: number) => gameIdOf({ snake: '/greedy', game: `game ${at}`, you: 'me' });

function analysisOf(nodes: number): GameAnalysis {
  const turn = { score: -12, depth: 4, line: ['up', 'left'], played: { move: 'up', score: -12 } } as const;
  return { version: '1.2.3', nodes, at: 5, turns: [{ turn: 0, ...turn }] };
}

async function keepOne(journal: SqlJournal, analysis: GameAnalysis): Promise<void> {
  await journal.importGame(gameEvents({ game: 'game', turns: [DUEL], result: 'win', end: { ...DUEL, turn: 1 } }));
  expect(await journal.findGame(ID)).not.to.have.property('analysis');
  await journal.keepAnalysis((await journal.findGame(ID))!, analysis);
}

onEveryDatabase('analyses', (find) => {
  const withJournal = async (name: string, use: (journal: SqlJournal) => Promise<void>) => {
    const journal = await SqlJournal.openToImport(await find(name));
    try {
      await use(journal);
    } finally {
      await journal.close();
    }
  };

  it('are kept with their game, the last one', () =>
    withJournal('one.db', async (journal) => {
      await keepOne(journal, analysisOf(1000));
      const game = (await journal.findGame(ID))!;
      expect(game.analysis).to.deep.equal(analysisOf(1000));
      await journal.keepAnalysis(game, analysisOf(2000));
      expect(await journal.findGame(ID)).to.deep.equal({ ...game, analysis: analysisOf(2000) });
      const { games } = await journal.listGames({ limit: 5 });
      expect(games.map((each) => 'analysis' in each)).to.deep.equal([false]);
    }));

  it('are copied with their game, and forgotten with it', async () => {
    await withJournal('from.db', (journal) => keepOne(journal, analysisOf(1000)));
    const [from, to] = [
      await openDatabase(await find('from.db'), 'read'),
      await openDatabase(await find('to.db'), 'import'),
    ];
    await copyGames(from, to);
    expect((await new SqlJournal(to).findGame(ID))!.analysis).to.deep.equal(analysisOf(1000));
    await to.db.destroy();
    await from.db.destroy();
    await withJournal('from.db', async (journal) => {
      expect((await journal.findGame(ID))!.analysis).to.deep.equal(analysisOf(1000));
      await journal.forget({ keepDays: 1, keepMb: 1024 }, Date.now());
      expect(await journal.findGame(ID)).to.equal(undefined);
    });
  });

  it('select games, as their lack does', () =>
    withJournal('lost.db', async (journal) => {
      const end = { ...DUEL, turn: 1 };
      for (const [at, result] of (['loss', 'win', 'loss'] as const).entries())
        await journal.importGame(gameEvents({ game: `game ${at}`, at, turns: [DUEL], result, end }));
      const list = async (isAnalysed: boolean) =>
        (await journal.listGames({ limit: 9, result: 'loss', isAnalysed })).games.map(({ id }) => id);
      expect(await list(false)).to.deep.equal([idOf(2), idOf(0)]);
      await journal.keepAnalysis((await journal.findGame(idOf(2)))!, analysisOf(9));
      expect([await list(false), await list(true)]).to.deep.equal([[idOf(0)], [idOf(2)]]);
    }));
});
