/** Snakes that attack the machine they run on, each in a sandbox, and a neighbour that must not notice. */
import { expect } from 'chai';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandFixture, python } from '../../support/command-fixtures.js';
import { fixture } from '../../support/fixtures.js';
import { killProcesses, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { needsSandbox } from '../../support/runners.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';

const COMMANDS = python === undefined ? [] : (['attack', 'fork-bomb', 'fill-disk'] as const);
const withPython = python === undefined ? it.skip : it;

describe('a host of snakes that attack it from sandboxes', () => {
  needsSandbox();
  let host: HostProcess;
  let journal: string;
  let folder: string;

  before(async () => {
    folder = writeFolder({});
    journal = join(folder, 'games.db');
    host = await spawnHost({
      journal: { path: journal },
      snakes: [
        { prefix: '/good', strategy: 'good', overhead: 600 },
        { prefix: '/strategy', strategy: 'attack', isolation: 'sandbox', overhead: 0 },
        ...COMMANDS.map((name) => {
          const command = { command: commandFixture(name), cwd: fixture('commands') };
          return { prefix: `/${name}`, ...command, isolation: 'sandbox', memory: '4gb', overhead: 0 };
        }),
      ],
    });
    await until(() => existsSync(journal));
  });
  after(killProcesses);

  /** Plays a turn of a snake with a minute for it, while a neighbour plays. */
  const attack = async (prefix: string) => {
    const targets = { journal, port: Number(new URL(host.admin).port), pid: host.pid };
    const game = JSON.stringify(targets);
    const neighbour = new WalkingSnake({ url: `${host.url}/good` });
    await neighbour.start();
    const attacking = new WalkingSnake({ url: `${host.url}${prefix}`, game, timeout: 2000, allowance: 20_000 }).move();
    const over = attacking.then(() => true);
    while (!(await Promise.race([over, neighbour.move().then(() => false)])));
    await attacking;
    await neighbour.end();
    const failures = host.lines.filter(({ level, snake }) => level >= 40 && snake === '/good');
    expect(failures).to.deep.equal([]);
  };
  const logged = async (prefix: string, line: string) => {
    const [found] = await host.logged((one) => one['snake'] === prefix && one['line'] === line);
    return found!['data'] as Record<string, unknown>;
  };

  it('lets a strategy reach nothing', async () => {
    await attack('/strategy');
    expect(await logged('/strategy', 'attacked')).to.deep.equal({ done: [] });
  });

  withPython('lets a command reach nothing', async () => {
    await attack('/attack');
    expect(await logged('/attack', 'attacked')).to.deep.equal({ done: [] });
  });

  withPython('gives a command 32 MB to write to, in memory', async () => {
    await attack('/fill-disk');
    const { megabytes } = await logged('/fill-disk', 'filled');
    expect(megabytes).to.be.at.least(1).and.at.most(32);
    expect(readdirSync(folder).filter((name) => name.startsWith('filled'))).to.deep.equal([]);
  });

  withPython('ends a fork bomb with all that it has started', async () => {
    await attack('/fork-bomb');
    const [killed] = await host.logged(({ msg, snake }) => snake === '/fork-bomb' && msg === 'child killed');
    expect(killed!['reason']).to.match(
      /^the process was killed: it (had \d+ processes at once, more than 64|took \d+ MB)/,
    );
    // The new child and its sandbox are left.
    await until(() => running('fork-bomb.py') < 20);
  });
});

/** How many processes have this word in their command line. */
function running(word: string): number {
  return readdirSync('/proc').filter((pid) => /^\d+$/.test(pid) && lineOf(pid).includes(word)).length;
}

function lineOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'latin1');
  } catch {
    return '';
  }
}
