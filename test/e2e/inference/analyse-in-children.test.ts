import { expect } from 'chai';
import { analyseInChildren } from '../../../src/inference/analyse-in-children.js';
import type { AskedTurn } from '../../../src/inference/replay-game.js';
import type { TurnAnalysis } from '../../../src/views/analysis.js';
import { playFrames, rowOf } from '../../support/frames.js';
import { requestText } from '../../support/requests.js';

describe('analyseInChildren', function () {
  this.timeout(60_000);

  it('finds the same with any number of children', async () => {
    const game = rowOf(playFrames({ seed: 4 }), 'a');
    const known = game.list.flatMap(({ turn, answer }) => (answer.move === undefined ? [] : turn));
    const analyse = async (children: number) => {
      const turns: TurnAnalysis[] = [];
      await analyseInChildren(game, 100, children, (turn) => void turns.push(turn));
      return turns.sort((one, other) => one.turn - other.turn);
    };
    const [one, three] = [await analyse(1), await analyse(3)];
    expect(one.map(({ turn }) => turn)).to.deep.equal(known);
    expect(three).to.deep.equal(one);
  });

  it('ends all children if one fails', async () => {
    const body = requestText('standard-move-7');
    // The first turn has no answer, and the search of the second one takes longer than any test.
    const list = [
      { turn: 7, body },
      { turn: 8, body, answer: { move: 'up' } },
    ] as unknown as AskedTurn[];
    const { you } = JSON.parse(body) as { you: { id: string } };
    const thrown: unknown = await analyseInChildren({ you: you.id, list }, 1e12, 2, () => undefined).catch(
      (error: unknown) => error,
    );
    expect(thrown)
      .to.be.instanceOf(Error)
      .with.property('message')
      .that.matches(/reading 'move'/);
  });
});
