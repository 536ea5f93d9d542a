import { expect } from 'chai';
import stringWidth from 'string-width';
import { formatGames } from '../../../src/commands/journal/format-games.js';
import type { GameRow } from '../../../src/views/game-rows.js';

const GAME: GameRow = {
  id: '0123456789abcdef',
  snake: '/greedy',
  game: 'game',
  you: 'me',
  startedAt: new Date(2026, 2, 4, 5, 6).getTime(),
  ruleset: 'standard',
  map: 'standard',
  source: '',
  width: 11,
  height: 11,
  snakes: 2,
  opponents: ['Other'],
  strategy: 'greedy',
  hash: 'abc',
  version: '',
  options: {},
  turns: 81,
  moved: 81,
  late: 0,
  failed: 0,
  illegal: 0,
  lost: 0,
};

const rowOf = (over: Partial<GameRow>) => formatGames({ games: [{ ...GAME, ...over }] }, 120).split('\n')[1];

/** The table of these seats, each with a different id. */
const seatsOf = (...seats: Partial<GameRow>[]) =>
  formatGames({ games: seats.map((seat, index) => ({ ...GAME, id: `${index}`.repeat(16), ...seat })) }, 120);

describe('formatGames', () => {
  it('shows short ids, the result and the opponents', () => {
    expect(rowOf({ result: 'win' })).to.equal('01234567  03-04 05:06  /greedy  won after 81 turns  Other');
    expect(rowOf({ result: 'loss', died: 68, cause: 'head-collision', killer: 'Other' })).to.include(
      'lost after 81 turns, died head to head with Other on turn 68',
    );
    expect(rowOf({ result: 'solo', opponents: [] })).to.include('ended after 81 turns  –');
    expect(rowOf({ experiment: 'x', variant: 'base' })).to.include('/greedy (base)  running on turn 81');
    expect(rowOf({ source: 'local' })).to.include('/greedy (test)  running on turn 81');
  });

  it('shows a game of several of our snakes once, with a line for each of them', () => {
    const own = { snakes: 2, result: 'win', opponents: ['B'] } as const;
    expect(
      seatsOf(own, { ...own, snake: '/b', result: 'loss', opponents: ['A'] })
        .split('\n')
        .slice(1),
    ).to.deep.equal([
      '00000000  03-04 05:06  /greedy  won after 81 turns   each other',
      '11111111               /b       lost after 81 turns',
      '',
      '2 seats in 1 game.',
    ]);
    const others = { snakes: 4, result: 'draw', opponents: ['B', 'Other', 'X'] } as const;
    const mixed = seatsOf(others, { ...others, snake: '/b', opponents: ['A', 'Other', 'X'] }, { game: 'next' });
    expect(mixed.split('\n').slice(1, 4)).to.deep.equal([
      '00000000  03-04 05:06  /greedy  drawn after 81 turns  Other, X',
      '11111111               /b       drawn after 81 turns',
      '22222222  03-04 05:06  /greedy  running on turn 81    Other',
    ]);
  });

  it('fits 80 columns, with long and wide names', () => {
    const names = ['蛇'.repeat(30), 'x'.repeat(100), ...Array.from({ length: 6 }, (_, index) => `opponent ${index}`)];
    const long = { ...GAME, cause: 'head-collision', killer: 'y'.repeat(100), opponents: names } as const;
    const text = formatGames({ games: [GAME, { ...long, result: 'loss' }], next: '1-a' }, 80);
    for (const line of text.split('\n')) expect(stringWidth(line), line).to.be.at.most(80);
    expect(text).to.match(/\n\nOnly the newest: 2 seats in 1 game\. Use --limit or a filter to see others\.$/);
  });

  it('says that there is none', () => {
    expect(formatGames({ games: [] }, 80)).to.match(/^No game matches\. Local games do not count/);
  });
});
