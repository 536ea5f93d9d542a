/** What the tests in a browser look at: a host with games of every kind, played over HTTP, and a browser. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import type { GameRow } from '../../../src/views/game-rows.js';
import { createArenaEngine, type ArenaEngine } from '../../support/arena-engine.js';
import { fixture, inRepository } from '../../support/fixtures.js';
import {
  isRunning,
  killProcesses,
  newJournal,
  spawnHost,
  type ConfigSketch,
  writeFolder,
  type HostProcess,
} from '../../support/host-process.js';
import { launchBrowser, lookAt, type Looks, type WatchedPage } from '../../support/looks.js';

const KEY = 'keyed-snake-1';
/** Games of the experiment: more than a page of the list holds. */
const DEALT = 54;
/** Enough even on a busy machine, in ms. */
const TIMEOUT = 5000;

/** Thinks aloud, and walks into a wall on turn 12 though it could do better. */
const THINKER = `
import { safeMoves, legalMoves } from 'serpentarium';
export const customization = { color: '#7048c0' };
export function move({ turn }, { note, position, seat }) {
  const [best = legalMoves(position, seat)[0]] = safeMoves(position, seat);
  note({ score: 40 * Math.cos(turn / 3), depth: 3 + turn % 4, nodes: 1000 * turn, line: [best, best], cells: [{ x: 5, y: 5 }] });
  note({ text: 'I like it here on turn ' + turn + '.' });
  return turn < 12 ? best : 'up';
}`;

export interface StageGames {
  /** Lost, with thoughts, a last chance and an analysis. */
  readonly thinker: GameRow;
  /** Royale with four snakes, of which we are one with a key. */
  readonly keyed: GameRow;
  /** Each answer was the host's. */
  readonly late: GameRow;
  readonly imported: GameRow;
}

/** Owns the host, the browser and what they need. {@link Stage.close} ends all of it. */
export class Stage {
  readonly host: HostProcess;
  readonly games: StageGames;
  /** The host's folder for temporary files: contests register themselves there. */
  readonly temp: string;
  readonly #browser: Browser;

  private constructor(host: HostProcess, temp: string, games: StageGames, browser: Browser) {
    this.host = host;
    this.temp = temp;
    this.games = games;
    this.#browser = browser;
  }

  static async open(): Promise<Stage> {
    const temp = writeFolder({});
    const host = await spawnHost(stageConfig(), { TMPDIR: temp });
    const engine = createArenaEngine('arena');
    const games = await playGames(host, engine).finally(() => engine.close());
    return new Stage(host, temp, games, await launchBrowser());
  }

  /** Looks at the admin port, or at another address. */
  look(test: (window: WatchedPage) => Promise<void>, looks?: Looks, base: string = this.host.admin): Promise<void> {
    return lookAt(this.#browser, base, test, looks);
  }

  async close(): Promise<void> {
    await this.#browser.close();
    await killProcesses();
  }
}

let opened: Promise<Stage> | undefined;
let suites = 0;

/** For a suite: the stage, which is opened for the first suite that runs, and closed after the last one. */
export function useStage(): () => Stage {
  let stage: Stage;
  suites++;
  before(async () => {
    // Other suites kill all processes of tests at their end, the host of the stage included.
    const last = await opened;
    if (last !== undefined && !isRunning(last.host.pid)) await closeStage();
    stage = await (opened ??= Stage.open());
  });
  after(async () => {
    if (--suites === 0) await closeStage();
  });
  return () => stage;
}

async function closeStage(): Promise<void> {
  const stage = await opened?.catch(() => undefined);
  opened = undefined;
  await stage?.close();
  await killProcesses();
}
// Suites that were not chosen do not run their hooks.
after(closeStage);

/** A folder with the strategies that the stage uses; its own ones are written into it. */
export function writeStrategies(): string {
  const folder = writeFolder({ 'thinker.js': THINKER });
  for (const name of ['greedy', 'cautious', 'hunter', 'champion']) {
    copyFileSync(inRepository(`strategies/${name}.ts`), join(folder, `${name}.ts`));
  }
  for (const name of ['slow.js', 'up.js']) copyFileSync(fixture(`strategies/${name}`), join(folder, name));
  return folder;
}

function inline(name: string, more: object = {}): Readonly<Record<string, unknown>> {
  return {
    prefix: `/${name}`,
    strategy: name,
    isolation: 'inline',
    ...more,
  };
}

function stageConfig(): ConfigSketch {
  return {
    strategies: writeStrategies(),
    snakes: [
      inline('thinker'),
      inline('greedy'),
      inline('cautious'),
      inline('slow'),
      inline('up'),
      { prefix: '/own', strategy: 'hunter' },
      inline('keyed', { strategy: 'hunter', key: KEY }),
    ],
    experiments: [{ prefix: '/ladder', name: 'upward', base: '/greedy', candidate: '/up' }],
    journal: newJournal(),
    server: { share: true },
  };
}

async function playGames(host: HostProcess, engine: ArenaEngine): Promise<StageGames> {
  const at = (...names: string[]) => names.map((name) => `${host.url}/${name}`);
  const deal = async (seed: number): Promise<void> => {
    await engine.play(at('ladder', 'up'), { seed, timeout: TIMEOUT, width: 7, height: 7, maxTurns: 9 });
  };
  for (let from = 0; from < DEALT; from += 9) {
    await Promise.all(Array.from({ length: 9 }, (_, index) => deal(from + index)));
  }
  const square = { timeout: TIMEOUT, width: 11, height: 11 };
  await Promise.all([
    engine.play(at('thinker', 'greedy'), { ...square, seed: 'thinker' }),
    engine.play(at(`keyed?key=${KEY}`, 'own', 'greedy', 'cautious'), {
      ...square,
      seed: 'keyed',
      ruleset: 'royale',
      map: 'royale',
      maxTurns: 60,
    }),
    engine.play(at('slow'), { ...square, seed: 'late', ruleset: 'solo', timeout: 250, maxTurns: 5 }),
  ]);
  await host.endedGames(2 * DEALT + 7);
  const find = async (snake: string) => (await host.games(`snake=${encodeURIComponent(snake)}`))[0]!;
  const thinker = await find('/thinker');
  const address = `${host.admin}/games/${thinker.game}`;
  const run = async (...args: string[]): Promise<void> => {
    const { code, stderr } = await host.cli(...args);
    if (code !== 0) throw new Error(`"${args.join(' ')}" failed: ${stderr}`);
  };
  await run('import', address, '--you', 'snake 2', '--prefix', '/elsewhere');
  await run('analyse', thinker.id, '--nodes', '2000');
  return { thinker, keyed: await find('/keyed'), late: await find('/slow'), imported: await find('/elsewhere') };
}
