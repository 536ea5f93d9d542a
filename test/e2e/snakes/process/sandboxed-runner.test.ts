import { expect } from 'chai';
import { childrenContract } from '../../../contracts/children.contract.js';
import { ponderContract } from '../../../contracts/ponder.contract.js';
import { runnerContract } from '../../../contracts/runner.contract.js';
import { ask, inSandbox, needsSandbox, useRunners } from '../../../support/runners.js';

describe('ProcessRunner in sandboxes', () => {
  needsSandbox();
  const run = useRunners();

  runnerContract('ProcessRunner', inSandbox());
  childrenContract('ProcessRunner', inSandbox);
  ponderContract('ProcessRunner', inSandbox);

  it('counts the memory of the program, not the memory of the sandbox', async () => {
    const { runner } = await run(inSandbox(), 'good');
    await ask(runner);
    const [child] = runner.status();
    expect(child!.memoryMb).to.be.greaterThan(30);
  });
});
