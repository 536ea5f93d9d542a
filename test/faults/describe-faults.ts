/**
 * Faults as tests. Each lasts 1.5 s, or less with `--short`; `SERPENTARIUM_FAULT_MINUTES` replaces this time, and
 * `SERPENTARIUM_FAULT_SEED` changes the order of what is done.
 */
import { expect } from 'chai';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../src/rules/chance.js';
import { quantile } from '../bench/support/figures.js';
import type { LogLine } from '../support/host-process.js';
import { FaultHost, GAME_SNAKES } from './fault-host.js';
import type { Fault, Scene } from './fault.js';
import { WatchedGame } from './watched-game.js';

const MINUTES = process.env['SERPENTARIUM_FAULT_MINUTES'];
const SEED = process.env['SERPENTARIUM_FAULT_SEED'] ?? 'serpentarium';
const BRIEF_MS = process.argv.includes('--short') ? 700 : 1500;
const FAULT_MS = MINUTES === undefined ? BRIEF_MS : Number(MINUTES) * 60_000;
/** Longest time that starting a host, its game, what must hold again and the end of a host take together, in ms. */
const AROUND_MS = 300_000;
/** Share of turns that a busy machine may take from the strategies where only strangers hurt the host. */
const TOLERATED_FALLBACKS = 0.02;
/** Losses of one fault that are shown. */
const MAX_SHOWN = 5;

/** @param open opens a host that these faults share. By default, each fault has its own. */
export function describeFaults(of: string, faults: readonly Fault[], open?: () => Promise<FaultHost>): void {
  describe(`faults of ${of}`, () => {
    for (const fault of faults) {
      it(`${fault.name}: ${fault.what}`, async function () {
        const missing = fault.unavailable?.();
        if (missing !== undefined) {
          this.test!.title += ` (${missing})`;
          this.skip();
        }
        const folder = mkdtempSync(join(tmpdir(), 'serpentarium-faults-'));
        try {
          const lost = await tryFault(fault, folder, await open?.());
          expect(lost.slice(0, MAX_SHOWN), `${lost.length} losses with the seed "${SEED}"`).to.deep.equal([]);
        } finally {
          fault.restore?.(folder);
          rmSync(folder, { recursive: true, force: true });
        }
      }).timeout(Math.max(FAULT_MS, fault.atLeast ?? 0) + AROUND_MS);
    }
  });
}

/** Starts a host unless one is shared, plays a game on it and hurts it. Resolves with what was lost, as sentences. */
async function tryFault(fault: Fault, folder: string, shared: FaultHost | undefined): Promise<string[]> {
  const options = (await fault.prepare?.(folder)) ?? {};
  const host = shared ?? (await FaultHost.start(folder, options));
  const seed = `${SEED} ${fault.name}`;
  const paths = fault.game ?? GAME_SNAKES.map((snake) => `/${snake}`);
  const game = new WatchedGame(host.process.url, paths, seed);
  const isOver = new AbortController();
  const pause = (time: number) => wait(time, undefined, { signal: isOver.signal }).catch(() => undefined);
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const repeat = async (ms: number, hurt: (times: number) => void | Promise<void>) => {
    let times = 0;
    for (; !isOver.signal.aborted; times++) {
      await hurt(times);
      await pause(ms);
    }
    return times;
  };
  const chance = createChance(seed);
  const scene: Scene = { host, game, seed, chance, signal: isOver.signal, folder, report, pause, repeat };
  // The strategies' first turns compile their code.
  await game.plays(20);
  await fault.begin?.(scene);
  const timer = setTimeout(() => isOver.abort(), Math.max(FAULT_MS, fault.atLeast ?? 0));
  void host.ended.then(() => {
    isOver.abort();
    return game.stop();
  });
  const before = host.process.lines.length;
  const times = await fault.inflict(scene).catch((thrown: unknown) => {
    report(String(thrown));
    return 0;
  });
  clearTimeout(timer);
  isOver.abort();
  const fallbacks = host.process.lines.slice(before).filter((line) => isFallback(line, game)).length;
  if (!host.isRunning) problems.push(await host.ended);
  else {
    const aftermath = fault.aftermath?.(scene) ?? Promise.resolve([]);
    problems.push(...(await aftermath.catch((thrown: unknown) => [String(thrown)])));
  }
  await game.stop();
  if (shared === undefined) problems.push(...(await host.stop()));
  const { asked, took } = game;
  if (fault.hurtsStrategies === undefined && fallbacks > 1 + TOLERATED_FALLBACKS * asked) {
    problems.push(`${fallbacks} turns of ${asked} were not the strategy’s`);
  }
  const [p50, p99, max] = [0.5, 0.99, 1].map((share) => quantile(took, share).toFixed(0));
  console.log(
    `      ${times} times, ${asked} turns, ${fallbacks} by host, p50 ${p50} ms, p99 ${p99} ms, max ${max} ms`,
  );
  return [...problems, ...game.lost];
}

function isFallback({ msg, game: id }: LogLine, game: WatchedGame): boolean {
  return /^move (late|failed|illegal)$/.test(msg) && game.games.has(String(id));
}
