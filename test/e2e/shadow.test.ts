/** Shadow experiments on a real host that an engine plays with: what they find out, and that nobody notices them. */
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { join } from 'node:path';
import type { GamePage, KeptGame } from '../../src/journal/kept-game.js';
import type { Report } from '../../src/journal/report/report.js';
import type { ShadowLine } from '../../src/journal/report/report-shadows.js';
import type { MountStatus } from '../../src/snakes/mount.js';
import { createArenaEngine, type EngineTerms } from '../support/arena-engine.js';
import { fixture, inRepository } from '../support/fixtures.js';
import {
  endProcesses,
  runCli,
  startHost,
  until,
  writeConfig,
  writeFolder,
  type HostProcess,
} from '../support/host-process.js';

const STRATEGIES = ['strategies/greedy.ts', 'strategies/random.ts'].map(inRepository);
const FIXTURES = ['strategies/up.js', 'strategies/loop.js'].map(fixture);
/** The candidate of each experiment; greedy is the base of all. */
const CANDIDATES = { itself: 'greedy', other: 'random', doomed: 'up', endless: 'loop' };
/** Not even a machine that is busy with other things takes so long, in ms. */
const TIMEOUT = 5000;
/** Short, for each turn of a shadow that loops for ever lasts so long. */
const SHORT = 1000;

describe('a shadow experiment', function () {
  this.timeout(60_000);
  const engine = createArenaEngine('arena');
  let config: string;
  let host: HostProcess;
  /** Taken in all games so far: so many are kept. */
  let seats = 0;
  before(async () => {
    const files = [...STRATEGIES, ...FIXTURES].map((file) => [file.split('/').at(-1)!, readFileSync(file, 'utf8')]);
    // On the host's own loop, all of them; but a shadow is a process, whatever its snake says.
    const snakes = ['greedy', 'random', 'up', 'loop'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const base = { prefix: '/base', strategy: 'greedy' };
    config = writeConfig({
      strategies: writeFolder(Object.fromEntries(files)),
      snakes: [base, ...snakes].map((snake) => ({ ...snake, isolation: 'inline' })),
      experiments: Object.entries(CANDIDATES).map(([name, candidate]) => {
        return { prefix: `/for-${name}`, name, base: '/base', candidate: `/${candidate}`, shadow: true };
      }),
      journal: { path: join(writeFolder({}), 'games.db') },
    });
    host = await startHost(config);
  });
  after(async () => {
    engine.close();
    await endProcesses();
  });

  it('asks the candidate in one process of its own, with the least urgency', async () => {
    const mounts = await ask<MountStatus[]>('/snakes');
    const { children } = mounts.find(({ prefix }) => prefix === '/for-itself')!;
    expect(children.map(({ pid }) => getPriority(pid))).to.deep.equal([19]);
  });

  it('tells how often the candidate agrees, and what its other moves would have led to', async () => {
    const prefixes = ['/for-itself', '/for-other', '/for-doomed'];
    const names = ['itself', 'other', 'doomed'];
    const [itself, other, doomed] = await playUntil(prefixes, { timeout: TIMEOUT }, names, ({ turns }) => turns > 20);
    for (const { late, failed, illegal } of [itself!, other!, doomed!]) {
      expect([late, failed, illegal]).to.deep.equal([0, 0, 0]);
    }
    expect(itself!.agreement).to.include({ share: 1, high: 1 });
    expect(itself!.wouldHaveDied).to.equal(0);
    expect(other!.agreement!.share).to.be.lessThan(1);
    // It goes up for ever.
    expect(doomed!.wouldHaveDied).to.be.greaterThan(0);
    expect(doomed!.took.p99).to.be.greaterThan(0);
  });

  it('costs no turn when the candidate loops for ever', async () => {
    const terms = { timeout: SHORT, maxTurns: 40 };
    const [endless] = await playUntil(['/for-endless', '/greedy'], terms, ['endless'], ({ late }) => late > 0);
    expect(endless!.agreed).to.equal(0);
    const { games } = await ask<GamePage>('/api/games?snake=/for-endless');
    for (const { late, failed, illegal, lost, moved, turns } of games) {
      expect([late, failed, illegal, lost]).to.deep.equal([0, 0, 0, 0]);
      expect(moved).to.be.greaterThanOrEqual(turns);
    }
    expect(host.lines.filter(({ level, snake }) => level >= 40 && snake === '/for-endless')).to.deep.equal([]);
  });

  it('counts no turn of the candidate as the snake’s', async () => {
    const { games } = await ask<GamePage>('/api/games?snake=/for-endless');
    const moved = games.reduce((sum, game) => sum + game.moved, 0);
    const metrics = await (await fetch(`${host.admin}/metrics`)).text();
    expect(metrics).to.include(`serpentarium_moves_total{snake="/for-endless",outcome="moved"} ${moved}\n`);
    expect(metrics).to.include('serpentarium_moves_total{snake="/for-endless",outcome="late"} 0\n');
    expect(metrics).not.to.include(' shadow"');
  });

  it('is told by the report', async () => {
    const args = ['report', '--config', config, '--experiment', 'itself'];
    const { stdout } = await runCli(args);
    expect(stdout).to.match(/^itself \(\/for-itself\): the candidate agreed \d+ times, 100 % \(\d+ % to 100 %\) /m);
    const { shadows, verdicts } = JSON.parse((await runCli([...args, '--json'])).stdout) as Report;
    expect([shadows.length, verdicts.length]).to.deep.equal([1, 0]);
  });

  async function ask<T>(path: string): Promise<T> {
    return (await (await fetch(`${host.admin}${path}`)).json()) as T;
  }

  /** Plays games until the experiments have seen enough: a machine that is busy leaves shadows little time. */
  async function playUntil(
    prefixes: readonly string[],
    terms: EngineTerms,
    experiments: readonly string[],
    isEnough: (line: ShadowLine) => boolean,
  ): Promise<ShadowLine[]> {
    for (let game = 0; ; game++) {
      const result = await engine.play(
        prefixes.map((prefix) => `${host.url}${prefix}`),
        { ...terms, seed: `${prefixes.join()} ${game}` },
      );
      expect(result.turns).to.be.greaterThan(0);
      seats += prefixes.length;
      await until(isSettled);
      const lines = await Promise.all(experiments.map(shadowOf));
      if (lines.every(isEnough)) return lines;
    }
  }

  /** Whether every game has ended, and nothing is owed to any of its turns. */
  async function isSettled(): Promise<boolean> {
    const { games } = await ask<GamePage>('/api/games?limit=500');
    const kept = await Promise.all(games.map(({ id }) => ask<KeptGame>(`/api/games/${id}`)));
    if (kept.length < seats) return false;
    return kept.every(({ result, experiment, list }) => {
      return result !== undefined && (experiment === undefined || list.every(({ shadow }) => shadow !== undefined));
    });
  }

  async function shadowOf(experiment: string): Promise<ShadowLine> {
    return (await ask<Report>(`/api/report?experiment=${experiment}`)).shadows[0]!;
  }
});
