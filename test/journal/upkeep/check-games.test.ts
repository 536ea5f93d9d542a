import { expect } from 'chai';
import type { Updateable } from 'kysely';
import { openDatabase } from '../../../src/journal/open-database.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { gameIdOf } from '../../../src/journal/store/game-id.js';
import type { GamesTable, OpenDatabase } from '../../../src/journal/store/tables.js';
import { checkGames } from '../../../src/journal/upkeep/check-games.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents } from '../../support/journals.js';

const ID = gameIdOf({ snake: '/greedy', game: 'game', you: 'me' });
const assignment = { experiment: 'better', variant: 'base', split: 0.5, sides: 's' } as const;

onEveryDatabase('checkGames', (find) => {
  let opened: OpenDatabase;
  beforeEach(async () => {
    opened = await openDatabase(await find(), 'import');
    const turns = [DUEL, { ...DUEL, turn: 1 }];
    const end = { ...DUEL, turn: 2, gone: ['other'] };
    await new SqlJournal(opened).write([
      ...gameEvents({ turns, result: 'win', end, player: { assignment } }),
      ...gameEvents({ game: 'under way', turns }),
      ...gameEvents({ game: 'NUL \0', turns, result: 'win', end }),
    ]);
  });
  afterEach(() => opened.db.destroy());
  const check = async () => {
    const flaws: string[] = [];
    const counts = await checkGames(opened.db, {
      flaw: ({ of, flaw }) => void flaws.push(`${of}: ${flaw}`),
      progress() {},
    });
    return { counts, flaws };
  };

  it('finds nothing wrong with a journal as it was written', async () => {
    expect(await check()).to.deep.equal({ counts: { games: 3, turns: 6 }, flaws: [] });
  });

  it('finds turns without a game', async () => {
    await opened.db
      .insertInto('chunks')
      .values({ game_id: 'nobody', turn: 0, packed: Buffer.from('x') })
      .execute();
    expect((await check()).flaws).to.deep.equal(['nobody: 1 pieces of turns have no game']);
  });

  const WRONG: readonly [what: string, values: Updateable<GamesTable>, flaw: RegExp][] = [
    ['turns that cannot be unpacked', { packed: Buffer.from('not this') }, /its turns cannot be read/],
    ['a sum that is not that of its turns', { moved: 3 }, /^"moved" is 3, and 2 by its turns$/],
    ['times that are not those of its turns', { took: '' }, /^"took" is "", and ".+" by its turns$/],
    ['an end before its beginning', { ended_at: 1 }, /it ended before it began/],
    ['an impossible place', { place: 3 }, /its place is 3 of 2/],
    ['opponents that are no list', { opponents: '{' }, /its opponents or options are no JSON/],
    ['a run that does not fit its id', { run: 2 }, /its id is not that of its game, snake and run/],
    ['no side of its experiment', { variant: 'third' }, /it is of the experiment "better" and the variant "third"/],
  ];
  for (const [what, values, expected] of WRONG) {
    it(`finds a game with ${what}`, async () => {
      await opened.db.updateTable('games').set(values).where('id', '=', ID).execute();
      const { flaws } = await check();
      expect(flaws.map((flaw) => flaw.replace(`${ID}: `, ''))).to.satisfy((found: string[]) =>
        found.some((flaw) => expected.test(flaw)),
      );
      expect(flaws.filter((flaw) => !/^(better|[0-9a-f]{16}): /.test(flaw))).to.deep.equal([]);
    });
  }

  it('finds an experiment whose games its verdict does not know', async () => {
    await opened.db.updateTable('games').set({ variant: 'third' }).where('id', '=', ID).execute();
    expect((await check()).flaws).to.include('better: 1 games of /greedy have a place, and its verdict knows 0');
  });
});
