/** Seats as games: what belongs together, which board is shown, and where cards stay. */
import { expect } from 'chai';
import type { GameBoardView } from '../../../../src/views/game.js';
import type { FeedGame } from '../../../../src/page/client/live/feed.js';
import {
  describeFate,
  featuredSeat,
  groupGames,
  HOLD_MS,
  isOver,
  isSilent,
  takePlaces,
  type GameGroup,
  nameOurs,
} from '../../../../src/page/client/live/game-groups.js';

const NAMES = ['one', 'two', 'three'];

/** A board on which the snakes of `dead` have died, as the snake `you` sees it. */
function boardOf(you: string, dead: readonly string[] = []): GameBoardView {
  const snakes = NAMES.map((id) => ({
    id,
    name: id,
    color: '#2e8b57',
    health: 90,
    body: [{ x: 1, y: 1 }],
    ...(id === you && { isYou: true as const }),
    ...(dead.includes(id) && { death: { turn: 7, ...(id === you && { cause: 'wall-collision' }) } }),
  }));
  return { width: 11, height: 11, food: [], hazards: [], snakes };
}

function seatOf(game: string, you: string, turn: number, ending?: Partial<FeedGame>): FeedGame {
  const id = `${game}-${you}`;
  return {
    id,
    snake: `/${you}`,
    game,
    you,
    startedAt: Number(game),
    ruleset: 'standard',
    map: 'standard',
    strategy: you,
    version: '',
    timeout: 500,
    source: '',
    width: 11,
    height: 11,
    snakes: NAMES.length,
    opponents: NAMES.filter((name) => name !== you),
    turns: turn,
    moved: turn,
    late: 0,
    failed: 0,
    illegal: 0,
    lost: 0,
    turn: { turn, board: boardOf(you) },
    ...(ending && { endedAt: 9, result: 'loss', seenAt: 9, ...ending }),
  };
}

/** As the feed has them: the newest first. */
const FEED = [seatOf('2', 'one', 3), seatOf('1', 'two', 5), seatOf('1', 'one', 4)];

describe('the games of the live feed', () => {
  it('have their seats together, in the order of the board, and the oldest game comes first', () => {
    const groups = groupGames(FEED);
    expect(groups.map(({ seats }) => seats.map(({ id }) => id))).to.deep.equal([['1-one', '1-two'], ['2-one']]);
  });

  it('stay the same objects while nothing happens in them', () => {
    const groups = groupGames(FEED);
    const next = groupGames([seatOf('2', 'one', 4), ...FEED.slice(1)], groups);
    expect([next[0] === groups[0], next[1] === groups[1]]).to.deep.equal([true, false]);
  });

  it('are over when all of our snakes are out', () => {
    const out = seatOf('1', 'one', 6, { turns: 7 });
    expect(groupGames([out, seatOf('1', 'two', 9)]).map(isOver)).to.deep.equal([false]);
    expect(groupGames([out]).map(isOver)).to.deep.equal([true]);
  });

  it('show the newest board, with the deaths of ours as they saw them', () => {
    const out = seatOf('1', 'one', 6, { turns: 7, died: 7, cause: 'wall-collision' });
    const ahead = {
      ...seatOf('1', 'two', 9),
      turn: { ...seatOf('1', 'two', 9).turn, board: boardOf('two', ['one', 'three']) },
    };
    const [{ turn, board, out: gone }] = groupGames([out, ahead]) as [GameGroup];
    expect([...gone]).to.deep.equal(['1-one']);
    expect(turn).to.equal(9);
    expect(board.snakes.map(({ isYou, death }) => [isYou, death])).to.deep.equal([
      [true, { turn: 7, cause: 'wall-collision' }],
      [true, undefined],
      [undefined, { turn: 7 }],
    ]);
  });

  it('feature the chosen seat, else the last one or one of its game that still plays, else the newest game', () => {
    const groups = groupGames(FEED);
    expect(featuredSeat(groups, '1-two', '2-one', 9)!.id).to.equal('1-two');
    expect(featuredSeat(groups, 'gone', '1-one', 9)!.id).to.equal('1-one');
    expect(featuredSeat(groups, undefined, undefined, 9)!.id).to.equal('2-one');
    const out = groupGames([seatOf('2', 'one', 3, {}), seatOf('1', 'two', 5), seatOf('1', 'one', 4, {})]);
    expect(featuredSeat(out, undefined, '1-one', 9)!.id).to.equal('1-two');
    expect(featuredSeat(out, '1-one', undefined, 9)!.id).to.equal('1-one');
    expect(featuredSeat(out, undefined, undefined, 9)!.id).to.equal('1-two');
    expect(featuredSeat([], undefined, '1-one', 9)).to.equal(undefined);
    // The official engine says nothing to a snake that is out before the game is over.
    const ahead = seatOf('1', 'two', 9);
    const seen = { ...ahead, turn: { ...ahead.turn, board: boardOf('two', ['one']) } };
    expect(featuredSeat(groupGames([ahead, seatOf('1', 'one', 4)]), undefined, '1-one', 9)!.id).to.equal('1-one');
    expect(featuredSeat(groupGames([seen, seatOf('1', 'one', 4)]), undefined, '1-one', 9)!.id).to.equal('1-two');
  });

  it('feature a finished game for a moment, or for as long as no other is running', () => {
    const out = groupGames([seatOf('2', 'two', 3, {}), seatOf('2', 'one', 3, {}), seatOf('1', 'two', 5)]);
    expect(featuredSeat(out, undefined, '2-two', 9 + HOLD_MS - 1)!.id).to.equal('2-two');
    expect(featuredSeat(out, undefined, '2-two', 9 + HOLD_MS)!.id).to.equal('1-two');
    const over = groupGames([seatOf('2', 'two', 3, {}), seatOf('2', 'one', 3, {})]);
    expect(featuredSeat(over, undefined, '2-two', 9 + HOLD_MS)!.id).to.equal('2-two');
    expect(featuredSeat(over, undefined, undefined, 9 + HOLD_MS)!.id).to.equal('2-one');
  });
});

describe('the fate of a seat', () => {
  it('puts the result before the last move: won for the winner, eliminated for the others', () => {
    const won = seatOf('1', 'two', 9, { result: 'win', turns: 9 });
    const lost = seatOf('1', 'one', 6, { turns: 7, died: 7 });
    const [over] = groupGames([won, lost]) as [GameGroup];
    expect([won, lost].map((seat) => describeFate(seat, over))).to.deep.equal([
      'Won on turn 9. Last move: ',
      'Eliminated on turn 7. Last move: ',
    ]);
    const [live] = groupGames([seatOf('1', 'two', 9)]) as [GameGroup];
    expect(describeFate(live.seats[0]!, live)).to.equal('');
  });
});

describe('the game to feature', () => {
  const few = { ...seatOf('3', 'one', 2), turn: { ...seatOf('3', 'one', 2).turn, board: boardOf('one', ['two']) } };
  const groups = groupGames([few, ...FEED]);

  it('is the busiest live one, and the newest of those', () => {
    expect(featuredSeat(groups, undefined, undefined, 9)!.id).to.equal('2-one');
    expect(featuredSeat(groups, '1', undefined, 9)!.id).to.equal('1-one');
  });

  it('is none that is silent, unless it is chosen', () => {
    const silent = ['2-one', '1-two', '1-one'];
    expect(groups.map((group) => isSilent(group, silent))).to.deep.equal([true, true, false]);
    expect(featuredSeat(groups, undefined, '2-one', 9, silent)!.id).to.equal('3-one');
    expect(featuredSeat(groups, '2-one', undefined, 9, silent)!.id).to.equal('2-one');
    expect(featuredSeat(groupGames(FEED), undefined, '2-one', 9, silent)).to.equal(undefined);
  });
});

describe('the places of cards', () => {
  it('stay while their game does; a new game takes the first that is free', () => {
    const begun = takePlaces([], ['a', 'b', 'c']);
    expect(begun).to.deep.equal(['a', 'b', 'c']);
    const left = takePlaces(begun, ['b', 'c']);
    expect(left).to.deep.equal([undefined, 'b', 'c']);
    expect(takePlaces(left, ['b', 'c', 'd', 'e'])).to.deep.equal(['d', 'b', 'c', 'e']);
    expect(takePlaces(begun, ['a', 'b'])).to.deep.equal(['a', 'b']);
  });

  it('close up when most of them are free', () => {
    expect(takePlaces(['a', 'b', 'c', 'd', 'e'], ['e', 'c'])).to.deep.equal(['c', 'e']);
    expect(takePlaces(['a'], [])).to.deep.equal([]);
  });
});

describe('nameOurs', () => {
  it('calls our snakes by the names of this host, and leaves the others to the engine', () => {
    const [group] = groupGames(FEED);
    const names = nameOurs(group!, (prefix) => (prefix === '/one' ? 'First' : undefined)).snakes.map(
      ({ name }) => name,
    );
    const before = group!.board.snakes.map(({ id, name }) => (id === 'one' ? 'First' : name));
    expect(names).to.deep.equal(before).and.to.include('First');
  });
});
