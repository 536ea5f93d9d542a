import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { onEveryDatabase } from '../../support/journal-addresses.js';
import { DUEL, gameEvents } from '../../support/journals.js';

const DAY = 24 * 60 * 60_000;
const NOW = 100 * DAY;

onEveryDatabase('retention', (find) => {
  let journal: SqlJournal;
  beforeEach(async () => void (journal = await SqlJournal.open(await find())));
  afterEach(() => journal.close());
  const games = async () => (await journal.listGames({ limit: 500 })).games.map(({ game }) => game);

  it('deletes games that ended too long ago, and keeps running games', async () => {
    const end = { ...DUEL, turn: 1 };
    await journal.write([
      ...gameEvents({ game: 'old', at: NOW - 31 * DAY, result: 'win', end }),
      ...gameEvents({ game: 'new', at: NOW - 29 * DAY, result: 'win', end }),
      ...gameEvents({ game: 'old and open', at: NOW - 40 * DAY }),
    ]);
    expect(await journal.forget({ keepDays: 30, keepMb: 1024 }, NOW)).to.deep.equal({ games: 1, left: 2 });
    expect(await games()).to.have.members(['new', 'old and open']);
  });

  it('deletes the oldest games when the journal takes too much room', async () => {
    for (let game = 0; game < 300; game++) {
      const other = Object.assign({ noise: noise(game) }, DUEL.snakes![1]!);
      const duel = { ...DUEL, snakes: [DUEL.snakes![0]!, other] };
      await journal.write(
        gameEvents({
          game: `${game}`,
          at: NOW - 1000 + game,
          turns: [duel],
          result: 'win',
          end: { ...duel, turn: 1 },
        }),
      );
    }
    const gone = await journal.forget({ keepDays: 30, keepMb: 2 }, NOW);
    expect(gone!.games).to.be.within(1, 299);
    expect(gone!.left).to.equal(300 - gone!.games);
    expect(await games())
      .to.include('299')
      .and.not.include('0');
  });
});

/** 8 kB that do not pack. */
function noise(game: number): string {
  const chance = createChance(game);
  return Array.from({ length: 8000 }, () => String.fromCharCode(33 + chance.below(90))).join('');
}
