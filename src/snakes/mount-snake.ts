/** From a snake's configuration to a mounted snake: its strategy loaded and checked, its options filled in. */
import { tmpdir } from 'node:os';
import { messageOf } from '../errors.js';
import type { StrategyFacts, Assignment } from '../journal/journal-event.js';
import { availableCores } from '../processes/machine.js';
import type { Priority } from '../processes/supervised-child.js';
import { checkCustomization, type Customization } from '../wire/customization.js';
import type { InfoResponse } from '../wire/responses.js';
import { toRunnerListener } from './snake-listener.js';
import type { GameRecorder } from './game/game-reporter.js';
import { InlineOwner } from './inline-owner.js';
import { InlineRunner } from './inline-runner.js';
import { MountedSnake, type MountedSnakeDeps } from './mounted-snake.js';
import { ProcessRunner } from './process/process-runner.js';
import { launchStrategy } from './process/strategy-dialect.js';
import { Lane } from './schedule/lane.js';
import { Shadow } from './shadow.js';
import type { Bundle } from './strategy/bundle.js';
import { importBundle } from './strategy/import-bundle.js';
import { fillOptions } from './strategy/options.js';
import type { Runner } from './strategy/runner.js';
import { toInfo } from './to-info.js';
import { validateModule, describeModule, type StrategyShape } from './strategy/validate-module.js';

/**
 * What is wrong with a strategy: the path in the snake's entry of the YAML, and a sentence. A fault prevents the mount.
 */
export interface MountWarning {
  readonly level: 'fault' | 'warning';
  readonly path: readonly string[];
  readonly message: string;
}

/** What a snake is mounted from, and wired to. */
export interface MountDeps extends Omit<MountedSnakeDeps, 'info' | 'runner' | 'recorder'> {
  readonly bundle: Bundle;
  /** The host's environment. The strategy sees the variables that its configuration names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Records what happens in its games; unless given, nothing is recorded. */
  readonly record?: GameRecorder['record'] | undefined;
  /** Whether answers carry what the strategy notes down; unless given, they do if games are recorded. */
  readonly keepsNotes?: boolean | undefined;
  /** The side of the experiment that the snake plays for, if any. */
  readonly assignment?: Assignment | undefined;
  /** Whether its processes only get the time that all others leave; they do not, unless given. */
  readonly runsIdle?: boolean | undefined;
}

/** A mounted snake, unless one of the warnings is a fault; then nothing is left running. */
export interface Mounting {
  readonly snake?: MountedSnake;
  readonly warnings: readonly MountWarning[];
}

/** Mounts a snake. Never rejects: whatever a strategy does when it is loaded becomes a warning or a fault. */
export async function mountSnake(deps: MountDeps): Promise<Mounting> {
  const { config, listener, loopDelay, shadow, limits } = deps;
  const loaded =
    config.isolation === 'inline'
      ? await loadInline(deps)
      : await loadProcess(deps, deps.runsIdle ? 'idle' : undefined);
  if (typeof loaded === 'string')
    return { warnings: [fault(['strategy'], `strategy "${config.strategy}": ${loaded}`)] };
  const { shape, serve, discard } = loaded;
  const filled = fillOptions(shape.options, config.options);
  const warnings = checkCustomization(shape.customization).map(({ level, message }): MountWarning => {
    return { level, path: ['strategy'], message: `strategy "${config.strategy}": ${message}` };
  });
  if ('faults' in filled) {
    warnings.push(...filled.faults.map(({ path, message }) => fault(['options', ...path], message)));
  }
  if ('faults' in filled || warnings.some(({ level }) => level === 'fault')) {
    await discard();
    return { warnings };
  }
  const info = toInfo(config.customization, shape.customization as Customization);
  const recorder = deps.record && { player: toStrategyFacts(deps, info), record: deps.record };
  const runner = serve(filled.options);
  return { snake: new MountedSnake({ config, info, runner, listener, loopDelay, recorder, shadow, limits }), warnings };
}

/**
 * Mounts a snake as the shadow of another: always in one child process, whatever its isolation. Its prefix has no
 * metrics. Rejects with an `Error` if its strategy cannot be loaded or its options are
 * wrong.
 */
export async function mountShadow(
  deps: Pick<MountDeps, 'config' | 'bundle' | 'listener' | 'env' | 'loopDelay' | 'limits'>,
): Promise<Shadow> {
  const { config, loopDelay, limits } = deps;
  const single = { ...config, prefix: `${config.prefix} shadow`, processes: 1 };
  const loaded = await loadProcess({ ...deps, config: single, keepsNotes: false }, 'idle');
  if (typeof loaded === 'string') throw new Error(loaded);
  const filled = fillOptions(loaded.shape.options, config.options);
  if ('options' in filled)
    return new Shadow({ runner: loaded.serve(filled.options), loopDelay, schedule: limits?.schedule });
  await loaded.discard();
  throw new Error(filled.faults.map(({ message }) => message).join(' '));
}

/** What a strategy exports, as data. Loads it in a child process for a moment. Rejects if it cannot be loaded. */
export async function describeStrategy(deps: Pick<MountDeps, 'config' | 'bundle' | 'env'>): Promise<StrategyShape> {
  const loaded = await loadProcess(deps);
  if (typeof loaded === 'string') throw new Error(loaded);
  await loaded.discard();
  return loaded.shape;
}

function toStrategyFacts({ config, bundle, assignment }: MountDeps, { version = '' }: InfoResponse): StrategyFacts {
  return { strategy: config.strategy, hash: bundle.hash, version, options: config.options, assignment };
}

/** A strategy that was loaded: `serve` starts it with its complete options, `discard` drops it. */
interface Loaded {
  readonly shape: StrategyShape;
  readonly serve: (options: Record<string, unknown>) => Runner;
  readonly discard: () => Promise<void>;
}

/** Loads the strategy in a child process first: a file that loops when it is imported must not stop the host. */
async function loadInline(deps: MountDeps): Promise<Loaded | string> {
  const { config, bundle, listener } = deps;
  const elsewhere = await loadProcess(deps);
  if (typeof elsewhere === 'string') return elsewhere;
  await elsewhere.discard();
  const runnerListener = toRunnerListener(config.prefix, listener);
  const owner = new InlineOwner(bundle.code, (reason) => runnerListener.warned('', 0, reason));
  try {
    const strategy = validateModule(
      await owner.import(() => importBundle(bundle.code, deps.limits?.folder ?? tmpdir())),
    );
    return {
      shape: describeModule(strategy),
      serve: (options) => new InlineRunner(strategy, options, runnerListener, owner, keepsNotesOf(deps)),
      discard: async () => owner.close(),
    };
  } catch (thrown) {
    owner.close();
    return messageOf(thrown);
  }
}

function keepsNotesOf({ keepsNotes, record }: Pick<MountDeps, 'keepsNotes' | 'record'>): boolean {
  return keepsNotes ?? record !== undefined;
}

async function loadProcess(
  deps: Pick<MountDeps, 'config' | 'bundle' | 'listener' | 'env' | 'limits' | 'keepsNotes' | 'record'>,
  priority?: Priority,
): Promise<Loaded | string> {
  const { config, bundle, listener, env, limits } = deps;
  const memoryMb = config.memory / 1024 ** 2;
  const runner = new ProcessRunner({
    launch: launchStrategy({ code: bundle.code, memoryMb, folder: limits?.folder, keepsNotes: keepsNotesOf(deps) }),
    env: Object.fromEntries(config.env.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    memoryMb,
    processes: config.processes ?? defaultProcesses(availableCores()),
    shares: config.processes === undefined && limits?.ceiling !== undefined,
    ceiling: limits?.ceiling,
    priority,
    underWay: limits?.underWay,
    lane: priority === 'idle' ? undefined : limits?.schedule && new Lane(limits.schedule, config.priority),
    listener: toRunnerListener(config.prefix, listener),
  });
  const shape = await runner.load();
  if (typeof shape === 'string') {
    await runner.close();
    return shape;
  }
  return {
    shape,
    serve: (options) => {
      runner.setOptions(options);
      return runner;
    },
    discard: () => runner.close(),
  };
}

/** How many child processes a snake may have whose configuration does not say: one for each core, at least 2. */
function defaultProcesses(cores: number): number {
  return Math.max(2, Math.min(cores, 64));
}

function fault(path: readonly string[], message: string): MountWarning {
  return { level: 'fault', path, message };
}
