import { expect } from 'chai';
import { mountAll } from '../../../../src/host/mount-all.js';
import { Cores } from '../../../../src/snakes/schedule/cores.js';
import type { GameLoad } from '../../../../src/snakes/schedule/game-load.js';
import type { Lane } from '../../../../src/snakes/schedule/lane.js';
import { createSharedLimits } from '../../../../src/snakes/shared-limits.js';
import { useConfigFolder } from '../../../support/config-folder.js';
import { sketchRequest } from '../../../support/requests.js';

/** Cores that note the weights of the games that begin. */
class WatchedCores extends Cores {
  readonly weights: number[] = [];

  override expect(seat: GameLoad, lane: Lane): void {
    this.weights.push(lane.weight);
    super.expect(seat, lane);
  }
}

describe('priority', () => {
  const folder = useConfigFolder();

  it('is taken from the configuration to the schedule', async () => {
    folder.write('strategies/greedy.ts', `export const customization = {}; export const move = () => 'up';`);
    const given = ['priority: high', 'priority: normal', 'priority: low', 'overhead: 0'];
    const loaded = folder.read(
      `snakes: [${given.map((key, index) => `{ prefix: /${index}, strategy: greedy, ${key} }`).join(', ')}]`,
    );
    const cores = new WatchedCores();
    const { snakes } = await mountAll({ loaded, env: {}, limits: createSharedLimits({ cores }) });
    for (const snake of snakes) snake.start(sketchRequest(), { text: '{}', at: 0 });
    expect(cores.weights).to.deep.equal([2, 1, 0.5, 1]);
    await Promise.all(snakes.map((snake) => snake.close()));
  });
});
