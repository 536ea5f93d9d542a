import { expect } from 'chai';
import { toCanonical } from '../../src/wire/canonical.js';
import { toCells } from '../support/cells.js';
import { sketchRequest } from '../support/requests.js';

const me = { id: 'me', body: '1,1 1,0' };
const other = { id: 'other', body: '5,5 5,4', shout: 'x'.repeat(1000) };

describe('toCanonical', () => {
  it('leaves only living snakes on the board', () => {
    const request = toCanonical(sketchRequest({ snakes: [me, other] }), ['other']);
    expect(request.board.snakes.map(({ id }) => id)).to.deep.equal(['me']);
  });

  it('removes food and hazards off the board', () => {
    const cells = '0,0 0,11 -1,3 10,10';
    const { board } = toCanonical(sketchRequest({ food: cells, hazards: cells, snakes: [me] }), []);
    const kept = toCells('0,0 10,10');
    expect(board.food).to.deep.equal(kept);
    expect(board.hazards).to.deep.equal(kept);
  });

  it('derives head and length from the body', () => {
    const request = sketchRequest({ snakes: [me, other] });
    request.board.snakes[1]!.length = 17;
    request.you.head = { x: 9, y: 9 };
    toCanonical(request, []);
    expect(request.board.snakes[1]!.length).to.equal(2);
    expect(request.you.head).to.deep.equal({ x: 1, y: 1 });
  });

  it('cuts shouts to what the API allows', () => {
    const { board } = toCanonical(sketchRequest({ snakes: [me, other] }), []);
    expect(board.snakes[1]!.shout).to.have.lengthOf(256);
  });

  it('puts you on the board if the engine left you out, unless you are dead', () => {
    const left = sketchRequest({ snakes: [me, other] });
    left.board.snakes.shift();
    expect(toCanonical(structuredClone(left), []).board.snakes).to.have.lengthOf(2);
    expect(toCanonical(left, ['me']).board.snakes).to.have.lengthOf(1);
  });

  it('removes snakes without a body', () => {
    const { board } = toCanonical(sketchRequest({ snakes: [me, { id: 'ghost', body: '' }] }), []);
    expect(board.snakes).to.have.lengthOf(1);
  });
});
