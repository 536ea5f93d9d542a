import { expect } from 'chai';
import { GameLedger } from '../../../src/snakes/shared-limits.js';
import { LiveGame } from '../../../src/snakes/game/live-game.js';
import { Overhead } from '../../../src/snakes/game/overhead.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';

/** A game of which these turns came. */
function gameOf(turns: readonly number[], sketch: RequestSketch = {}): LiveGame {
  const game = new LiveGame('key', sketchRequest(sketch), new Overhead(0), { text: '' });
  for (const turn of turns) game.receive(sketchRequest({ ...sketch, turn }), { text: '', at: 0 });
  return game;
}

/** A ledger that notes what it pushes out. */
function createLedger(limits: { maxGames?: number; maxBytes?: number }) {
  const ledger = new GameLedger({ maxBytes: Infinity, ...limits });
  const out: LiveGame[] = [];
  return { ledger, out, enter: (game: LiveGame) => ledger.enter(game, (gone) => out.push(gone)) };
}

describe('GameLedger', () => {
  it('pushes out the game that was silent for longest', () => {
    const { enter, out } = createLedger({ maxGames: 2 });
    const [first, second, third] = [gameOf([0, 1]), gameOf([0, 1]), gameOf([0, 1])];
    for (const game of [first, second, first, third]) enter(game);
    expect(out).to.deep.equal([second]);
  });

  it('pushes out no game with several turns for any number of new ones, and the other way round', () => {
    const { enter, out } = createLedger({ maxGames: 10 });
    const proven = Array.from({ length: 5 }, () => gameOf([0, 1]));
    const fresh = Array.from({ length: 1000 }, () => gameOf([0]));
    for (const game of [...proven, ...fresh]) enter(game);
    expect(out).to.deep.equal(fresh.slice(0, -5));
    out.length = 0;
    const later = Array.from({ length: 1000 }, () => gameOf([0, 1]));
    for (const game of later) enter(game);
    expect(out).to.deep.equal([...proven, ...later.slice(0, -5)]);
  });

  it('counts bytes: a large board takes the room of many small ones', () => {
    const { ledger, enter, out } = createLedger({ maxBytes: 300_000 });
    for (let game = 0; game < 40; game++) enter(gameOf([0]));
    expect(out).to.deep.equal([]);
    const large = gameOf([0], { width: 100, height: 100 });
    expect(large.bytes).to.be.within(100_000, 300_000);
    enter(large);
    expect(out).to.have.lengthOf.at.least(10);
    expect(ledger.bytes).to.be.at.most(300_000);
  });

  it('keeps the game that is entered, however large it is', () => {
    const { ledger, enter, out } = createLedger({ maxBytes: 10 });
    const game = gameOf([0]);
    enter(game);
    enter(game);
    expect(out).to.deep.equal([]);
    ledger.remove(game);
    expect(ledger.bytes).to.equal(0);
  });
});
