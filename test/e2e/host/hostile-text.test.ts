/** What strangers and strategies say, on its way to a terminal through every command that could print it. */
import { expect } from 'chai';
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gameIdOf } from '../../../src/journal/journal-event.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { inRepository } from '../../support/fixtures.js';
import { killProcesses, runCli, spawnHost, writeConfig, writeFolder } from '../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';
import { beganEvent, endedEvent, turnEvent, type GameSketch } from '../../support/journals.js';
import type { RequestSketch } from '../../support/requests.js';
import { WalkingSnake } from '../../support/walking-snake.js';

/** A title, a bell, C1's “clear the screen”, changed directions, separators, a separate line, hidden text. */
const HOSTILE = 'h\u001B]0;x\u0007o\u009B2Js\u202Et\u2066i\u2028l\u0085e\r\nforged: line\u001B[8m';
/** What may not reach a terminal. Our own colours are taken away first; we never hide text. */
const OBEYED = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}]/u;
// eslint-disable-next-line no-control-regex -- it looks for colours
const COLORS = /\u001B\[(?!8m)[\d;]*m/g;
const COLORFUL = { FORCE_COLOR: '3' };

const atWall: RequestSketch = {
  turn: 7,
  ruleset: HOSTILE,
  snakes: [
    { id: 'me', name: HOSTILE, shout: HOSTILE, body: '5,10 5,9 5,8', latency: HOSTILE },
    { id: HOSTILE, name: HOSTILE, shout: HOSTILE, body: '1,1 1,2 1,3' },
  ],
};
const next: RequestSketch = { ...atWall, turn: 8 };
const sketch: GameSketch = {
  game: HOSTILE,
  turns: [atWall, next],
  result: 'loss',
  end: { ...next, turn: 10, snakes: [{ ...next.snakes![0]!, body: '5,11 5,10 5,9' }, next.snakes![1]!], gone: ['me'] },
  player: { version: HOSTILE, options: { [HOSTILE]: HOSTILE } },
};

describe('hostile text', () => {
  const id = gameIdOf({ snake: '/greedy', game: HOSTILE, you: 'me' });
  let config: string;
  let folder: string;
  before(async () => {
    folder = writeFolder({
      'hostile.js': `
        export const customization = {};
        export const move = () => { throw new Error(${JSON.stringify(HOSTILE)}); };`,
      // Faults may have several lines.
      'broken.js': `throw new Error(${JSON.stringify(HOSTILE.replaceAll(/[\r\n]/g, ''))})`,
    });
    const path = join(folder, 'games.db');
    config = writeConfig({
      strategies: inRepository('strategies'),
      snakes: [{ prefix: '/greedy', strategy: 'greedy' }],
      journal: { path },
    });
    const journal = await SqlJournal.open(path);
    const reason = `failed ${HOSTILE}`;
    const failed = { kind: 'failed', move: 'up', took: 1, fallback: 'safe', reason, shout: HOSTILE } as const;
    await journal.write([
      beganEvent(sketch, atWall),
      turnEvent(sketch, atWall, { answer: failed }),
      turnEvent(sketch, next, { last: { used: 'yes', latency: HOSTILE } }),
      endedEvent(sketch),
    ]);
    await journal.close();
  });
  after(async () => {
    await closeHttpSnakes();
    await killProcesses();
  });

  it('is harmless in commands that read the journal', async () => {
    expect(await expectHarmless('report', '--config', config)).to.include('h ]0;x o 2Js');
    expect(await expectHarmless('report', '--json', '--config', config)).to.include('\\u009b2J');
    await expectHarmless('games', '--config', config);
    await expectHarmless('games', '--json', '--config', config);
    expect(await expectHarmless('replay', id, '--config', config)).to.include('h ]0;x o 2Js');
    await expectHarmless('replay', id, '--turn', '7', '--config', config);
    await expectHarmless('replay', id, '--turn', '8', '--ask', '/greedy', '--config', config);
    expect(await expectHarmless('analyse', id, '--config', config)).to.include('h ]0;x o 2Js');
    await expectHarmless('analyse', id, '--json', '--config', config);
  });

  it('is harmless in games against a snake behind a URL', async () => {
    const { url } = await serveHttpSnake(({ action }) =>
      action === 'move' ? { move: HOSTILE, shout: HOSTILE } : undefined,
    );
    const file = join(folder, 'game.jsonl');
    const players = ['--url', url.href, '--name', HOSTILE, '--snake', 'greedy', '--config', config];
    const played = await expectHarmless('play', ...players, '-v', '--seed', '1', '-o', file, '--color');
    expect(played).to.include('h ]0;x o 2Js');
    await expectHarmless('replay', file, '--config', config);
    await expectHarmless('compare', 'greedy', url.href, '--games', '2', '--config', config);
    await expectHarmless('compare', 'greedy', url.href, '--games', '2', '--json', '--config', config);
  });

  it('is harmless in messages about files and strategies', async () => {
    const file = join(folder, 'turns.jsonl');
    writeFileSync(file, `${HOSTILE}\n${JSON.stringify({ ruleset: HOSTILE })}\n`);
    await expectHarmless('replay', file, '--config', config);
    await expectHarmless('compare', '--resume', file);
    const snakes = ['hostile', 'broken'].map((strategy) => [{ prefix: '/one', strategy }]);
    for (const each of snakes)
      await expectHarmless('check', '--config', writeConfig({ strategies: folder, snakes: each }));
    const yaml = join(folder, 'snakes.yaml');
    writeFileSync(yaml, `snakes: [{ prefix: /a, strategy: "${HOSTILE.replaceAll(/[\r\n]/g, '')}" }]\n`);
    await expectHarmless('check', '--config', yaml);
  });

  it('is harmless in the log of a host', async () => {
    const host = await spawnHost({ strategies: folder, snakes: [{ prefix: '/one', strategy: 'hostile' }] });
    const game = new WalkingSnake({ url: `${host.url}/one`, game: HOSTILE });
    await game.start();
    await game.move();
    await game.move();
    const [line] = await host.logged(({ msg }) => msg === 'move failed');
    expect(line).to.include({ game: HOSTILE });
    host.signal('SIGTERM');
    const { stdout } = await host.ended;
    expect(stdout).not.to.match(OBEYED);
  });

  it('is harmless in the log on a terminal', () => {
    const program = `
      import { createLog } from ${JSON.stringify(inRepository('dist/src/host/log.js'))};
      const { log, flush } = await createLog('info', true);
      const text = ${JSON.stringify(HOSTILE)};
      log.info({ game: text, nested: { [text]: [text] }, err: new Error(text) }, text);
      setTimeout(flush, 200);`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    expect(stdout).to.include('h ]0;x o 2Js');
    expect(stdout.replaceAll(COLORS, '')).not.to.match(OBEYED);
  });
});

/** Runs a command; expects that it says something, and nothing that a terminal would obey. */
async function expectHarmless(...args: string[]): Promise<string> {
  const { stdout, stderr } = await runCli(args, COLORFUL);
  const said = `${stdout}${stderr}`;
  expect(said.length).to.be.greaterThan(20);
  const shown = said.replaceAll(COLORS, '');
  const found = OBEYED.exec(shown);
  const place = found === null ? '' : JSON.stringify(shown.slice(Math.max(0, found.index - 60), found.index + 20));
  expect(place, args.join(' ')).to.equal('');
  // Tables wrap wide cells, so that any word may begin a line of theirs.
  const isTable = ['report', 'games'].includes(args[0]!);
  expect(said.split('\n').filter((line) => !isTable && line.startsWith('forged'))).to.deep.equal([]);
  return said;
}
