/** A guard on a real host: a candidate that fails gets no new games, over a restart, until a person resumes it. */
import { expect } from 'chai';
import { WalkingSnake } from '../../support/walking-snake.js';
import {
  killProcesses,
  newJournal,
  spawnHost,
  writeFolder,
  type ConfigSketch,
  type HostProcess,
} from '../../support/host-process.js';
import { closeHttpSnakes, serveHttpSnake } from '../../support/http-snakes.js';
import { until } from '../../support/soon.js';
import type { ExperimentsView } from '../../../src/views/plots.js';

const TIMEOUT = 5000;
const GAMES = 24;
const TURNS = 4;

describe('a guard', () => {
  after(async () => {
    await closeHttpSnakes();
    await killProcesses();
  });

  it('stops a candidate that throws on every turn, over a restart, until it is resumed', async () => {
    const throws = `export const customization = {};
      export const move = (turn, context) => { context.log('asked'); throw new Error('boom'); };`;
    let host = await spawnSplit(throws, { journal: newJournal() });

    expect(await host.metrics()).to.include('serpentarium_experiment_state{experiment="upward",state="undecided"} 1');
    await playAll(host, 'first');
    const stops = await host.logged(isStop);
    expect(stops).to.have.lengthOf(1);
    expect(stops[0]).to.include({ level: 40, snake: '/champion', experiment: 'upward', guard: 'failed turns' });
    expect(stops[0]!['reason']).to.match(/^it failed on 3 turns of one game, the last time because .*boom/);
    const first = playersOf(host);
    // Its running games stay with it, and all games are played one after the other: it has the game of the stop only.
    expect(first.candidate.size).to.equal(1);
    expect(await host.metrics()).to.include('serpentarium_experiment_state{experiment="upward",state="stopped"} 1');
    const report = async () => (await host.cli('report')).stdout.replaceAll(/\s+/g, ' ');
    await until(async () => (await report()).includes('stopped the candidate: it failed on 3 turns of one game'));
    expect(await report()).to.include('"serpentarium experiments resume upward"');
    // Games after the stop were given to the base without a draw, so they are no part of the experiment.
    await until(async () => (await host.games()).every(({ result }) => result !== undefined));
    const assigned = (await host.games('experiment=upward')).map(({ variant }) => variant);
    expect(assigned.filter((variant) => variant === 'candidate')).to.have.lengthOf(1);
    expect(assigned.length).to.be.below(GAMES);

    host.signal('SIGTERM');
    await host.ended;
    host = await spawnHost(host.config);
    const [again] = await host.logged(isStop);
    expect(await host.metrics()).to.include('serpentarium_experiment_state{experiment="upward",state="stopped"} 1');
    expect(again).to.include({ guard: 'failed turns', reason: stops[0]!['reason'] });
    await playAll(host, 'second');
    expect(playersOf(host).candidate.size).to.equal(0);

    expect((await host.cli('experiments')).stdout).to.match(/^upward +split +\d+ +stopped: failed turns +undecided$/m);
    const resumed = await host.cli('experiments', 'resume', 'upward', '--json');
    expect(JSON.parse(resumed.stdout)).to.deep.include({ experiment: 'upward', changed: true, share: 0.5 });
    const unknown = await host.cli('experiments', 'resume', 'upwards');
    expect([unknown.code, unknown.stderr]).to.deep.equal([
      2,
      `experiments the host at localhost:${new URL(host.admin).port} has no split "upwards".\n`,
    ]);
    await playAll(host, 'third');
    // It gets games again, and fails again.
    expect(playersOf(host).candidate.size).to.equal(1);
    await host.logged(isStop, 2);
  });

  it('stops a candidate by the games of the journal, alerts, and tells other hosts', async () => {
    const hook = await serveHttpSnake(undefined, '/hook');
    // Two bad turns of a game are no plain failure.
    const throws = `export const customization = {}; export const move = (turn) => {
      if (turn.turn < 2) throw new Error('boom');
      return 'up';
    };`;
    const host = await spawnSplit(throws, { journal: newJournal(), alerts: [{ url: hook.url.href, on: ['verdict'] }] });
    const other = await spawnHost(host.config);
    await playAll(host, 'first');
    const [stop] = await host.logged(isStop);
    expect(stop).to.include({ guard: 'failed turns' });
    const [learned] = await other.logged(isStop);
    expect(learned!['reason']).to.equal(stop!['reason']);
    const reason = /^(\d+) of \1 games had failed turns, 0 of \d+ of the base$/;
    expect(stop!['reason']).to.match(reason);
    await until(() => hook.calls.length === 1);
    expect(hook.calls[0]!.body).to.deep.include({
      kind: 'verdict',
      snake: '/champion',
      counts: { stops: 1, minutes: 5 },
    });
    const after = snakesOf(host, 'second');
    expect(new Set(await Promise.all(after.map(async (snake) => (await snake.move()).move)))).to.have.lengthOf(1);
    const { live } = await host.ask<ExperimentsView>('/api/experiments');
    expect(live[0]).to.have.nested.property('stopped.reason', stop!['reason']);

    await fetch(`${host.admin}/experiments/upward/resume`, { method: 'POST' });
    await other.logged(({ msg }) => msg === 'experiment resumed');
    // Only the host that has stopped it alerts. Games from before do not stop it again.
    expect(hook.calls).to.have.lengthOf(1);
    expect(host.lines.filter(isStop)).to.have.lengthOf(1);
  });

  it('lets a running game of the candidate finish', async () => {
    const throws = `export const customization = {}; export const move = ({ game }) => {
      if (game.id.startsWith('bad')) throw new Error('boom');
      return 'up';
    };`;
    const host = await spawnSplit(throws);
    const running = snakesOf(host, 'good');
    const before = await Promise.all(running.map((snake) => snake.move()));
    expect(before.map(({ move }) => move)).to.include('up');
    await playAll(host, 'bad');
    await host.logged(isStop);
    const after = await Promise.all(running.map((snake) => snake.move()));
    expect(after.map(({ move }) => move)).to.deep.equal(before.map(({ move }) => move));
    const later = await Promise.all(snakesOf(host, 'later').map((snake) => snake.move()));
    expect(new Set(later.map(({ move }) => move))).to.deep.equal(new Set(['left']));
  });
});

/** A host that gives half of the games at `/champion` to a candidate with this code. */
function spawnSplit(candidate: string, more: Partial<ConfigSketch> = {}): Promise<HostProcess> {
  return spawnHost({
    strategies: writeFolder({ 'base.js': GOES_LEFT, 'candidate.js': candidate }),
    snakes: ['base', 'candidate'].map((strategy) => ({ prefix: `/${strategy}`, strategy })),
    experiments: [{ prefix: '/champion', name: 'upward', base: '/base', candidate: '/candidate', split: 0.5 }],
    ...more,
  });
}

const GOES_LEFT = `export const customization = {}; export const move = () => 'left';`;

const isStop = ({ msg }: { readonly msg: string }) => msg.startsWith('experiment stopped');

function snakesOf({ url }: HostProcess, name: string): WalkingSnake[] {
  return Array.from(
    { length: GAMES },
    (_, game) => new WalkingSnake({ url: `${url}/champion`, game: `${name}-${game}`, timeout: TIMEOUT }),
  );
}

/** Plays games one after the other. */
async function playAll(host: HostProcess, name: string): Promise<void> {
  for (const snake of snakesOf(host, name)) {
    await snake.start();
    for (let turn = 0; turn < TURNS; turn++) await snake.move();
    await snake.end();
  }
}

/** The games in which the candidate was asked. */
function playersOf({ lines }: HostProcess) {
  const asked = lines.filter(({ msg, ['line']: line }) => msg === 'strategy log' && line === 'asked');
  return { candidate: new Set(asked.map(({ game }) => game)) };
}
