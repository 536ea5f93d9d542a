/** Two hosts that were started with the same configuration, and so with the same journal. */
import { expect } from 'chai';
import { join } from 'node:path';
import {
  killProcesses,
  runCli,
  spawnHost,
  writeConfig,
  writeFolder,
  type HostProcess,
} from '../../support/host-process.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';

describe('a second host on the same journal', () => {
  let config: string;
  let first: HostProcess;
  before(async () => {
    const journal = { path: join(writeFolder({}), 'games.db') };
    config = writeConfig({ snakes: [{ prefix: '/good', strategy: 'good' }], journal });
    first = await spawnHost(config);
    const game = new WalkingSnake({ url: `${first.url}/good`, timeout: 5000 });
    await game.start();
    for (let turn = 0; turn < 3; turn++) await game.move();
    await until(async () => (await first.games()).length === 1);
  });
  after(killProcesses);

  it('leaves running games alone if its port is taken', async () => {
    const { code, stderr } = await runCli(['serve', '--config', config], { PORT: String(first.port) });
    expect(code).to.equal(2);
    expect(stderr).to.include('is in use');
    expect((await first.games())[0]).not.to.have.property('result');
  });

  it('leaves running games alone if it serves, and both say that they share the file', async () => {
    const second = await spawnHost(config);
    await second.logged(({ msg, pid }) => msg === 'journal shared with another host' && pid === first.pid);
    expect((await second.games())[0]).not.to.have.property('result');
    await first.logged(({ msg, pid }) => msg === 'journal shared with another host' && pid === second.pid);
    first.signal('SIGKILL');
    await first.ended;
    await until(async () => (await second.games())[0]?.result === 'abandoned', 20_000);
  });
});
