import type { Report } from '../../../src/views/report-lines.js';
import { expect } from 'chai';
import { addJournalRoutes } from '../../../src/http/journal/journal-routes.js';
import type { GameList, FullGameRow } from '../../../src/views/game-rows.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { refusalOf } from '../../support/errors.js';
import { DUEL, gameEvents } from '../../support/journals.js';
import { closeServed, serveAdmin } from '../../support/served.js';

const NAMES = { snakes: [{ prefix: '/other' }], experiments: [{ prefix: '/faster', name: 'faster' }], sideBySide: [] };

describe('the journal on the admin port', () => {
  let journal: SqlJournal;
  let url: string;
  before(async () => {
    journal = await SqlJournal.open();
    const games = ['win', 'loss', 'loss'].map((result, index) =>
      gameEvents({ game: `${index}`, at: 1000 + index, result: result as 'win', end: { ...DUEL, turn: 1 } }),
    );
    await journal.write(games.flat());
  });
  after(() => journal.close());
  beforeEach(async () => {
    ({ url } = await serveAdmin({
      extend: (routes) => addJournalRoutes(routes, journal, () => NAMES),
    }));
  });
  afterEach(closeServed);

  const ask = async <T>(path: string) => (await (await fetch(url + path)).json()) as T;
  const gamesOf = async (query: string) => (await ask<GameList>(`/api/games?${query}`)).games.map(({ game }) => game);

  it('serves the report', async () => {
    expect((await ask<Report>('/api/report')).lines).to.have.lengthOf(1);
    expect((await ask<Report>('/api/report?snake=/other')).lines).to.deep.equal([]);
  });

  it('lists games page by page, newest first', async () => {
    const first = await ask<GameList>('/api/games?limit=2');
    expect(first.games.map(({ game }) => game)).to.deep.equal(['2', '1']);
    const second = await ask<GameList>(`/api/games?limit=2&after=${first.next}`);
    expect(second.games.map(({ game }) => game)).to.deep.equal(['0']);
    expect(second).not.to.have.property('next');
  });

  it('lists the names that the filters of the page take', async () => {
    expect(await ask('/api/names')).to.deep.equal({
      snakes: ['/greedy'],
      experiments: [],
      rulesets: ['standard'],
      maps: [],
      opponents: ['Other'],
      causes: [],
      versions: ['1'],
    });
  });

  it('chooses games by cause, version and time', async () => {
    expect(await gamesOf('version=1')).to.deep.equal(['2', '1', '0']);
    expect(await gamesOf('version=2')).to.deep.equal([]);
    expect(await gamesOf('cause=wall-collision')).to.deep.equal([]);
    expect(await gamesOf('until=1970-01-01T00:00:01.001Z')).to.deep.equal(['0']);
    expect(await gamesOf('since=1970-01-01T00:00:01.001Z&until=1970-01-01T00:00:01.002Z')).to.deep.equal(['1']);
  });

  it('serves a game with all its turns', async () => {
    const { games } = await ask<GameList>('/api/games?result=win');
    const game = await ask<FullGameRow>(`/api/games/${games[0]!.id}`);
    expect(game.list[0]).to.deep.include({ turn: 0, answer: { kind: 'moved', move: 'up', took: 4 } });
    expect(JSON.parse(game.list[0]!.body)).to.have.property('turn', 0);
  });

  it('serves the newest game as "last", and a game by the beginning of its id', async () => {
    const last = await ask<FullGameRow>('/api/games/last');
    expect(last.game).to.equal('2');
    expect((await ask<FullGameRow>(`/api/games/${last.id.slice(0, 8)}`)).id).to.equal(last.id);
  });

  it('reports on the newest games alone, and on games against an opponent', async () => {
    expect((await ask<Report>('/api/report?limit=2')).lines[0]).to.include({ games: 2, losses: 2, wins: 0 });
    expect((await ask<Report>('/api/report?opponent=Other')).lines[0]).to.include({ games: 3 });
    expect((await ask<Report>('/api/report?opponent=Other&since=2026-01-01')).lines).to.deep.equal([]);
  });

  it('answers with an empty page for names that are configured but have no games yet', async () => {
    expect((await ask<GameList>('/api/games?snake=/other')).games).to.deep.equal([]);
    expect((await ask<Report>('/api/report?experiment=faster&map=royale')).lines).to.deep.equal([]);
  });

  it('takes several snakes, and one value of every other filter', async () => {
    const { lines } = await ask<Report>('/api/report?snake=/other&snake=/greedy');
    expect(lines.map(({ snake }) => snake)).to.deep.equal(['/greedy']);
    expect(await gamesOf('snake=/greedy&snake=/other')).to.deep.equal(['2', '1', '0']);
  });

  const REFUSED: [path: string, status: number, message: string][] = [
    ['/api/games/none', 404, 'the journal has no game "none"'],
    ['/api/games?snake=/typo', 404, 'snake "/typo" is not in the journal. Known: /other, /faster, /greedy.'],
    ['/api/games?snake=/gredy', 404, 'snake "/gredy" is not in the journal. Did you mean "/greedy"?'],
    ['/api/report?opponent=other', 404, 'opponent "other" is not in the journal. Did you mean "Other"?'],
    [
      '/api/report?snake=/gredy&experiment=fastr',
      404,
      'snake "/gredy" is not in the journal. Did you mean "/greedy"? ' +
        'experiment "fastr" is not in the journal. Did you mean "faster"?',
    ],
    ['/api/games?map=royal', 404, 'map "royal" is not in the journal. Did you mean "royale"?'],
    ['/api/games?limit=0', 400, '"limit" is "0", not a whole number between 1 and 500'],
    ['/api/games?result=won', 400, '"result" is "won", not one of win, draw, loss, abandoned, unknown, solo'],
    ['/api/games?limt=3', 400, '"limt" is not a parameter of /api/games. Did you mean "limit"?'],
    [
      '/api/report?result=win',
      400,
      '"result" is not a parameter of /api/report. Known: snake, opponent, experiment, ruleset, map, since, imported, limit.',
    ],
    ['/api/report?map=standard&map=royale', 400, '"map" has 2 values, and takes one'],
    ['/api/games?snake=/other&snake=/x', 404, 'snake "/x" is not in the journal. Known: /other, /faster, /greedy.'],
    ['/api/games?after=x', 400, '"after" is "x", not the "next" of another page'],
    ['/api/report?since=friday', 400, '"since" is "friday", not a date, or a time such as 7d or 12h'],
  ];
  for (const [path, status, message] of REFUSED) {
    it(`refuses ${path}`, async () => {
      const response = await fetch(url + path);
      expect([response.status, (await refusalOf(response)).message]).to.deep.equal([status, message]);
    });
  }
});
