import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect } from 'chai';
import { killProcesses, spawnHost, writeFolder } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const strategy = (color: string) => `
  export const customization = { color: '${color}' };
  export const move = () => 'up';
`;

const yaml = (admin: string) => `
  server: { host: 127.0.0.1, port: 0, admin: ${admin}, drain: 0 }
  journal: off
  snakes: [{ prefix: /mine, strategy: mine }]
`;

describe('serpentarium dev', () => {
  after(killProcesses);

  it('takes over a change that loads, keeps the running version after one that does not, and restarts if it must', async () => {
    // Two starts, and reloads on a busy machine.
    const folder = writeFolder({ 'strategies/mine.js': strategy('#000001'), 'config/snakes.yaml': yaml('off') });
    const file = path.join(folder, 'strategies/mine.js');
    const config = path.join(folder, 'config/snakes.yaml');
    const dev = await spawnHost(config, {}, 'dev');
    const color = async (start = 1): Promise<unknown> => {
      const serving = await dev.logged(({ msg }) => msg === 'serving', start);
      const { port } = serving.at(-1) as unknown as { port: number };
      const response = await fetch(`http://127.0.0.1:${port}/mine`);
      return ((await response.json()) as { color: string }).color;
    };
    const reloaded = (count: number) => dev.logged(({ msg }) => msg === 'configuration reloaded', count);

    expect(await color()).to.equal('#000001');
    writeFileSync(file, strategy('#000002'));
    await reloaded(1);
    expect(await color()).to.equal('#000002');
    writeFileSync(file, 'export const broken = ;');
    // Wait until the broken change has been seen; otherwise the next one would replace it unseen.
    const [kept] = await dev.logged(({ msg }) => msg === 'configuration not reloaded: keeping the running version');
    expect(String(kept!['faults'])).to.match(/mine\.js:1:23 /);
    expect(await color()).to.equal('#000002');
    writeFileSync(file, strategy('#000003'));
    await reloaded(2);
    expect(await color()).to.equal('#000003');
    expect(dev.lines.filter(({ msg }) => msg === 'serving')).to.have.lengthOf(1);
    writeFileSync(config, yaml('{ port: 0 }'));
    expect(await color(2)).to.equal('#000003');
  });

  it('waits for a fix if nothing is served yet', async () => {
    const folder = writeFolder({ 'strategies/mine.js': 'export const broken = ;', 'config/snakes.yaml': yaml('off') });
    const started = spawnHost(path.join(folder, 'config/snakes.yaml'), {}, 'dev');
    const fix = setTimeout(() => writeFileSync(path.join(folder, 'strategies/mine.js'), strategy('#000001')), 5000);
    const dev = await started.finally(() => clearTimeout(fix));
    expect((await fetch(`${dev.url}/mine`)).status).to.equal(200);
  });

  it('takes a fix that is saved while the host has read the files and does not know yet that it cannot start', async () => {
    const allowed = yaml('off').replace('strategy: mine', 'strategy: mine, allow: { write: [../seen] }');
    const folder = writeFolder({ 'strategies/mine.js': '', 'seen/.keep': '', 'config/snakes.yaml': allowed });
    const [file, seen] = [path.join(folder, 'strategies/mine.js'), path.join(folder, 'seen/mine')];
    writeFileSync(
      file,
      `import { writeFileSync } from 'node:fs';
       writeFileSync(${JSON.stringify(seen)}, '');
       await new Promise((resolve) => setTimeout(resolve, 3000));
       throw new Error('broken');`,
    );
    const started = spawnHost(path.join(folder, 'config/snakes.yaml'), {}, 'dev');
    await until(() => existsSync(seen));
    writeFileSync(file, strategy('#000001'));
    expect((await fetch(`${(await started).url}/mine`)).status).to.equal(200);
  });
});
