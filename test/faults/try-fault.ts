/** Tries one fault: starts a host, plays a game on it, hurts it, and says what was lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createChance } from '../../src/rules/chance.js';
import type { Fault, Scene } from './fault.js';
import { GAME_SNAKES, type HostLine } from './fault-host.js';
import { HostSource } from './host-source.js';
import { WatchedGame } from './watched-game.js';

export interface FaultResult {
  readonly name: string;
  readonly what: string;
  /** Why it was not tried; then all else is empty. */
  readonly skipped?: string;
  /** How often the host was hurt. */
  readonly times: number;
  /** Turns that the engine of the game asked for. */
  readonly asked: number;
  /** Turns that the host answered in place of a strategy. */
  readonly fallbacks: number;
  /** Duration of every answer, in ms. */
  readonly took: readonly number[];
  /** What was lost, as sentences. */
  readonly lost: readonly string[];
}

/** Share of turns that a busy machine may take from the strategies where only strangers hurt the host. */
const TOLERATED_FALLBACKS = 0.02;

/** Tries a fault for `ms`. Never rejects: what throws is a loss. */
export async function tryFault(fault: Fault, ms: number, seed: string, hosts = new HostSource()): Promise<FaultResult> {
  const { name, what } = fault;
  const nothing = { name, what, times: 0, asked: 0, fallbacks: 0, took: [], lost: [] };
  const skipped = fault.unavailable?.();
  if (skipped !== undefined) return { ...nothing, skipped };
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-faults-'));
  try {
    return { ...nothing, ...(await runIn(folder, fault, ms, `${seed} ${name}`, hosts)) };
  } catch (thrown) {
    return { ...nothing, lost: [thrown instanceof Error ? thrown.message : String(thrown)] };
  } finally {
    fault.restore?.(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

type Observed = Pick<FaultResult, 'times' | 'asked' | 'fallbacks' | 'took' | 'lost'>;

async function runIn(folder: string, fault: Fault, ms: number, seed: string, hosts: HostSource): Promise<Observed> {
  const host = await hosts.open(fault, folder);
  const paths = fault.game ?? GAME_SNAKES.map((snake) => `/${snake}`);
  const game = new WatchedGame(host.url, paths, seed);
  const isOver = new AbortController();
  const pause = (time: number) => wait(time, undefined, { signal: isOver.signal }).catch(() => undefined);
  const problems: string[] = [];
  const report = (problem: string) => void problems.push(problem);
  const scene: Scene = { host, game, seed, chance: createChance(seed), signal: isOver.signal, folder, report, pause };
  // The strategies' first turns compile their code.
  await game.plays(20);
  await fault.begin?.(scene);
  const timer = setTimeout(() => isOver.abort(), Math.max(ms, fault.atLeast ?? 0));
  void host.ended.then(() => {
    isOver.abort();
    return game.stop();
  });
  const before = host.lines.length;
  const times = await fault.inflict(scene).catch((thrown: unknown) => {
    report(String(thrown));
    return 0;
  });
  clearTimeout(timer);
  isOver.abort();
  const mine = ({ snake }: HostLine) => !(fault.bad ?? []).includes(String(snake));
  const fallbacks = host.lines.slice(before).filter((line) => mine(line) && isFallback(line, game)).length;
  if (!host.isRunning) problems.push(await host.ended);
  else {
    const aftermath = fault.aftermath?.(scene) ?? Promise.resolve([]);
    problems.push(...(await aftermath.catch((thrown: unknown) => [String(thrown)])));
  }
  await game.stop();
  problems.push(...(await hosts.release(host)));
  if (fault.hurtsStrategies === undefined && fallbacks > 1 + TOLERATED_FALLBACKS * game.asked) {
    problems.push(`${fallbacks} turns of ${game.asked} were not the strategy’s`);
  }
  return { times, asked: game.asked, fallbacks, took: game.took, lost: [...problems, ...game.lost] };
}

function isFallback({ msg, game: id }: { readonly msg: string; readonly game?: unknown }, game: WatchedGame): boolean {
  return /^move (late|failed|illegal)$/.test(msg) && game.games.has(String(id));
}
