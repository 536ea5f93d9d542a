import { expect } from 'chai';
import { play } from '../../../src/arena/game/play.js';
import { seatSquads } from '../../../src/arena/game/squads.js';
import { UsageError } from '../../../src/errors/errors.js';
import { createParticipant } from '../../support/local-snakes.js';

const squadsOf = (ruleset: string, snakes: number, names: readonly string[] = []) =>
  seatSquads(ruleset, snakes, names, '--squad');

describe('seatSquads', () => {
  it('seats two squads in turn that share everything, unless squads are named', () => {
    expect(squadsOf('squad', 4).names).to.deep.equal(['red', 'blue', 'red', 'blue']);
    expect(squadsOf('squad', 3, ['a', 'a', 'b']).names).to.deep.equal(['a', 'a', 'b']);
    expect(Object.values(squadsOf('squad', 2).settings)).to.deep.equal([true, true, true, true]);
    expect(squadsOf('squad', 2).warnings).to.have.lengthOf(1);
  });

  it('accepts names in squad games only, and for every snake or none', () => {
    expect(squadsOf('standard', 2)).to.deep.include({ names: ['', ''], warnings: [] });
    expect(() => squadsOf('standard', 2, ['a'])).to.throw(UsageError, 'only the game type "squad" has squads');
    expect(() => squadsOf('squad', 3, ['a', 'b'])).to.throw(UsageError, '2 squads for 3 snakes');
  });
});

describe('a squad', () => {
  it('is shown to the snakes, dies together and wins together', async () => {
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
    const { names, settings } = squadsOf('squad', 4);
    const participants = [circle, step('up'), circle, circle].map((strategy, index) => ({
      ...createParticipant(`s${index}`, strategy),
      squad: names[index]!,
    }));
    const result = await play({
      participants,
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
