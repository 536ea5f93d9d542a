/** Runs the commands that docs/guides/operating.md shows for backups: next to a host, and in its place. */
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'chai';
import { createArenaEngine } from '../../support/arena-engine.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, spawnHost, writeConfig, writeFolder, type HostProcess } from '../../support/host-process.js';
import { codeBlocks } from '../../support/markdown.js';

const [, section = ''] = readFileSync(inRepository('docs/guides/operating.md'), 'utf8').split('## Back up\n');
const [backUp, restore] = codeBlocks(section.split('\n## ')[0]!).map(({ code }) => code);

describe('the commands of docs/guides/operating.md for backups', () => {
  let folder: string;
  const engine = createArenaEngine('cli');
  before(() => {
    folder = writeFolder({
      npx: `#!/bin/sh\nshift\nexec "${process.execPath}" "${inRepository('dist/src/cli.js')}" "$@"\n`,
    });
    chmodSync(path.join(folder, 'npx'), 0o755);
    for (const name of ['config', 'data']) mkdirSync(path.join(folder, name));
    const snakes = [{ prefix: '/greedy', strategy: 'greedy', isolation: 'inline' }];
    const journal = { path: path.join(folder, 'data/serpentarium.db') };
    const config = writeConfig({ strategies: inRepository('strategies'), snakes, journal });
    writeFileSync(path.join(folder, 'config/snakes.yaml'), readFileSync(config));
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  const serve = () => spawnHost(path.join(folder, 'config/snakes.yaml'));
  /** As a user types them into a shell, in the folder of the host. */
  const type = (commands: string) =>
    promisify(execFile)('/bin/sh', ['-ec', commands], {
      cwd: folder,
      env: { ...process.env, PATH: `${folder}:${process.env['PATH']}` },
    });
  const play = async ({ url }: HostProcess, seed: string) => {
    await engine.play([`${url}/greedy`], { seed, timeout: 5000, ruleset: 'solo', maxTurns: 3 });
  };
  it('copy the journal of a running host, and bring the copy back', async () => {
    const first = await serve();
    await play(first, 'kept');
    await first.endedGames(1);
    const { stdout } = await type(backUp!);
    expect(stdout).to.match(/1 game/);
    await play(first, 'after the backup');
    await first.endedGames(2);
    first.signal('SIGTERM');
    await first.ended;
    await type(restore!);
    await (await serve()).endedGames(1);
  });
});
