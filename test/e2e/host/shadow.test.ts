/**
 * Shadow experiments on a real host that an engine plays with: what they find out, and that they do not disturb the
 * games.
 */
import type { Report, ShadowLine } from '../../../src/views/report-lines.js';
import { expect } from 'chai';
import { readFileSync } from 'node:fs';
import { getPriority } from 'node:os';
import { createArenaEngine, type EngineOptions } from '../../support/arena-engine.js';
import { fixture, inRepository } from '../../support/fixtures.js';
import { killProcesses, newJournal, spawnHost, writeFolder, type HostProcess } from '../../support/host-process.js';
import { until } from '../../support/soon.js';

const STRATEGIES = [inRepository('strategies/greedy.ts'), ...['strategies/up.js', 'strategies/loop.js'].map(fixture)];
/** The candidate of each experiment; `greedy` is the base of all. */
const CANDIDATES = { itself: 'greedy', doomed: 'up', endless: 'loop' };
/** Time allowed for a move, in ms; enough even on a busy machine. */
const TIMEOUT = 5000;
/** Shorter, because a shadow that loops takes all of the time on every turn, in ms. */
const SHORT_TIMEOUT = 1000;

describe('a shadow experiment', () => {
  const engine = createArenaEngine('arena');
  let host: HostProcess;
  /** Seats in all games so far; the journal keeps one game for each. */
  let seats = 0;
  /** The ids of games that have all their shadow answers. */
  const settled = new Set<string>();
  before(async () => {
    const files = STRATEGIES.map((file) => [file.split('/').at(-1)!, readFileSync(file, 'utf8')]);
    // All snakes are inline; a shadow is a child process even so.
    const snakes = ['greedy', 'up', 'loop'].map((strategy) => ({ prefix: `/${strategy}`, strategy }));
    const base = { prefix: '/base', strategy: 'greedy' };
    host = await spawnHost({
      strategies: writeFolder(Object.fromEntries(files)),
      snakes: [base, ...snakes].map((snake) => ({ ...snake, isolation: 'inline' })),
      experiments: Object.entries(CANDIDATES).map(([name, candidate]) => {
        return { prefix: `/for-${name}`, name, base: '/base', candidate: `/${candidate}`, shadow: true };
      }),
      journal: newJournal(),
    });
  });
  after(async () => {
    engine.close();
    await killProcesses();
  });

  it('asks the candidate in a separate process with the lowest priority', async () => {
    const mounts = await host.snakes();
    const { children } = mounts.find(({ prefix }) => prefix === '/for-itself')!;
    expect(children.map(({ pid }) => getPriority(pid))).to.deep.equal([19]);
  });

  it('reports how often the candidate agrees, and what its other moves would have led to', async () => {
    const prefixes = ['/for-itself', '/for-doomed'];
    const names = ['itself', 'doomed'];
    const [itself, doomed] = await playUntil(prefixes, { timeout: TIMEOUT }, names, ({ turns }) => turns > 20);
    for (const { late, failed, illegal } of [itself!, doomed!])
      expect([late, failed, illegal]).to.deep.equal([0, 0, 0]);
    expect(itself!.agreement).to.include({ share: 1, high: 1 });
    expect(itself!.wouldHaveDied).to.equal(0);
    expect(doomed!.agreement!.share).to.be.lessThan(1);
    // This candidate always goes up.
    expect(doomed!.wouldHaveDied).to.be.greaterThan(0);
    expect(doomed!.took.p99).to.be.greaterThan(0);
  });

  it('costs no turn if the candidate never returns', async () => {
    const options = { timeout: SHORT_TIMEOUT, maxTurns: 40 };
    const [endless] = await playUntil(['/for-endless', '/greedy'], options, ['endless'], ({ late }) => late > 0);
    expect(endless!.agreed).to.equal(0);
    const games = await host.games('snake=/for-endless');
    for (const { late, failed, illegal, lost, moved, turns } of games) {
      expect([late, failed, illegal, lost]).to.deep.equal([0, 0, 0, 0]);
      expect(moved).to.be.greaterThanOrEqual(turns);
    }
    expect(host.lines.filter(({ level, snake }) => level >= 40 && snake === '/for-endless')).to.deep.equal([]);
  });

  /** Plays games until the experiments have seen enough, because a busy machine leaves shadows little time. */
  async function playUntil(
    prefixes: readonly string[],
    options: EngineOptions,
    experiments: readonly string[],
    isEnough: (line: ShadowLine) => boolean,
  ): Promise<ShadowLine[]> {
    for (let game = 0; ; game++) {
      const result = await engine.play(
        prefixes.map((prefix) => `${host.url}${prefix}`),
        { ...options, seed: `${prefixes.join()} ${game}` },
      );
      expect(result.turns).to.be.greaterThan(0);
      seats += prefixes.length;
      await until(isSettled);
      const lines = await Promise.all(experiments.map(shadowOf));
      if (lines.every(isEnough)) return lines;
    }
  }

  /**
   * Whether every game has ended and every turn has its shadow answer. Asks only for games that were not settled
   * before.
   */
  async function isSettled(): Promise<boolean> {
    const games = await host.games();
    for (const { id, result } of games) {
      if (settled.has(id)) continue;
      if (result === undefined) return false;
      const { experiment, list } = await host.game(id);
      if (experiment !== undefined && list.some(({ shadow }) => shadow === undefined)) return false;
      settled.add(id);
    }
    return settled.size >= seats;
  }

  async function shadowOf(experiment: string): Promise<ShadowLine> {
    return (await host.ask<Report>(`/api/report?experiment=${experiment}`)).shadows[0]!;
  }
});
