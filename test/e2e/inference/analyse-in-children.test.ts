import { expect } from 'chai';
import { analyseInChildren } from '../../../src/inference/analyse-in-children.js';
import type { AskedTurn } from '../../../src/inference/replay-game.js';
import { playFrames, rowOf } from '../../support/frames.js';
import { requestText } from '../../support/requests.js';

describe('analyseInChildren', function () {
  this.timeout(60_000);

  it('finds the same with any number of children', async () => {
    const game = rowOf(playFrames({ seed: 4 }), 'a');
    const known = game.list.flatMap(({ turn, answer }) => (answer.move === undefined ? [] : turn));
    let ticks = 0;
    const analyse = async (children: number) =>
      (await analyseInChildren(game, { nodes: 100, children, tick: () => void ticks++ })).turns;
    const [one, three] = [await analyse(1), await analyse(3)];
    expect(one.map(({ turn }) => turn)).to.deep.equal(known);
    expect(three).to.deep.equal(one);
    expect(ticks).to.equal(2 * known.length);
  });

  it('ends all children if one fails', async () => {
    const body = requestText('standard-move-7');
    // The first turn has no answer, and the search of the second one takes longer than any test.
    const list = [
      { turn: 7, body },
      { turn: 8, body, answer: { move: 'up' } },
    ] as unknown as AskedTurn[];
    const { you } = JSON.parse(body) as { you: { id: string } };
    const thrown: unknown = await analyseInChildren({ you: you.id, list }, { nodes: 1e12, children: 2 }).catch(
      (error: unknown) => error,
    );
    expect(thrown)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/reading 'move'/);
  });
});
