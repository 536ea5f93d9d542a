/** Two hosts that were started with the same configuration, and so with the same journal. */
import { expect } from 'chai';
import { setTimeout as wait } from 'node:timers/promises';
import { killProcesses, newJournal, runCli, spawnHost, type HostProcess } from '../../support/host-process.js';
import { climbingOn } from '../../support/journals.js';
import { sketchRequest, type RequestSketch } from '../../support/requests.js';
import { until } from '../../support/soon.js';
import { WalkingSnake } from '../../support/walking-snake.js';

describe('a second host on the same journal', () => {
  let first: HostProcess;
  before(async () => {
    first = await spawnHost({ snakes: [{ prefix: '/good', strategy: 'good' }], journal: newJournal() });
    const game = new WalkingSnake({ url: `${first.url}/good`, timeout: 5000 });
    await game.start();
    for (let turn = 0; turn < 3; turn++) await game.move();
    await until(async () => (await first.games()).length === 1);
  });
  after(killProcesses);

  it('leaves running games alone if its port is taken', async () => {
    const { code, stderr } = await runCli(['serve', '--config', first.config], { PORT: String(first.port) });
    expect(code).to.equal(1);
    expect(stderr).to.include('is in use');
    expect((await first.games())[0]).not.to.have.property('result');
  });

  it('leaves running games alone if it serves, and both say that they share the file', async () => {
    const second = await spawnHost(first.config);
    await second.logged(({ msg, pid }) => msg === 'journal shared with another host' && pid === first.pid);
    expect((await second.games())[0]).not.to.have.property('result');
    await first.logged(({ msg, pid }) => msg === 'journal shared with another host' && pid === second.pid);
    first.signal('SIGKILL');
    await first.ended;
    await until(async () => (await second.games())[0]?.result === 'abandoned', 20_000);
  });
});

/** How long a host is stopped after the end of its game, in ms: more than clocks may differ. */
const STOPPED_MS = 6000;

const on = (turn: number): RequestSketch => ({ turn, snakes: climbingOn(turn) });
const ask = ({ url }: HostProcess, action: string, sketch: RequestSketch) =>
  fetch(`${url}/good/${action}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(sketchRequest({ timeout: 5000, ...sketch })),
  });

describe('a host that is stopped while another one plays its game to the end', () => {
  after(killProcesses);

  it('adds the requests that it finds late to the same game', async () => {
    const first = await spawnHost({ snakes: [{ prefix: '/good', strategy: 'good' }], journal: newJournal() });
    const second = await spawnHost(first.config);
    first.signal('SIGSTOP');
    const late = [ask(first, 'start', on(0)), ask(first, 'move', on(0))];
    for (const turn of [1, 2, 3]) await ask(second, 'move', on(turn));
    await ask(second, 'end', { turn: 5, snakes: climbingOn(4), gone: ['other'] });
    await second.endedGames(1);
    await wait(STOPPED_MS);
    first.signal('SIGCONT');
    await Promise.all(late);
    await until(async () => (await second.games()).reduce((sum, { moved }) => sum + moved, 0) === 4);
    const games = await second.games();
    expect(games.map(({ result, moved }) => [result, moved])).to.deep.equal([['win', 4]]);
  });
});
