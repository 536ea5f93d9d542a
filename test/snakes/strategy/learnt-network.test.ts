import { expect } from 'chai';
import { bundleStrategy } from '../../../src/snakes/strategy/bundle.js';
import { fixture } from '../../support/fixtures.js';
import { ask, inline, inProcess, inSandbox, needsSandbox, useRunners, type MakeRunner } from '../../support/runners.js';

describe('a strategy that imports a network', () => {
  const runWith = useRunners();
  const play = async (make: MakeRunner) => {
    const { runner } = await runWith(make, 'learnt');
    return await ask(runner, {
      snakes: [
        { id: 'a', body: [[5, 5]] },
        { id: 'b', body: [[1, 1]] },
      ],
      you: 'a',
    });
  };

  it('has the network in its bundle, and is another strategy with another one', async () => {
    const { inputs, code } = await bundleStrategy(fixture('strategies/learnt.js'));
    expect(inputs).to.include(fixture('strategies/network.json'));
    expect(code).to.include('"serpentarium network 1"').and.not.include('readFile');
  });

  it('plays in a process as it does without one', async () => {
    const outcome = await play(inProcess());
    expect(outcome.kind).to.equal('moved');
    expect(outcome).to.deep.equal(await play(inline));
  });

  describe('in a sandbox', () => {
    needsSandbox();
    it('plays the same', async () => {
      expect(await play(inSandbox())).to.deep.equal(await play(inline));
    });
  });
});
