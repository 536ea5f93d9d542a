/** Snakes of four kinds in one tournament: TypeScript, the Python and C of the documentation, and a server. */
import { expect } from 'chai';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { TournamentReport } from '../../../../src/arena/contest/report.js';
import { cCompiler, compileC, python } from '../../../support/command-fixtures.js';
import { programsOf } from '../../../support/documents.js';
import { fixture, inRepository } from '../../../support/fixtures.js';
import { killProcesses, runCli, spawnHost, writeFolder } from '../../../support/host-process.js';
import { WalkingSnake } from '../../../support/walking-snake.js';

const describeAll = python === undefined || cCompiler === undefined ? describe.skip : describe;

describeAll('snakes in TypeScript, Python and C and one behind a URL', () => {
  let server: ChildProcess;
  let config: string;

  before(async () => {
    server = spawn(python!, ['-B', fixture('servers/server.py')], { stdio: ['ignore', 'pipe', 'inherit'] });
    const [port] = (await once(createInterface(server.stdout!), 'line')) as [string];
    const page = { path: 'docs/command.md', text: readFileSync(inRepository('docs/command.md'), 'utf8') };
    const shown = programsOf(page).filter(({ file }) => file.startsWith('first.'));
    const folder = writeFolder(Object.fromEntries(shown.map(({ file, code }) => [file, code])));
    compileC(join(folder, 'first.c'), join(folder, 'first'));
    config = join(folder, 'snakes.yaml');
    // YAML includes JSON.
    const yaml = {
      server: { host: '127.0.0.1', port: 0, admin: { port: 0 } },
      strategies: inRepository('strategies'),
      journal: 'off',
      snakes: [
        { prefix: '/typescript', strategy: 'random' },
        { prefix: '/python', command: [python, '-B', 'first.py'] },
        { prefix: '/c', command: ['./first'] },
        { prefix: '/server', upstream: `http://127.0.0.1:${port}` },
      ],
    };
    writeFileSync(config, JSON.stringify(yaml));
  });
  after(killProcesses);
  after(() => server.kill('SIGKILL'));

  it('are rated by one tournament, and lose no turn', async () => {
    const names = ['/typescript', '/python', '/c', '/server'];
    const flags = ['--pairs', '2', '--timeout', '2000', '--max-turns', '60', '--seed', 'mixed', '--json'];
    const { code, stdout, stderr } = await runCli(['tournament', ...names, ...flags, '--config', config]);
    expect(code, stderr).to.equal(0);
    const { participants, games } = JSON.parse(stdout) as TournamentReport;
    expect(games).to.equal(24);
    for (const { name, lostTurns, failures, fallbacks } of participants) {
      expect({ lostTurns, failures, fallbacks }, name).to.deep.equal({ lostTurns: 0, failures: 0, fallbacks: 0 });
    }
  });

  it('play on one host, a game each', async () => {
    const host = await spawnHost(config);
    const games = ['typescript', 'python', 'c', 'server'].map(async (name) => {
      const game = new WalkingSnake({ url: `${host.url}/${name}`, timeout: 2000 });
      await game.start();
      for (let turn = 0; turn < 20; turn++) await game.move();
      await game.end();
    });
    await Promise.all(games);
    expect(host.lines.filter(({ level }) => level >= 40)).to.deep.equal([]);
  });
});
