import { expect } from 'chai';
import { GameOwner } from '../../../src/snakes/game/game-owner.js';
import type { Arrival, ClientAddress } from '../../../src/snakes/mount.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';

const BODIES = ['5,5 5,4 5,3', '5,6 5,5 5,4', '5,7 5,6 5,5', '5,8 5,7 5,6', '5,9 5,8 5,7'];
const onTurn = (turn: number, more: Partial<RequestSketch> = {}) =>
  sketchRequest({ turn, snakes: [{ id: 'me', body: BODIES[turn]! }], ...more });
const at = (name: string, ms = 0): Arrival => {
  const from: ClientAddress = { name, isLocal: false, way: 'public' };
  return { text: '', at: ms, from };
};
const [ENGINE, STRANGER] = ['203.0.113.1', '198.51.100.2'];

/** A game on turn 1. */
function ownedGame(): GameOwner {
  const owner = new GameOwner(onTurn(0), at(ENGINE));
  for (const turn of [0, 1]) owner.note(onTurn(turn), at(ENGINE, turn));
  return owner;
}

describe('GameOwner', () => {
  it('believes whatever comes from the engine’s address', () => {
    const owner = ownedGame();
    for (const request of [onTurn(0), onTurn(1), onTurn(4, { timeout: 2000 }), onTurn(0, { snakes: [elsewhere(0)] })]) {
      expect(owner.denyMove(request, at(ENGINE))).to.equal(undefined);
      expect(owner.denyEnd(request, at(ENGINE))).to.equal(undefined);
    }
    expect(owner.denyStart(at(ENGINE))).to.equal(undefined);
  });

  it('believes a local game, which has no address', () => {
    const owner = new GameOwner(onTurn(0), {});
    owner.note(onTurn(3), { at: 3 });
    expect(owner.denyMove(onTurn(0, { timeout: 1 }), { text: '', at: 4 })).to.equal(undefined);
  });

  it('believes from elsewhere what goes on where the game is: the engine has another address now', () => {
    for (const turn of [2, 3, 4]) expect(ownedGame().denyMove(onTurn(turn), at(STRANGER))).to.equal(undefined);
    const owner = ownedGame();
    for (const turn of [2, 3, 4]) {
      expect(owner.denyMove(onTurn(turn), at(STRANGER))).to.equal(undefined);
      owner.note(onTurn(turn), at(STRANGER, turn));
    }
    expect(owner.denyEnd(onTurn(4), at(STRANGER))).to.equal(undefined);
  });

  const DENIED: [title: string, sketch: Partial<RequestSketch>, turn: number, reason: string][] = [
    ['another timeout', { timeout: 2000 }, 2, 'its timeout is another'],
    ['another board', { width: 19 }, 2, 'its width is another'],
    ['another ruleset', { ruleset: 'royale' }, 2, 'its ruleset is another'],
    ['another map', { map: 'royale' }, 2, 'its map is another'],
    ['a snake that was elsewhere', { snakes: [elsewhere(2)] }, 2, 'its snake was elsewhere'],
    ['the same turn again', {}, 1, 'its turn is not the next'],
    ['a turn before', {}, 0, 'its turn is not the next'],
    ['a turn far ahead', { snakes: [{ id: 'me', body: BODIES[4]! }] }, 60, 'its turn is not the next'],
  ];
  for (const [title, sketch, turn, reason] of DENIED) {
    it(`denies from elsewhere ${title}`, () => {
      const request = onTurn(Math.min(turn, 4), sketch);
      request.turn = turn;
      expect(ownedGame().denyMove(request, at(STRANGER))).to.equal(reason);
    });
  }

  it('denies from elsewhere a start, an end of a turn that is over, and one with another snake', () => {
    expect(ownedGame().denyStart(at(STRANGER))).to.equal('the game is under way');
    expect(ownedGame().denyEnd(onTurn(0), at(STRANGER))).to.equal('its turn is over');
    expect(ownedGame().denyEnd(onTurn(2, { snakes: [elsewhere(2)] }), at(STRANGER))).to.equal(
      'its snake was elsewhere',
    );
    expect(ownedGame().denyEnd(onTurn(2), at(STRANGER))).to.equal(undefined);
  });

  it('believes anybody when the engine has been silent for half a minute, and then nobody else', () => {
    const owner = ownedGame();
    expect(owner.denyMove(onTurn(0), at(STRANGER, 30_000))).to.equal('its turn is not the next');
    expect(owner.denyMove(onTurn(0), at(STRANGER, 30_001))).to.equal(undefined);
    owner.note(onTurn(0), at(STRANGER, 30_001));
    expect(owner.denyMove(onTurn(4), at(STRANGER, 30_002))).to.equal(undefined);
    expect(owner.denyMove(onTurn(0), at(ENGINE, 30_002))).to.equal('its turn is not the next');
  });
});

function elsewhere(turn: number) {
  return { id: 'me', body: `1,${turn + 3} 1,${turn + 2} 1,${turn + 1}` };
}
