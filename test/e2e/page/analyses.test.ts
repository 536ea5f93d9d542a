/** Analyses for the page: kept in the journal, one game after another, cancelled, and begun again by the next host. */
import { expect } from 'chai';
import { existsSync, readFileSync } from 'node:fs';
import { analyseInChildren } from '../../../src/inference/analyse-in-children.js';
import { ANALYSED_NODES } from '../../../src/inference/analyse-game.js';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { Analyses, type PageJob } from '../../../src/page/analyses.js';
import { DIRECTIONS } from '../../../src/rules/types.js';
import type { MoveView } from '../../../src/views/game.js';
import { decodeGif } from '../../support/decode-gif.js';
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

  const open = (): Analyses => {
    const analyses = new Analyses({ path: folder.path('games.db') }, process.env);
    opened.push(analyses);
    return analyses;
  };
  const kept = () => readFileSync(folder.path('games.db-analyses'), 'utf8').split('\n');
  const read = async (id: string) => {
    const journal = await SqlJournal.read(folder.path('games.db'));
    return journal.findGame(id).finally(() => journal.close());
  };

  before(async () => {
    const journal = await SqlJournal.open(folder.path('games.db'));
    for (const snake of ['/first', '/second']) await journal.importGame(importedEvents(framed, 'a', snake));
    await journal.close();
  });
  afterEach(() => Promise.all(opened.splice(0).map((analyses) => analyses.close())));

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
    const found = await analyseInChildren(game, { nodes: ANALYSED_NODES, children: 1 });
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

  it('come with pictures of a turn and of a range, and with the scores of all moves', async () => {
    const jobs = open();
    const made = async (wanted: PageJob) => {
      const end = (await jobs.make(first, wanted))!;
      return end.kind === 'done' ? end.result! : end.reason;
    };
    const { turns, result } = (await read(first))!;
    expect(await made({ kind: 'picture', from: 1, to: 1 })).to.match(
      new RegExp(`<title>Turn 1 · ${result === 'win' ? 'won' : 'lost'} after ${turns} turns?, rank \\d of 2`),
    );
    const gif = Buffer.from(await made({ kind: 'gif', from: 1, to: 2 }), 'base64');
    expect(decodeGif(gif).frames.length).to.equal(2);
    const moves = JSON.parse(await made({ kind: 'moves', from: 0, to: 0 })) as MoveView[];
    expect(moves.map(({ move }) => move)).to.have.members(DIRECTIONS);
    expect(moves[0]!.line[0]).to.equal(moves[0]!.move);
    expect(await made({ kind: 'moves', from: 9000, to: 9000 })).to.match(/not asked on turn 9000/);
    expect(await made({ kind: 'gif', from: 9000, to: 9001 })).to.equal('none of these turns was kept');
  });
});
