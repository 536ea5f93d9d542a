/** Commands that play games take snakes that are programs, as they take strategies. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { MatchReport } from '../../../src/arena/contest/match/match-report.js';
import { commandSnake } from '../../support/command-snakes.js';
import { isRunning, killProcesses, runCli, writeFolder } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const SCHEMA = { properties: { weight: { type: 'number', default: 3, minimum: 0, maximum: 10 } } };

describe('games of commands', () => {
  let folder: string;
  let config: string;
  before(() => {
    const first = `import { appendFileSync } from 'node:fs'; appendFileSync('pids', process.pid + '\\n');`;
    const node = JSON.stringify(process.execPath);
    folder = writeFolder({
      'circles.mjs': commandSnake({
        first,
        answers: `{ move: ['up', 'right', 'down', 'left'][message.turn.turn % 4], note: { depth: 2, nodes: 70 } }`,
      }),
      'weighs.mjs': commandSnake({
        first,
        answers: `{ move: options.weight > 5 ? 'up' : 'left' }`,
        hello: { options: SCHEMA },
      }),
      'snakes.yaml': `
journal: off
snakes:
  - { prefix: /circles, command: [${node}, circles.mjs] }
  - { prefix: /weighs, command: [${node}, weighs.mjs], name: weighs }`,
    });
    config = path.join(folder, 'snakes.yaml');
  });
  after(killProcesses);
  const run = (...words: string[]) => runCli([...words, '--config', config]);

  it('are compared, with the same report on each run', async () => {
    const words = ['compare', '/weighs', '/circles', '--games', '8', '--seed', 's', '--timeout', '2s', '--json'];
    const [first, second] = [await run(...words), await run(...words)];
    const report = JSON.parse(first.stdout) as MatchReport;
    expect(report.candidate).to.include({ name: 'circles.mjs', lostTurns: 0, failures: 0 });
    expect(report.candidate.searched).to.deep.equal({ depth: 2, nodes: 70 });
    expect(report.candidate.code).to.match(/^[0-9a-f]{16}$/);
    const again = JSON.parse(second.stdout) as MatchReport;
    expect([again.pentanomial, again.turns]).to.deep.equal([report.pentanomial, report.turns]);
    const pids = readFileSync(path.join(folder, 'pids'), 'utf8').trim().split('\n').map(Number);
    expect(pids.length).to.be.greaterThan(2);
    await until(() => pids.every((pid) => !isRunning(pid)));
  });

  it('are tuned by the options that they ask for', async () => {
    const { code, stdout, stderr } = await run(
      ...'tune /weighs --games 12 --no-compare --timeout 2s --seed s --json'.split(' '),
    );
    expect(code, stderr).to.equal(0);
    expect(JSON.parse(stdout)).to.have.nested.property('parameters[0].name', 'weight');
    const none = await run('tune', '/circles', '--games', '12', '--no-compare');
    expect(none.code).to.equal(2);
  });

  it('are written to a file, asked again, and explained', async () => {
    const file = path.join(folder, 'game.jsonl');
    const played = await run('play', '--snake', '/circles', '--snake', '/weighs', '--seed', '1', '-o', file);
    expect(played.code, played.stderr).to.equal(0);
    const asked = await run('replay', file, '--turn', '1', '--ask', '/circles');
    expect(asked.stdout, asked.stderr).to.match(/moved right/);
    const explained = await run(
      'analyse',
      file,
      '--you',
      'weighs',
      '--nodes',
      '200',
      '--ask',
      '/circles',
      '-t',
      '500ms',
    );
    expect(explained.stdout, explained.stderr).to.match(/: weighs against circles\.mjs, .*\n[^]*\n\/circles answers /);
  });

  it('refuse options that are out of bounds, and workers that lack the program', async () => {
    const wrong = await run('compare', '/circles', '/weighs', '--options-candidate', '{"weight":11}');
    expect(wrong.code).to.equal(2);
    expect(wrong.stderr).to.include('option "weight" is 11, not ');
    const queued = await run('compare', '/circles', '/weighs', '--queue', 'redis://127.0.0.1:1');
    expect(queued.code).to.equal(2);
    expect(queued.stderr).to.include(
      '"weighs" is a program of this machine, which workers on other machines do not have.',
    );
  });
});
