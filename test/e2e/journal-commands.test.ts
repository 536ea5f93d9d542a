/** The commands that read a journal, as people type them, beside the host that writes it. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { GamePage, GameSummary } from '../../src/journal/kept-game.js';
import { createArenaEngine } from '../support/arena-engine.js';
import { inRepository } from '../support/fixtures.js';
import { endProcesses, runCli, startHost, until, writeConfig, writeFolder } from '../support/host-process.js';

/** Not even a machine that is busy with other things takes so long, in ms. */
const TIMEOUT = 5000;

describe('commands that read a journal', function () {
  this.timeout(60_000);
  const engine = createArenaEngine('cli');
  let folder: string;
  let config: string;
  let greedy: GameSummary;
  let constant: GameSummary;
  before(async () => {
    folder = writeFolder({});
    const snakes = ['greedy', 'constant'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const journal = { path: join(folder, 'games.db') };
    config = writeConfig({ strategies: inRepository('strategies'), snakes, journal });
    const { url, admin } = await startHost(config);
    await engine.play([`${url}/greedy`, `${url}/constant`], { timeout: TIMEOUT });
    let games: readonly GameSummary[] = [];
    await until(async () => {
      ({ games } = (await (await fetch(`${admin}/api/games`)).json()) as GamePage);
      return games.length === 2 && games.every(({ result }) => result !== undefined);
    });
    greedy = games.find(({ snake }) => snake === '/greedy')!;
    constant = games.find(({ snake }) => snake === '/constant')!;
  });
  after(async () => {
    engine.close();
    await endProcesses();
  });

  /** Nothing is to be said beside the answer: not by Node either, of its own database. */
  async function tell(command: string, ...args: string[]): Promise<string> {
    const { stdout, stderr, code } = await runCli([command, ...args, '--config', config]);
    expect([stderr, code]).to.deep.equal(['', 0]);
    return stdout;
  }

  it('report how the snakes did', async () => {
    expect(await tell('report')).to.match(/^\/greedy .* 1 {6}1\/0\/0\/0 /m);
    expect(JSON.parse(await tell('report', '--json', '--snake', '/greedy')).lines).to.have.lengthOf(1);
  });

  it('replay a game to its final board, and the result', async () => {
    const pages = (await tell('replay', greedy.id)).trimEnd().split('\n\n');
    expect(pages[0]).to.match(/^[0-9a-f]{16}: \/greedy against snake 2, standard on standard\nturn 0\n( [.*AB]){11}\n/);
    expect(pages.at(-1))
      .to.include(' B  snake 2        gone on turn')
      .and.match(/\nwon on turn \d+, place 1 of 2$/);
  });

  it('ask the strategy again, and write the turn as a test that it passes or fails', async () => {
    const said = await tell('replay', greedy.id, '--turn', '2');
    const [, answer] = /^then +today\nanswered \w+ .* moved (\w+) after [\d.]+ ms$/m.exec(said)!;
    const file = join(folder, 'position.txt');
    await tell('replay', greedy.id, '--turn', '2', '--fixture', file);
    const test = ['replay', file, '--snake', '/greedy', '--config', config];
    expect(await runCli(test)).to.include({ code: 2 }).and.property('stderr').match(/neither allows nor forbids/); // prettier-ignore
    const written = readFileSync(file, 'utf8');
    for (const [line, code] of [
      ['allowed:', 0],
      ['forbidden:', 1],
    ] as const) {
      // prettier-ignore
      writeFileSync(file, written.replace(line, `${line} ${answer}`));
      expect(await runCli(test)).to.include({ code, stderr: '' });
    }
  });

  it('tell of a death, with the turn on which there was a way out', async () => {
    const said = await tell('autopsy', constant.id, '--turns', '3');
    expect(said).to.match(
      /^The last chance was on turn \d+: .+ would have led to turn \d+\. It went \w+\.\nturn \d+\n/m,
    );
    const told = JSON.parse(await tell('autopsy', constant.id, '--turns', '3', '--json'));
    expect(told).to.deep.include({ id: constant.id, cause: constant.cause, died: constant.turns });
    const { stderr, code } = await runCli(['autopsy', greedy.id, '--config', config]);
    expect([stderr, code]).to.deep.equal([`${greedy.id} was won on turn ${greedy.turns}: the snake did not die.\n`, 2]);
  });
});
