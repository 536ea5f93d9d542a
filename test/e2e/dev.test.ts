import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { killProcesses, spawnHost, writeFolder } from '../support/host-process.js';

const strategy = (color: string) => `
  export const customization = { color: '${color}' };
  export const move = () => 'up';
`;

describe('serpentarium dev', () => {
  after(killProcesses);

  it('restarts after a change that loads, and keeps the running version after one that does not', async function () {
    // Three starts and three checks, each in a separate process.
    this.timeout(90_000);
    const folder = writeFolder({
      'strategies/mine.js': strategy('#000001'),
      'config/snakes.yaml': `
        server: { host: 127.0.0.1, port: 0, admin: off, drain: 0 }
        journal: off
        snakes: [{ prefix: /mine, strategy: mine }]
      `,
    });
    const file = path.join(folder, 'strategies/mine.js');
    const dev = await spawnHost(path.join(folder, 'config/snakes.yaml'), {}, 'dev');
    const color = async (start: number): Promise<unknown> => {
      const serving = await dev.logged(({ msg }) => msg === 'serving', start);
      const { port } = serving.at(-1) as unknown as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}/mine`);
      return ((await response.json()) as { color: string }).color;
    };

    expect(await color(1)).to.equal('#000001');
    writeFileSync(file, strategy('#000002'));
    expect(await color(2)).to.equal('#000002');
    writeFileSync(file, 'export const broken = ;');
    // Wait until the broken change has been seen; otherwise the next one would replace it unseen.
    await dev.stderrMatches(/mine\.js:1:23 .*\ndev: keeping the running version/);
    expect(await color(2)).to.equal('#000002');
    writeFileSync(file, strategy('#000003'));
    expect(await color(3)).to.equal('#000003');
  });
});
