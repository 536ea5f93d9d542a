import { expect } from 'chai';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { Replies } from '../../../src/search/tree/replies.js';
import { boardOf } from '../../support/search-boards.js';

const [UP, DOWN, LEFT, RIGHT] = [0, 1, 2, 3] as const;

/** The moves by seat of each joint reply to A, if the picture is `ply` turns ahead of the root. */
function repliesTo(picture: string, ply = 0): number[][] {
  const position = parsePicture(picture);
  const replies = new Replies();
  const board = boardOf(position, 0);
  replies.prepare(board);
  const count = replies.fill(board, ply);
  return replies.moves[ply]!.slice(0, count).map((moves) => [...moves.subarray(1, position.snakeCount)]);
}

/** The moves that a seat makes in any of the replies. */
function movesOf(replies: readonly (readonly number[])[], seat: number): number[] {
  return [...new Set(replies.map((moves) => moves[seat - 1]!))].toSorted((a, b) => a - b);
}

describe('joint replies', () => {
  const twoNear = 'bB...Cc\n.......\n...A...\n...a...\n...a...';

  it('are all nine combinations of two opponents that are near, at the root', () => {
    const replies = repliesTo(twoNear);
    expect(new Set(replies.map(String)).size).to.equal(9);
    expect(replies).to.have.length(9);
  });

  it('are three combinations deeper, with every move of both', () => {
    const replies = repliesTo(twoNear, 1);
    expect(replies).to.have.length(3);
    expect(movesOf(replies, 1)).to.deep.equal([DOWN, LEFT, RIGHT]);
    expect(movesOf(replies, 2)).to.deep.equal([DOWN, LEFT, RIGHT]);
  });

  it('have one move of an opponent that is far while another is nearer', () => {
    const replies = repliesTo('...........\n.A..B..C...\n.a..b..c...\n.a..b..c...');
    expect(movesOf(replies, 1)).to.deep.equal([UP, LEFT, RIGHT]);
    expect(movesOf(replies, 2)).to.deep.equal([UP, LEFT, RIGHT]);
    const far = repliesTo('............\n.A..B.....C.\n.a..b.....c.\n.a..b.....c.');
    expect(movesOf(far, 1)).to.deep.equal([UP, LEFT, RIGHT]);
    expect(movesOf(far, 2)).to.have.length(1);
  });

  it('have every move of the nearest opponent, however far it is', () => {
    const replies = repliesTo('............\n.A........B.\n.a........b.\n.a........b.');
    expect(movesOf(replies, 1)).to.deep.equal([UP, LEFT, RIGHT]);
  });

  it('begin with the moves that look best to the others', () => {
    const [first] = repliesTo('.......\n.A...B*\n.a...b.\n.a...b.');
    expect(first).to.deep.equal([RIGHT]);
  });
});
