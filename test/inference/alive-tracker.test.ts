import { expect } from 'chai';
import { isAlive } from '../../src/rules/snakes.js';
import { legalMoves } from '../../src/rules/toolkit/moves.js';
import { AliveTracker } from '../../src/inference/alive-tracker.js';
import { sketchRequest, type RequestSketch, type SnakeSketch } from '../support/requests.js';

const me: SnakeSketch = { id: 'me', body: '1,1 1,0 0,0' };

/** The dead after these requests: known alike to a tracker that builds each position, and to one that need not. */
function deadAfter(...sketches: RequestSketch[]): string[] {
  const [tracker, quick] = [new AliveTracker(), new AliveTracker()];
  for (const sketch of sketches) {
    tracker.update(sketchRequest(sketch), true);
    quick.follow(sketchRequest(sketch));
    expect([...quick.dead]).to.deep.equal([...tracker.dead]);
  }
  return [...tracker.dead];
}

describe('AliveTracker', () => {
  it('takes every snake for alive on turn 0, stacked or not', () => {
    const stacked = { id: 'stacked', body: '5,5 5,5 5,5' };
    expect(deadAfter({ turn: 0, snakes: [me, stacked, { ...stacked, id: 'same cell' }] })).to.deep.equal([]);
  });

  it('finds snakes that starved, left the board or bit themselves', () => {
    const starved = { id: 'starved', health: 0, body: '5,5 5,4' };
    const outside = { id: 'outside', body: '11,5 10,5' };
    const bitten = { id: 'bitten', body: '7,7 7,8 8,8 8,7 7,7' };
    expect(deadAfter({ turn: 3, snakes: [me, starved, outside, bitten] })).to.have.members([
      'starved',
      'outside',
      'bitten',
    ]);
  });

  it('finds snakes that ran into a body or lost head to head', () => {
    const wall = { id: 'wall', body: '4,4 5,4 6,4 7,4' };
    const crashed = { id: 'crashed', body: '6,4 6,5 6,6' };
    const long = { id: 'long', body: '9,9 9,8 9,7' };
    const short = { id: 'short', body: '9,9 8,9' };
    expect(deadAfter({ turn: 3, snakes: [me, wall, crashed, long, short] })).to.have.members(['crashed', 'short']);
  });

  it('takes both snakes for dead that met head to head at equal length', () => {
    const one = { id: 'one', body: '9,9 9,8' };
    const other = { id: 'other', body: '9,9 8,9' };
    expect(deadAfter({ turn: 3, snakes: [me, one, other] })).to.have.members(['one', 'other']);
  });

  it('finds squad mates that die with a snake if the game shares elimination', () => {
    const outside = { id: 'outside', squad: 'red', body: '11,5 10,5' };
    const mate = { id: 'mate', squad: 'red', body: '9,9 9,8' };
    const seen = { turn: 3, snakes: [{ ...me, squad: 'blue' }, outside, mate] };
    expect(deadAfter({ ...seen, ruleset: 'squad', shares: true })).to.have.members(['outside', 'mate']);
    expect(deadAfter({ ...seen, ruleset: 'squad' })).to.deep.equal(['outside']);
    expect(deadAfter({ ...seen, shares: true })).to.deep.equal(['outside']);
  });

  it('remembers the dead while others walk through their bodies', () => {
    const dead = { id: 'dead', body: '11,5 10,5 9,5' };
    const before = { id: 'walker', body: '9,6 9,7' };
    const after = { id: 'walker', body: '9,5 9,6' };
    expect(deadAfter({ turn: 3, snakes: [me, dead, before] }, { turn: 4, snakes: [me, dead, after] })).to.deep.equal([
      'dead',
    ]);
  });

  it('takes a snake for dead whose head has not moved since the turn before', () => {
    const still = { id: 'still', body: '5,5 5,4' };
    const moved = { ...me, body: '1,2 1,1 1,0' };
    expect(deadAfter({ turn: 3, snakes: [me, still] }, { turn: 4, snakes: [moved, still] })).to.deep.equal(['still']);
    expect(deadAfter({ turn: 3, snakes: [me, still] }, { turn: 5, snakes: [moved, still] })).to.deep.equal([]);
  });

  it('takes the snake that is asked for alive, whatever the board shows', () => {
    expect(deadAfter({ turn: 3, snakes: [{ id: 'me', health: 0, body: '20,20' }] })).to.deep.equal([]);
  });

  it('takes a snake for dead that the asked snake would have died of, after turns that were not seen', () => {
    const lain = { id: 'lain', body: '5,1 4,1 3,1 2,1 1,1' };
    const long = { id: 'long', body: '1,1 1,2 1,3 1,4' };
    const walker = { id: 'walker', body: '3,1 3,2' };
    const tracker = new AliveTracker();
    const request = sketchRequest({ turn: 9, snakes: [me, lain, long, walker] });
    const { position, seat } = tracker.update(request, true);
    expect([...tracker.dead]).to.have.members(['lain', 'long']);
    expect(isAlive(position, seat)).to.equal(true);
    expect(legalMoves(position, seat)).not.to.include('down');
  });

  it('takes a snake for alive again that moves on: after missed turns, it was judged by a dead body', () => {
    const lain = { id: 'lain', body: '7,7 7,6 7,5' };
    const walker = { id: 'walker', body: '7,6 6,6 5,6' };
    const later = { id: 'walker', body: '8,6 7,6 6,6' };
    expect(deadAfter({ turn: 9, snakes: [me, lain, walker] })).to.deep.equal(['walker']);
    const moved = { ...me, body: '1,2 1,1 1,0' };
    const next = { turn: 10, snakes: [moved, lain, later] };
    expect(deadAfter({ turn: 9, snakes: [me, lain, walker] }, next)).to.deep.equal(['lain']);
  });

  it('takes a revived snake for dead again if the asked snake would have died of it', () => {
    const starved = { id: 'other', health: 0, body: '5,5 5,4 5,3' };
    const lain = { id: 'other', body: '2,1 1,1 0,1' };
    const before = { ...me, body: '8,8 8,7 8,6' };
    const after = { ...me, body: '1,1 1,2 1,3' };
    expect(deadAfter({ turn: 3, snakes: [before, starved] }, { turn: 9, snakes: [after, lain] })).to.deep.equal([
      'other',
    ]);
  });

  it('takes a snake for dead that was off the board, and is back on it elsewhere', () => {
    const dead = { id: 'dead', body: '11,5 10,5 9,5' };
    const back = { id: 'dead', body: '5,5 5,6 5,7' };
    const alone = { turn: 4, snakes: [{ ...me, body: '1,2 1,1 1,0' }] };
    const later = { turn: 5, snakes: [{ ...me, body: '1,3 1,2 1,1' }, back] };
    expect(deadAfter({ turn: 3, snakes: [me, dead] }, alone, later)).to.deep.equal(['dead']);
  });

  it('forgets the dead on turn 0, when the game is played again', () => {
    const outside = { id: 'other', body: '11,5 10,5' };
    const inside = { id: 'other', body: '9,5 9,5' };
    expect(deadAfter({ turn: 3, snakes: [me, outside] }, { turn: 0, snakes: [me, inside] })).to.deep.equal([]);
    const starved = { id: 'other', health: 0, body: '9,5 9,5' };
    expect(deadAfter({ turn: 3, snakes: [me, starved] }, { turn: 0, snakes: [me, inside] })).to.deep.equal([]);
  });

  it('lets squad mates cross if the game allows it', () => {
    const mate = { id: 'mate', squad: 'red', body: '5,4 5,5 5,6' };
    const crossing = { id: 'crossing', squad: 'red', body: '5,5 4,5' };
    const request = sketchRequest({ turn: 3, ruleset: 'squad', snakes: [me, mate, crossing] });
    request.game.ruleset.settings.squad.allowBodyCollisions = true;
    const tracker = new AliveTracker();
    tracker.update(request, true);
    expect([...tracker.dead]).to.deep.equal([]);
  });

  it('remembers a bounded number of dead snakes', () => {
    const tracker = new AliveTracker();
    for (let turn = 1; turn <= 1000; turn++) {
      const outside = { id: `dead ${turn}`, body: '11,5' };
      tracker.update(sketchRequest({ turn, snakes: [me, outside] }), true);
    }
    expect(tracker.dead.size).to.equal(256);
    expect(tracker.dead.has('dead 1000')).to.equal(true);
  });

  it('takes requests with more snakes than a position has seats', () => {
    const crowd = Array.from({ length: 40 }, (_, i) => ({ id: `s${i}`, body: `${i % 11},5 d` }));
    expect(() => deadAfter({ turn: 3, snakes: [...crowd, me], you: 'me' })).not.to.throw();
    const apart = Array.from({ length: 20 }, (_, i) => ({ id: `s${i}`, body: `${i % 11},${5 + Math.floor(i / 11)}` }));
    const { position } = new AliveTracker().update(sketchRequest({ turn: 3, snakes: [...apart, me], you: 'me' }), true);
    const found = new AliveTracker().follow(sketchRequest({ turn: 3, snakes: [...apart, me], you: 'me' }));
    expect(found?.position.ids).to.deep.equal(position.ids);
  });
});
