/** Runners of the strategies in `test/fixtures/strategies`, and the events that they report. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { SnakeConfig } from '../../src/config/types.js';
import { findSandbox } from '../../src/processes/sandbox/find-sandbox.js';
import { bundleStrategy } from '../../src/snakes/strategy/bundle.js';
import { validateModule } from '../../src/snakes/strategy/validate-module.js';
import { importBundle } from '../../src/snakes/strategy/import-bundle.js';
import { InlineOwner } from '../../src/snakes/inline-owner.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import type { ChildSpec } from '../../src/snakes/process/child-spec.js';
import { ProcessRunner } from '../../src/snakes/process/process-runner.js';
import { launchCommand } from '../../src/snakes/process/command-dialect.js';
import { resolveIsolation, launchIsolated } from '../../src/snakes/process/isolation.js';
import type { RunnerReport } from '../../src/snakes/snake-report.js';
import type { CallOutcome, Runner, TurnJob } from '../../src/snakes/strategy/runner.js';
import { commandFixture } from './command-fixtures.js';
import { fixture } from './fixtures.js';
import { sketchRequest, type RequestSketch } from './requests.js';
import { soon } from './soon.js';

const NOTHING = { network: false, read: [], write: [] };

/** An event of a runner: its name, and its arguments as one string. */
export interface RunnerEvent {
  readonly kind: RunnerReport['type'];
  readonly text: string;
}

/** A runner with its listener: `events` grows as they come, `next` waits for one that matches. */
export interface WatchedRunner {
  readonly runner: Runner;
  readonly events: readonly RunnerEvent[];
  next(kind: RunnerEvent['kind'], pattern?: RegExp): Promise<RunnerEvent>;
}

/** Makes a runner of a strategy, by the name of its fixture. Rejects if the strategy cannot be loaded. */
export type MakeRunner = (strategy: string, options?: Record<string, unknown>) => Promise<WatchedRunner>;

/**
 * Closes all runners that a suite has made after each of its tests. Returns the function that makes them. Call it
 * inside `describe`.
 */
export function useRunners(): (make: MakeRunner, ...args: Parameters<MakeRunner>) => Promise<WatchedRunner> {
  const open: Runner[] = [];
  afterEach(async () => {
    await Promise.all(open.splice(0).map((runner) => runner.close()));
  });
  return async (make, ...args) => {
    const watched = await make(...args);
    open.push(watched.runner);
    return watched;
  };
}

export const inline: MakeRunner = async (strategy, options = {}) => {
  const listener = createListener();
  const { code } = await bundleFixture(strategy);
  const owner = new InlineOwner(code, (reason) => listener.report({ type: 'warned', key: '', turn: 0, reason }));
  const module = await importBundle(code, tmpdir());
  return {
    ...listener.watched,
    runner: new InlineRunner(validateModule(module), options, listener.report, owner, true),
  };
};

/** What replaces the usual limits of a process runner. */
export interface RunnerLimits extends Partial<ChildSpec> {
  readonly keepsNotes?: boolean;
  readonly isolation?: 'process' | 'sandbox';
  readonly allow?: SnakeConfig['allow'];
}

/** Makes process runners; `limits` replace the usual ones. */
export const inProcess =
  ({ keepsNotes = true, isolation = 'process', allow = NOTHING, ...limits }: RunnerLimits = {}): MakeRunner =>
  async (strategy, options = {}) => {
    const bundle = await bundleFixture(strategy);
    const { memoryMb = 256 } = limits;
    const made = {
      config: { allow, options, prefix: '/x' },
      content: { kind: 'strategy', ...bundle } as const,
      memoryMb,
      folder: undefined,
      keepsNotes,
    };
    return await started({ launch: launchIsolated(made, await resolveIsolation(isolation)), ...limits }, options);
  };

/** Makes process runners whose children are in sandboxes. */
export const inSandbox = (limits: RunnerLimits = {}): MakeRunner => inProcess({ isolation: 'sandbox', ...limits });

/** The same, of the commands in `test/fixtures/commands`. */
export const asCommand =
  ({ keepsNotes = true, ...limits }: Partial<ChildSpec> & { keepsNotes?: boolean } = {}): MakeRunner =>
  async (name, options = {}) => {
    const program = { command: commandFixture(name), channel: 'stdio' } as const;
    return await started({ launch: launchCommand({ program, prefix: '/x', options, keepsNotes }), ...limits }, options);
  };

type Launched = Partial<ChildSpec> & Pick<ChildSpec, 'launch'>;

async function started(launched: Launched, options: Record<string, unknown>): Promise<WatchedRunner> {
  const listener = createListener();
  const usual = { env: {}, memoryMb: 256, processes: 2, timeouts: { load: 30_000, grace: 50 } };
  const runner = new ProcessRunner({ ...usual, report: listener.report, ...launched });
  const shape = await runner.load();
  if (typeof shape === 'string') {
    await runner.close();
    throw new Error(shape);
  }
  runner.setOptions(options);
  return { ...listener.watched, runner };
}

/** Skips a suite, by its name, where no sandbox can be had. Call it inside `describe`. */
export function needsSandbox(): void {
  before(async function () {
    if ((await findSandbox()).kind === 'missing') this.skip();
  });
}

/** The bundle of a strategy in `test/fixtures/strategies`. */
export function bundleFixture(strategy: string) {
  const file = fixture(`strategies/${strategy}`);
  return bundleStrategy(existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`);
}

/** A job for the request that a sketch describes. */
export function job(sketch: RequestSketch = {}): TurnJob {
  const request = sketchRequest(sketch);
  const text = JSON.stringify(request);
  return { key: `${request.game.id}/${request.you.id}`, request, text, dead: [], lastTurn: undefined };
}

/** One move with a time allowed, in ms. */
export function ask(runner: Runner, sketch: RequestSketch = {}, allowed = 10_000): Promise<CallOutcome> {
  return runner.move(job(sketch), performance.now() + allowed);
}

/** What listens to a runner, and what a test sees of it. */
export function createListener() {
  const past: RunnerEvent[] = [];
  const waiting = new Set<{ kind: string; pattern: RegExp; resolve: (event: RunnerEvent) => void }>();
  const report = (reported: RunnerReport): void => {
    const kind = reported.type;
    const text = textOf(reported);
    const event = { kind, text };
    past.push(event);
    for (const each of waiting) {
      if (each.kind !== kind || !each.pattern.test(text)) continue;
      waiting.delete(each);
      each.resolve(event);
    }
  };
  const next = (kind: RunnerEvent['kind'], pattern = /(?:)/): Promise<RunnerEvent> => {
    const found = past.find((each) => each.kind === kind && pattern.test(each.text));
    if (found !== undefined) return Promise.resolve(found);
    const coming = new Promise<RunnerEvent>((resolve) => waiting.add({ kind, pattern, resolve }));
    return soon(coming, () => `the event ${kind} with ${pattern}. So far: ${JSON.stringify(past.slice(-5))}`);
  };
  return { report, watched: { events: past, next } };
}

function textOf(report: RunnerReport): string {
  switch (report.type) {
    case 'logged':
      return `${report.key} ${report.turn} ${report.message} ${JSON.stringify(report.data)}`;
    case 'warned':
      return `${report.key} ${report.turn} ${report.reason}`;
    case 'childStarted':
      return String(report.pid);
    case 'childStopped':
      return `${report.pid} ${report.exit.kind} ${report.exit.reason}`;
    case 'childNotStarted':
      return report.reason;
    case 'upstreamChanged':
      break;
  }
  return JSON.stringify(report.change);
}
