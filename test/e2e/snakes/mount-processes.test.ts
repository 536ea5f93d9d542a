import { expect } from 'chai';
import { mountAll } from '../../../src/host/mount-all.js';
import { ChildCeiling } from '../../../src/snakes/process/child-ceiling.js';
import { createSharedLimits } from '../../../src/snakes/shared-limits.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { sketchRequest } from '../../support/requests.js';

describe('the processes of a mounted snake', () => {
  const folder = useConfigFolder();

  it('are shared on the cores of the host, unless its configuration has a number', async () => {
    folder.write(
      'strategies/greedy.ts',
      `export const customization = {}; export const move = () => new Promise(() => {});`,
    );
    const loaded = folder.read(
      'snakes: [{ prefix: /own, strategy: greedy, processes: 3 }, { prefix: /shared, strategy: greedy }]',
    );
    const limits = createSharedLimits({ ceiling: new ChildCeiling(10_000, 2) });
    const { snakes } = await mountAll({ loaded, env: {}, limits });
    try {
      for (const snake of snakes)
        for (const game of 'abcde') snake.start(sketchRequest({ game }), { text: '{}', at: 0 });
      expect(snakes.map((snake) => snake.status().children.length)).to.deep.equal([3, 1]);
    } finally {
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  });

  it('are not waited for when another snake has loaded the same strategy', async () => {
    // The second to load it never gets done.
    folder.write(
      'strategies/once.ts',
      `import { mkdirSync } from 'node:fs';
       try { mkdirSync(${JSON.stringify(`${folder.path}/loaded`)}); } catch { for (;;); }
       export const customization = { author: 'me' }; export const move = () => 'up';`,
    );
    const loaded = folder.read('snakes: [{ prefix: /a, strategy: once }, { prefix: /b, strategy: once }]');
    const { snakes } = await mountAll({ loaded, env: {} });
    try {
      expect(snakes.map(({ info }) => info.author)).to.deep.equal(['me', 'me']);
    } finally {
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  });

  it('start with the first game when the others leave them no memory, whose turns are answered', async () => {
    folder.write('strategies/up.ts', `export const customization = {}; export const move = () => 'up';`);
    const names = ['/a', '/b', '/c', '/d'];
    const loaded = folder.read(`snakes: [${names.map((prefix) => `{ prefix: ${prefix}, strategy: up }`).join(', ')}]`);
    const limits = createSharedLimits({ ceiling: new ChildCeiling(64, 2) });
    const { snakes } = await mountAll({ loaded, env: {}, limits });
    const children = () => snakes.map((snake) => snake.status().children.length);
    try {
      expect(children()).to.deep.equal([1, 1, 0, 0]);
      for (const [index, snake] of snakes.entries()) {
        const request = sketchRequest({ game: String(index), timeout: 30_000 });
        const answer = await snake.answer(request, { text: JSON.stringify(request), at: performance.now() });
        expect(answer).to.include({ kind: 'moved', move: 'up' });
      }
      expect(children().slice(2)).to.deep.equal([1, 1]);
    } finally {
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  });

  it('fail as the first of them did that loaded the same strategy', async () => {
    folder.write('strategies/broken.ts', `throw new Error('no such thing');`);
    const loaded = folder.read('snakes: [{ prefix: /a, strategy: broken }, { prefix: /b, strategy: broken }]');
    const error = await mountAll({ loaded, env: {} }).catch((thrown: unknown) => thrown);
    expect(String(error).match(/no such thing/g)).to.have.length(2);
  });
});
