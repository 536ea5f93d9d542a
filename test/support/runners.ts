/** Runners over the strategies of `test/fixtures/strategies`, and what they told meanwhile. */
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { bundleStrategy } from '../../src/snakes/strategy/bundle.js';
import { validateModule } from '../../src/snakes/strategy/validate-module.js';
import { importBundle } from '../../src/snakes/strategy/import-bundle.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import { ProcessRunner, type ProcessRunnerOptions } from '../../src/snakes/process/process-runner.js';
import type { CallOutcome, Runner, RunnerEvents, TurnJob } from '../../src/snakes/strategy/runner.js';
import { fixture } from './fixtures.js';
import { sketchRequest, type RequestSketch } from './requests.js';
import { soon } from './soon.js';

export interface Told {
  readonly kind: keyof RunnerEvents;
  readonly text: string;
}

/** A runner with its ears: `told` grows as events come, `next` waits for one that matches. */
export interface HeardRunner {
  readonly runner: Runner;
  readonly told: readonly Told[];
  next(kind: Told['kind'], pattern?: RegExp): Promise<Told>;
}

export type MakeRunner = (strategy: string, options?: Record<string, unknown>) => Promise<HeardRunner>;

export const inline: MakeRunner = async (strategy, options = {}) => {
  const ears = createEars();
  const module = await importBundle((await bundleFixture(strategy)).code, tmpdir());
  return { ...ears, runner: new InlineRunner(validateModule(module), options, ears.events) };
};

export const inProcess =
  (limits: Partial<ProcessRunnerOptions> = {}): MakeRunner =>
  async (strategy, options = {}) => {
    const ears = createEars();
    const { code } = await bundleFixture(strategy);
    const runner = new ProcessRunner({ code, env: {}, memoryMb: 256, processes: 2, events: ears.events, ...limits });
    const shape = await runner.load();
    if (typeof shape === 'string') {
      await runner.close();
      throw new Error(shape);
    }
    runner.setOptions(options);
    return { ...ears, runner };
  };

export function bundleFixture(strategy: string) {
  const file = fixture(`strategies/${strategy}`);
  return bundleStrategy(existsSync(`${file}.ts`) ? `${file}.ts` : `${file}.js`);
}

export function job(sketch: RequestSketch = {}): TurnJob {
  const request = sketchRequest(sketch);
  return { key: `${request.game.id}/${request.you.id}`, request, text: JSON.stringify(request), lastTurn: undefined };
}

/** One move with a time allowed, in ms. */
export function ask(runner: Runner, sketch: RequestSketch = {}, allowed = 10_000): Promise<CallOutcome> {
  return runner.move(job(sketch), performance.now() + allowed);
}

function createEars() {
  const told: Told[] = [];
  const waiting = new Set<{ kind: string; pattern: RegExp; resolve: (told: Told) => void }>();
  const hear = (kind: Told['kind'], text: string) => {
    const heard = { kind, text };
    told.push(heard);
    for (const ear of waiting) {
      if (ear.kind !== kind || !ear.pattern.test(text)) continue;
      waiting.delete(ear);
      ear.resolve(heard);
    }
  };
  const events: RunnerEvents = {
    logged: (key, turn, message, data) => hear('logged', `${key} ${turn} ${message} ${JSON.stringify(data)}`),
    warned: (key, turn, reason) => hear('warned', `${key} ${turn} ${reason}`),
    childStarted: (pid) => hear('childStarted', String(pid)),
    childStopped: (pid, { kind, reason }) => hear('childStopped', `${pid} ${kind} ${reason}`),
  };
  const next = (kind: Told['kind'], pattern = /(?:)/): Promise<Told> => {
    const past = told.find((each) => each.kind === kind && pattern.test(each.text));
    if (past !== undefined) return Promise.resolve(past);
    const coming = new Promise<Told>((resolve) => waiting.add({ kind, pattern, resolve }));
    return soon(coming, () => `the event ${kind} with ${pattern}. So far: ${JSON.stringify(told.slice(-5))}`);
  };
  return { events, told, next };
}
