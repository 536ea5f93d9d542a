/** A split on real hosts whose share grows, and is changed by a person: over restarts, reloads and other hosts. */
import { expect } from 'chai';
import { readFileSync, writeFileSync } from 'node:fs';
import { chooseVariant } from '../../../src/snakes/experiment.js';
import { killProcesses, newJournal, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { WalkingSnake } from '../../support/walking-snake.js';

const TIMEOUT = 5000;
const GAMES = 16;
const STEPS = [0.3, 0.9];
const STEP_GAMES = 3;

const WALKS = `
  export const customization = {};
  export const options = { properties: { move: { type: 'string', default: 'left' } }, additionalProperties: false };
  export const move = (turn, { options }) => options.move;`;

function spawnSplit(): Promise<HostProcess> {
  const candidate = { prefix: '/candidate', strategy: 'walks', options: { move: 'up' } };
  return spawnHost({
    journal: newJournal(),
    strategies: writeFolder({ 'walks.js': WALKS }),
    snakes: [{ prefix: '/base', strategy: 'walks' }, candidate],
    experiments: [
      {
        prefix: '/champion',
        name: 'upward',
        base: '/base',
        candidate: '/candidate',
        steps: STEPS,
        stepGames: STEP_GAMES,
      },
    ],
  });
}

const gamesOf = ({ url }: HostProcess, name: string) =>
  Array.from(
    { length: GAMES },
    (_, game) => new WalkingSnake({ url: `${url}/champion`, game: `${name}-${game}`, timeout: TIMEOUT }),
  );

/** The moves of new games: the candidate goes up. */
async function startAll(snakes: readonly WalkingSnake[]) {
  const moves: string[] = [];
  for (const snake of snakes) {
    await snake.start();
    moves.push((await snake.move()).move);
  }
  return moves;
}

async function playAll(host: HostProcess, name: string) {
  const snakes = gamesOf(host, name);
  const moves = await startAll(snakes);
  for (const snake of snakes) await snake.end();
  return moves;
}

const expected = (name: string, split: number) =>
  Array.from({ length: GAMES }, (_, game) =>
    chooseVariant({ name: 'upward', split }, `${name}-${game}`, 'me') === 'candidate' ? 'up' : 'left',
  );

const isStep = ({ msg }: { readonly msg: string }) => msg === 'experiment step changed';

async function reload({ admin }: HostProcess): Promise<number> {
  return (await fetch(`${admin}/reload`, { method: 'POST' })).status;
}

describe('a split with steps', () => {
  after(killProcesses);

  it('takes a step by the games of the journal, over a restart and on another host, until a side changes', async () => {
    let host = await spawnSplit();
    const other = await spawnHost(host.config);
    const first = await playAll(host, 'first');
    expect(first).to.deep.equal(expected('first', STEPS[0]!));
    expect(first.filter((move) => move === 'up').length).to.be.at.least(STEP_GAMES);
    expect((await host.logged(isStep))[0]).to.include({ experiment: 'upward', snake: '/champion', step: 2 });
    await other.logged(isStep);
    expect(await playAll(other, 'second')).to.deep.equal(expected('second', STEPS[1]!));
    other.signal('SIGTERM');
    await other.ended;

    host.signal('SIGTERM');
    await host.ended;
    host = await spawnHost(host.config);
    await host.logged(isStep);
    expect(await playAll(host, 'third')).to.deep.equal(expected('third', STEPS[1]!));
    const shown = (await host.cli('experiments', 'upward')).stdout.replaceAll(/\s+/g, ' ');
    // Of games that a snake plays alone, only the guards count anything.
    expect(shown).to.match(/^upward \(\/champion\): undecided\. .* Step 2: the candidate gets 90 % of new games\./);
    expect(shown).to.match(/Games with failed turns: 0 of \d+ of the candidate, 0 of \d+ of the base/);

    // A removed side is a fault: the host keeps what it has. A renamed one is the same.
    const yaml = readFileSync(host.config, 'utf8');
    writeFileSync(host.config, yaml.replace('"prefix":"/candidate"', '"prefix":"/gone"'));
    expect(await reload(host)).to.equal(422);
    writeFileSync(host.config, yaml.replaceAll('"/candidate"', '"/renamed"'));
    expect(await reload(host)).to.equal(200);
    expect(await playAll(host, 'renamed')).to.deep.equal(expected('renamed', STEPS[1]!));
    // Another version of the candidate begins again; its code is the same.
    writeFileSync(host.config, yaml.replace('"options":{"move":"up"}', '"options":{"move":"up"},"version":"2"'));
    expect(await reload(host)).to.equal(200);
    expect(await playAll(host, 'changed')).to.deep.equal(expected('changed', STEPS[0]!));
  });

  it('is promoted and stopped by a person, while each running game keeps its side, also on another host', async () => {
    const host = await spawnSplit();
    const promoted = await host.cli('experiments', 'promote', 'upward');
    expect(promoted.stdout).to.equal(
      [
        'upward: the candidate now gets 100 % of new games.',
        'Back to the split: "serpentarium experiments resume upward".',
        '',
        '# Instead of the experiment "upward", with its key and arena:',
        'snakes:',
        '  - { processes: 2, prefix: /champion, strategy: walks, options: { move: up } }',
        '',
      ].join('\n'),
    );
    const [line] = await host.logged(({ msg }) => msg.startsWith('candidate promoted'));
    expect(line!['permanent']).to.include('prefix: /champion');
    const running = gamesOf(host, 'running');
    expect(await startAll(running)).to.deep.equal(running.map(() => 'up'));
    expect((await host.cli('experiments', 'stop', 'upward')).stdout).to.equal(
      'upward: the candidate now gets 0 % of new games.\n',
    );
    expect(await playAll(host, 'stopped')).to.deep.equal(running.map(() => 'left'));
    for (const snake of running) expect((await snake.move()).move).to.equal('up');

    const other = await spawnHost(host.config);
    await other.logged(({ msg }) => msg.startsWith('experiment stopped'));
    for (const snake of running) {
      const moved = new WalkingSnake({ url: `${other.url}/champion`, game: snake.game, timeout: TIMEOUT });
      moved.turn = snake.turn;
      expect((await moved.move()).move, snake.game).to.equal('up');
    }
    expect((await host.cli('experiments')).stdout).to.include('stopped: a person');
    expect((await host.cli('experiments', 'resume', 'upward')).stdout).to.include('now gets 30 % of new games');
    host.signal('SIGTERM');
    await host.ended;
    const gone = await host.cli('experiments', 'stop', 'upward');
    expect(gone.code).to.equal(1);
    expect(gone.stderr).to.match(/cannot be reached \(ECONNREFUSED\)\. "serpentarium serve" starts a host\.\n$/);
  });
});
