import { expect } from 'chai';
import { replayGame } from '../../src/inference/replay-game.js';
import { isAlive } from '../../src/rules/snakes.js';
import { sketchRequest, type RequestSketch } from '../support/requests.js';

const body = (sketch: RequestSketch) => JSON.stringify(sketchRequest(sketch));
const me = (y: number) => ({ id: 'me', body: `1,${y} dd` });
const outside = { id: 'other', body: '11,5 ll' };

const TURNS = [body({ turn: 3, snakes: [me(3)] }), body({ turn: 4, snakes: [me(4), outside] })];
const END = body({ turn: 5, snakes: [me(5), outside] });

describe('replayGame', () => {
  it('yields every turn with the request after it, and the end last', () => {
    const turns = Array.from(replayGame(TURNS, END), ({ request, next, isEnd }) => [request.turn, next?.turn, isEnd]);
    expect(turns.join(' | ')).to.equal('3,4,false | 4,5,false | 5,,true');
  });

  it('yields no end if none came', () => {
    const turns = Array.from(replayGame(TURNS), ({ request, next }) => [request.turn, next?.turn]);
    expect(turns.join(' | ')).to.equal('3,4 | 4,');
  });

  it('knows who is dead on each turn', () => {
    const dead = Array.from(replayGame(TURNS, END), (turn) => [...turn.dead]);
    expect(dead).to.deep.equal([[], ['other'], ['other']]);
  });

  it('seats our snake alive', () => {
    const lives = Array.from(replayGame(TURNS, END), ({ position, seat }) => isAlive(position, seat));
    expect(lives).to.deep.equal([true, true, true]);
  });

  it('yields nothing of nothing', () => {
    expect([...replayGame([])]).to.deep.equal([]);
  });
});
