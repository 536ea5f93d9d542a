import { expect } from 'chai';
import { mountAll } from '../../src/mount-all.js';
import { defaultProcesses } from '../../src/snakes/default-processes.js';
import { useConfigFolder } from '../support/config-folder.js';
import { sketchRequest } from '../support/requests.js';

const GREEDY = '{ prefix: /greedy, strategy: greedy }';
const machine = (cores: number, memoryMb: number) => ({ cores, memoryMb });

describe('the default of processes', function () {
  this.timeout(30_000);
  const folder = useConfigFolder();
  const read = (snakes: string, more = '') => folder.read(`snakes: [${snakes}]\n${more}`).config;

  it('follows the cores', () => {
    expect([1, 2, 8, 100].map((cores) => defaultProcesses(read(GREEDY), machine(cores, 100_000)))).to.deep.equal([
      2, 2, 8, 64,
    ]);
  });

  it('leaves room in memory for the same of every snake', () => {
    const two = read(`${GREEDY}, { prefix: /b, strategy: greedy, memory: 768mb }`);
    expect([8192, 5120, 5119, 2048, 512].map((mb) => defaultProcesses(two, machine(8, mb)))).to.deep.equal([
      8, 5, 4, 2, 2,
    ]);
  });

  it('counts what other snakes are given, and both sides of an experiment again, but no snake in the host itself', () => {
    const given = read(
      `${GREEDY}, { prefix: /b, strategy: greedy, processes: 4 }, { prefix: /c, strategy: greedy, isolation: inline }`,
      'experiments: [{ prefix: /ab, name: ab, base: /greedy, candidate: /c }]',
    );
    expect(defaultProcesses(given, machine(8, (4 + 2 * 3) * 256))).to.equal(3);
  });

  it('is what a snake is mounted with, unless it has its own', async () => {
    folder.write(
      'strategies/greedy.ts',
      `export const customization = {}; export const move = () => new Promise(() => {});`,
    );
    const loaded = folder.read(`snakes: [${GREEDY}, { prefix: /one, strategy: greedy, processes: 1 }]`);
    const { snakes } = await mountAll({ loaded, env: {}, machine: machine(3, 100_000) });
    try {
      for (const snake of snakes)
        for (const game of 'abcde') snake.start(sketchRequest({ game }), { text: '{}', at: 0 });
      expect(snakes.map((snake) => snake.status().children.length)).to.deep.equal([3, 1]);
    } finally {
      await Promise.all(snakes.map((snake) => snake.close()));
    }
  });
});
