import { expect } from 'chai';
import { relative } from 'node:path';
import { readConfig } from '../../src/config/read-config.js';
import { formatFault } from '../../src/errors.js';
import { useConfigFolder } from '../support/config-folder.js';

const DAY = 86_400_000;

describe('a file of version 0.1', () => {
  const folder = useConfigFolder();

  it('is read, and its keys are named with their new names', () => {
    const { config, warnings } = folder.read(`server: { gamesMb: 16, drain: 0, grace: 100 }
journal: { path: /var/games.db, keepDays: 7, keepMb: 100 }
alerts: [{ url: "https://chat.example", minutes: 2, pauseMinutes: 3 }]
snakes: [{ prefix: /greedy, strategy: greedy, memoryMb: 128 }]
`);
    expect(config.server).to.deep.include({ gamesMemory: 16 * 1024 ** 2, drain: 0, grace: 100 });
    expect(config.journal).to.deep.equal({ path: '/var/games.db', keepFor: 7 * DAY, maxSize: 100 * 1024 ** 2 });
    expect(config.alerts[0]).to.deep.include({ within: 120_000, pause: 180_000 });
    expect(config.snakes[0]).to.deep.include({ memory: 128 * 1024 ** 2 });
    expect(warnings.map((fault) => formatFault({ ...fault, source: 'file' }))).to.deep.equal([
      'file:1:11 "gamesMb" is now called "gamesMemory": write "gamesMemory: 16mb".',
      'file:2:33 "keepDays" is now called "keepFor": write "keepFor: 7d".',
      'file:2:46 "keepMb" is now called "maxSize": write "maxSize: 100mb".',
      'file:3:41 "minutes" is now called "within": write "within: 2m".',
      'file:3:53 "pauseMinutes" is now called "pause": write "pause: 3m".',
      'file:4:47 "memoryMb" is now called "memory": write "memory: 128mb".',
    ]);
  });

  it('has its wrong values reported where they are written', () => {
    expect(folder.faults('snakes: [{ prefix: /greedy, strategy: greedy, memoryMb: 1 }]')).to.deep.equal([
      'config/snakes.yaml:1:57 "memory" is "1mb", not between 64mb and 64gb.',
    ]);
  });

  it('finds its journal in the working directory, with a warning', () => {
    const old = folder.write('elsewhere/old.db');
    const written = relative('.', old);
    const yaml = `journal: { path: "${written}" }\nstrategies: ../../../strategies\nsnakes: [{ prefix: /a, strategy: greedy }]`;
    const { config, warnings } = readConfig(folder.write('a/b/config/snakes.yaml', yaml), {});
    expect(config.journal).to.deep.include({ path: old });
    expect(warnings).to.have.lengthOf(1);
    expect(warnings[0]).to.deep.include({ line: 1, column: 18 });
    expect(warnings[0]!.message).to.match(
      /^"path" is relative to this file now, .* Write "path: \.\.\/\.\.\/\.\.\/elsewhere\/old\.db"\.$/,
    );
  });
});
