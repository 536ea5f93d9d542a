/** Analyses for the page: kept in the journal, one game after another, cancelled, and begun again by the next host. */
import { expect } from 'chai';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { searchGame } from '../../../src/inference/analyse-in-children.js';
import { ANALYSED_NODES } from '../../../src/inference/analyse-game.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { Analyses } from '../../../src/page/analyses.js';
import { importedEvents, playFrames } from '../../support/frames.js';
import { useFolder } from '../../support/journals.js';
import { snakesNamed } from '../../support/games.js';
import { until } from '../../support/soon.js';

describe('analyses for the page', function () {
  this.timeout(120_000);
  const folder = useFolder();
  const framed = playFrames({ seed: 4, width: 5, height: 5, snakes: snakesNamed(2) });
  const ids = ['/first', '/second'].map((snake) => gameIdOf({ snake, game: framed.game.ID, you: 'a' }));
  const [first, second] = ids as [string, string];
  const opened: Analyses[] = [];
  const failures: unknown[] = [];

  const open = (): Analyses => {
    const [address, file] = [folder.path('games.db'), folder.path('games.db-analyses')];
    const analyses = new Analyses({ address, file, env: process.env, failed: (thrown) => failures.push(thrown) });
    opened.push(analyses);
    return analyses;
  };
  const kept = () => JSON.parse(readFileSync(folder.path('games.db-analyses'), 'utf8')) as unknown;
  const read = async (id: string) => {
    const journal = await SqlJournal.read(folder.path('games.db'));
    return journal.findGame(id).finally(() => journal.close());
  };

  before(async () => {
    const journal = await SqlJournal.open(folder.path('games.db'));
    for (const snake of ['/first', '/second']) await journal.importGame(importedEvents(framed, 'a', snake));
    await journal.close();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((analyses) => analyses.close()));
    expect(failures.splice(0)).to.deep.equal([]);
  });

  it('are begun again by the next host, and are what the command would find', async () => {
    const stopped = open();
    stopped.add(ids);
    expect(stopped.view.games).to.deep.equal(ids);
    await until(() => stopped.view.total > 0);
    await stopped.close();
    expect(kept()).to.deep.equal(ids);
    expect(await read(first)).not.to.have.property('analysis');

    const next = open();
    await next.resume();
    expect(next.view.games).to.deep.equal(ids);
    await until(() => next.view.games.length === 0);
    expect(next.view).to.deep.equal({ games: [], searched: 0, total: 0 });
    await next.close();
    expect(existsSync(folder.path('games.db-analyses'))).to.equal(false);
    const { analysis, ...game } = (await read(first))!;
    const found = await searchGame(game, { nodes: ANALYSED_NODES, children: 1, tick: () => undefined });
    expect(analysis).to.deep.equal({ ...found, at: analysis!.at });
    expect((await read(second))!.analysis!.turns).to.deep.equal(found.turns);
  });

  it('can be cancelled, and one that fails does not stop the others', async () => {
    const analyses = open();
    analyses.add(ids);
    await until(() => analyses.view.total > 0);
    await analyses.cancel();
    expect(analyses.view).to.deep.equal({ games: [], searched: 0, total: 0 });
    analyses.add(['0000000000000000', first]);
    await until(() => analyses.view.games[0] === first);
    expect(analyses.view.failed).to.deep.equal({
      id: '0000000000000000',
      reason: 'no game with this id is kept',
    });
    await analyses.cancel();
  });

  it('begin with nothing if the list of an earlier host cannot be read', async () => {
    writeFileSync(folder.path('games.db-analyses'), '[');
    const analyses = open();
    await analyses.resume();
    expect(analyses.view.games).to.deep.equal([]);
    expect(String(failures.pop())).to.match(/JSON/);
  });
});
