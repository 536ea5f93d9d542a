import { expect } from 'chai';
import { findGames } from '../../src/journal/filter-words.js';
import { SqlJournal } from '../../src/journal/sql-journal.js';
import { onEveryDatabase } from '../support/journal-addresses.js';
import { DUEL, gameEvents, type GameSketch } from '../support/journals.js';

const [me, other] = DUEL.snakes!;
const OUT = { ...me!, body: '5,11 5,10 5,9' };
/** A snake that dies at the wall on turn 8. */
const DEATH: Partial<GameSketch> = {
  result: 'loss',
  turns: [{ ...DUEL, turn: 7, snakes: [{ ...me!, body: '5,10 5,9 5,8' }, other!] }],
  end: { turn: 9, snakes: [OUT, other!], gone: ['me'] },
};
const SURVIVAL: Partial<GameSketch> = { result: 'win', end: { ...DUEL, turn: 1, gone: ['other'] } };

onEveryDatabase('a journal', (findAddress) => {
  let journal: SqlJournal;
  before(async () => {
    journal = await SqlJournal.open(await findAddress());
    const games: GameSketch[] = [
      { game: 'lost', at: 1000, ...DEATH },
      { game: 'shared', at: 2000, ...SURVIVAL },
      { game: 'shared', at: 2000, snake: '/other', you: 'other', ...SURVIVAL, result: 'loss' },
      { game: 'won', at: 3000, ...SURVIVAL },
      { game: 'alone', at: 500, turns: [{ snakes: [me!] }], result: 'draw', end: { turn: 1, snakes: [OUT] } },
      { game: 'running', at: 4000 },
    ];
    await journal.write(games.flatMap((game) => gameEvents(game)));
  });
  after(() => journal?.close());

  const find = async (...args: [word: string, snake?: string]) =>
    (await findGames(journal, ...args)).map(({ game, snake }) => `${game} ${snake}`);

  it('finds the last game that has ended, of all snakes or of one', async () => {
    expect(await find('last')).to.deep.equal(['won /greedy']);
    expect(await find('last', '/other')).to.deep.equal(['shared /other']);
    expect(await find('last', '/nobody')).to.deep.equal([]);
  });

  it('finds a game by the beginning of its id, and tells snakes in one game apart', async () => {
    const [won] = await findGames(journal, 'won');
    expect(await find(won!.id.slice(0, 8))).to.deep.equal(['won /greedy']);
    expect(await find('shared')).to.have.members(['shared /greedy', 'shared /other']);
    expect(await find('shared', '/other')).to.deep.equal(['shared /other']);
    expect(await find('nothing')).to.deep.equal([]);
    expect(await find(''), 'the beginning of every id').to.deep.equal([]);
  });

  it('takes a game that a snake played alone for neither won, drawn nor lost', async () => {
    const [alone] = await findGames(journal, 'alone');
    expect(alone).to.include({ result: 'solo' });
    const listed = async (result: 'solo' | 'draw') =>
      (await journal.listGames({ limit: 10, result })).games.map(({ game }) => game);
    expect([await listed('solo'), await listed('draw')]).to.deep.equal([['alone'], []]);
    expect((await journal.report({})).lines[0]).to.include({ solo: 1, draws: 0, wins: 2, losses: 1, games: 4 });
  });

  it('knows the names that games can be chosen by', async () => {
    const { snakes, opponents, rulesets } = await journal.listNames();
    expect({ snakes, opponents, rulesets }).to.deep.equal({
      snakes: ['/greedy', '/other'],
      opponents: ['Other'],
      rulesets: ['standard'],
    });
  });

  it('reports on the newest games alone', async () => {
    const { lines, opponents } = await journal.report({ newest: 2, snakes: ['/greedy'] });
    expect(lines[0]).to.include({ games: 2, wins: 2 });
    expect(opponents).to.have.lengthOf(1);
    expect(opponents[0]).to.include({ opponent: 'Other', games: 2, wins: 2, losses: 0, score: 1 });
  });
});

onEveryDatabase('a game against an opponent', (findAddress) => {
  let journal: SqlJournal;
  before(async () => {
    journal = await SqlJournal.open(await findAddress());
    for (const [index, name] of ['b', 'x","b', 'a["b"]', 'B', 'ab'].entries()) {
      const turns = [{ snakes: [me!, { ...other!, name }] }];
      await journal.write(
        gameEvents({ game: `${index}`, turns, result: 'win', end: { ...turns[0], turn: 1, gone: ['other'] } }),
      );
    }
  });
  after(() => journal?.close());

  it('is of none of an empty list of snakes', async () => {
    expect((await journal.listGames({ limit: 10, snakes: [] })).games).to.deep.equal([]);
  });

  it('is found by the whole name', async () => {
    const found = await journal.listGames({ limit: 10, opponent: 'b' });
    expect(found.games.map(({ game }) => game)).to.deep.equal(['0']);
    expect((await journal.report({ opponent: 'x","b' })).lines[0]).to.include({ games: 1 });
  });
});
