import { expect } from 'chai';
import { play } from '../../../src/arena/game/play.js';
import { seatSquads } from '../../../src/arena/game/squads.js';
import { UsageError } from '../../../src/errors.js';
import { enterStrategy } from '../../support/local-snakes.js';

describe('squads', () => {
  it('take turns at the seats and share everything, unless they are named', () => {
    expect(seatSquads('squad', 4, []).names).to.deep.equal(['red', 'blue', 'red', 'blue']);
    expect(seatSquads('squad', 3, ['a', 'a', 'b']).names).to.deep.equal(['a', 'a', 'b']);
    expect(Object.values(seatSquads('squad', 2, []).settings)).to.deep.equal([true, true, true, true]);
    expect(seatSquads('squad', 2, []).warnings).to.have.lengthOf(1);
  });

  it('are for squad games alone, and for every snake or none', () => {
    expect(seatSquads('standard', 2, [])).to.deep.include({ names: ['', ''], warnings: [] });
    expect(() => seatSquads('standard', 2, ['a'])).to.throw(UsageError, 'for the game type "squad" alone');
    expect(() => seatSquads('squad', 3, ['a', 'b'])).to.throw(UsageError, '2 squads for 3 snakes');
  });

  it('are told to the snakes, fall together and win together', async () => {
    const seen = new Set<string>();
    const step = (move: string) => ({
      customization: {},
      move(turn: { board: { snakes: { squad: string }[] } }) {
        turn.board.snakes.forEach(({ squad }) => seen.add(squad));
        return move;
      },
    });
    const circle = {
      customization: {},
      move: ({ turn }: { turn: number }) => ['up', 'left', 'down', 'right'][turn % 4],
    };
    const { names, settings } = seatSquads('squad', 4, []);
    const entries = [circle, step('up'), circle, circle].map((strategy, seat) => ({
      ...enterStrategy(`s${seat}`, strategy),
      squad: names[seat]!,
    }));
    const result = await play({
      participants: entries,
      seed: 2,
      ruleset: 'squad',
      map: 'empty',
      settings: { squad: settings },
    });
    expect([...seen]).to.deep.equal(['red', 'blue']);
    expect(result.winners).to.deep.equal([0, 2]);
    expect(result.deaths.map(({ seat, cause }) => [seat, cause])).to.deep.equal([
      [1, 'wall-collision'],
      [3, 'squad-eliminated'],
    ]);
  });
});
