import { expect } from 'chai';
import { mountAll, mountExperiments } from '../../../src/host/mount-all.js';
import { readShares } from '../../../src/snakes/mount-table.js';
import { Cores } from '../../../src/snakes/schedule/cores.js';
import { createSharedLimits } from '../../../src/snakes/shared-limits.js';
import { SourceCache } from '../../../src/snakes/source-content.js';
import { useConfigFolder } from '../../support/config-folder.js';
import { sketchRequest } from '../../support/requests.js';
import { until } from '../../support/soon.js';

const YAML = `
snakes:
  - { prefix: /one, strategy: greedy }
  - { prefix: /two, strategy: greedy, options: {} }
  - { prefix: /inline, strategy: greedy, isolation: inline }
experiments:
  - { prefix: /both, name: better, base: /one, candidate: /two, split: 0.5 }
`;
const snakes = ['me', 'other'].map((id, x) => ({ id, body: `${x},2 ${x},1 ${x},0` }));
const arrival = { text: '{}', at: 0 };

describe('the status of a mount', () => {
  const folder = useConfigFolder();

  it('shows CPU-bound games, what waits, and the shares of games, but not of a snake in the host itself', async () => {
    folder.write('strategies/greedy.ts', `export const customization = {}; export const move = () => 'up';`);
    // Its clock stands still: on a busy machine, so many starts take longer than a game counts as active.
    const began = performance.now();
    const limits = createSharedLimits({ cores: new Cores({ cores: 1, now: () => began }) });
    const deps = { loaded: folder.read(YAML), env: {}, limits, cache: new SourceCache() };
    const mounts = [...(await mountAll(deps)).snakes, ...(await mountExperiments(deps))];
    try {
      // Nothing is known of new games: they count as CPU-bound.
      for (const mount of mounts) for (const game of 'abcdef') mount.start(sketchRequest({ game, snakes }), arrival);
      expect(
        mounts.map((mount) => mount.status()).map(({ prefix, cpuBound, waiting }) => [prefix, cpuBound, waiting]),
      ).to.deep.equal([
        ['/one', 6, 0],
        ['/two', 6, 0],
        ['/inline', undefined, undefined],
        ['/both', 6, 0],
      ]);
      const [one] = mounts;
      await one!.answer(sketchRequest({ game: 'a', snakes }), { text: '{}', at: performance.now() });
      const { games } = one!.status();
      expect(games.find(({ game }) => game === 'a')!.share).to.be.above(0);
      expect(games.find(({ game }) => game === 'b')).to.not.have.property('share');
      const present = mounts.map((mount) => ({ mount, version: 1 }));
      const shares = readShares({ present: present.slice(0, 3), retired: present.slice(3) });
      expect(shares.map(({ snake, cpuBound }) => [snake, cpuBound === undefined])).to.deep.equal([
        ['/one', false],
        ['/two', false],
        ['/inline', true],
        ['/both', false],
      ]);
      expect(shares[0]!.shares).to.have.lengthOf(1);
    } finally {
      await Promise.all(mounts.map((mount) => mount.close()));
    }
  });

  it('counts pondered and expected turns; warns about ponder with isolation: inline, and counts none', async () => {
    folder.write(
      'strategies/patient.ts',
      `export const customization = {};
export const move = () => 'up';
export const ponder = (_turn, { position, expect }) => expect(position);`,
    );
    const loaded = folder.read(`
snakes:
  - { prefix: /one, strategy: patient }
  - { prefix: /silent, strategy: patient, isolation: inline, ponder: false }
  - { prefix: /inline, strategy: patient, isolation: inline }
`);
    const limits = createSharedLimits({ cores: new Cores({ cores: 2 }) });
    const { snakes: mounts, warnings } = await mountAll({ loaded, env: {}, limits });
    const [one, , inline] = mounts;
    let turn = 0;
    const play = async () => {
      const request = sketchRequest({ game: 'a', turn: turn++, snakes });
      for (const mount of [one!, inline!])
        await mount.answer(structuredClone(request), { text: JSON.stringify(request), at: performance.now() });
      return one!.status().games[0]!.pondered;
    };
    try {
      await until(async () => (await play()) !== undefined);
      // Nobody has moved: each turn is the one that was expected.
      expect(one!.status().games[0]!.pondered).to.deep.equal({ turns: 1, found: 1 });
      expect(inline!.status().games[0]).not.to.have.property('pondered');
      expect(warnings.map(({ message }) => message)).to.deep.equal([
        'snake "/inline": its "ponder" is never called: with "inline", it would block the host. Set "ponder: false" to silence this warning',
      ]);
    } finally {
      await Promise.all(mounts.map((mount) => mount.close()));
    }
  });
});
