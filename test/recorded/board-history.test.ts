import { expect } from 'chai';
import { BoardHistory } from '../../src/recorded/board-history.js';
import { sketchRequest, type SnakeSketch } from '../support/requests.js';

const ME: SnakeSketch = { id: 'me', name: 'Me', body: '5,5 5,4 5,3' };
const OTHER: SnakeSketch = { id: 'other', name: 'Other', body: '1,1 1,2 1,3' };

describe('board history', () => {
  it('keeps each snake on its seat, and the dead with their last body', () => {
    const history = new BoardHistory();
    history.show(sketchRequest({ turn: 3, snakes: [OTHER, ME], you: 'me' }));
    const moved = { ...ME, body: '5,6 5,5 5,4' };
    const { snakes } = history.show(sketchRequest({ turn: 4, snakes: [moved, OTHER], gone: ['other'] }));
    expect(snakes.map(({ name, isYou, death, body }) => [name, isYou, death, body[0]])).to.deep.equal([
      ['Other', undefined, { turn: 4 }, { x: 1, y: 1 }],
      ['Me', true, undefined, { x: 5, y: 6 }],
    ]);
  });

  it('says how a snake died whose body the engine leaves on the board', () => {
    const history = new BoardHistory();
    history.show(sketchRequest({ turn: 3, snakes: [ME, OTHER] }));
    const out = { ...OTHER, body: '-1,1 0,1 1,1' };
    const { snakes } = history.show(sketchRequest({ turn: 4, snakes: [{ ...ME, body: '5,6 5,5 5,4' }, out] }));
    expect(snakes[1]!.death).to.deep.equal({ turn: 4, cause: 'wall-collision' });
  });

  it('begins again with a game that does', () => {
    const history = new BoardHistory();
    history.show(sketchRequest({ turn: 7, snakes: [ME, OTHER] }));
    expect(history.show(sketchRequest({ turn: 0, snakes: [ME] })).snakes).to.have.lengthOf(1);
  });

  it('shows no more than a board can have, whatever a caller invents', () => {
    const history = new BoardHistory();
    for (let turn = 1; turn < 100; turn++) {
      const snakes = Array.from({ length: 10 }, (_, index) => ({ ...OTHER, id: `${turn}-${index}` }));
      history.show(sketchRequest({ turn, snakes: [ME, ...snakes] }));
    }
    const request = sketchRequest({ turn: 100, snakes: [{ ...ME, name: 'x'.repeat(200) }] });
    const corner = { x: 0, y: 0 };
    request.board.hazards = Array.from({ length: 5000 }, () => corner);
    request.board.snakes[0]!.customizations.color = '"><script>';
    const { snakes, hazards } = history.show(request);
    expect(snakes.length).to.be.at.most(32);
    expect(hazards.length).to.be.at.most(16 + 8 * 121);
    expect(snakes[0]!.name).to.have.lengthOf(80);
    expect(snakes[0]!.color).to.equal('#888888');
  });
});
