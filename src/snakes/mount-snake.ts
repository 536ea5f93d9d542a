/** From a snake's configuration to a mounted snake: its strategy loaded and checked, its options filled in. */
import { tmpdir } from 'node:os';
import { messageOf } from '../errors/errors.js';
import type { Assignment } from '../journal/journal-event.js';
import { availableCores } from '../processes/machine.js';
import type { Priority } from '../processes/supervised-child.js';
import { faultOfSource, type SnakeFault } from '../config/snake-faults.js';
import {
  portOf,
  variablesOf,
  writtenSource,
  type HostConfig,
  type SnakeConfig,
  type UpstreamSource,
} from '../config/types.js';
import { checkCustomization, type Customization } from '../wire/customization.js';
import type { InfoResponse } from '../wire/responses.js';
import type { RunnerReport } from './snake-report.js';
import type { GameRecorder } from './game/game-reporter.js';
import type { Guard } from './guards.js';
import { InlineOwner } from './inline-owner.js';
import { InlineRunner } from './inline-runner.js';
import { MountedSnake, type MountedSnakeDeps } from './mounted-snake.js';
import { ProcessRunner } from './process/process-runner.js';
import { resolveIsolation, launchIsolated } from './process/isolation.js';
import { Lane } from './schedule/lane.js';
import { Shadow } from './shadow.js';
import { createSharedLimits } from './shared-limits.js';
import { readSource, type ChildContent, type SourceCache, type SourceContent } from './source-content.js';
import type { Bundle } from './strategy/bundle.js';
import { importBundle } from './strategy/import-bundle.js';
import { fillOptions } from './strategy/options.js';
import type { Runner } from './strategy/runner.js';
import type { Path } from '../errors/json-pointer.js';
import { toInfo } from './mount.js';
import { ServedPrograms } from './upstream/served-program.js';
import { UpstreamRunner } from './upstream/upstream-runner.js';
import { validateModule, type StrategyShape } from './strategy/validate-module.js';

/** A fault prevents the mount. */
export interface MountWarning extends SnakeFault {
  readonly level: 'fault' | 'warning';
}

export interface MountDeps extends Omit<MountedSnakeDeps, 'info' | 'runner' | 'recorder'> {
  readonly content: SourceContent;
  /** Shares the exports of a strategy between its snakes (default: each snake waits until its own has loaded). */
  readonly cache?: Pick<SourceCache, 'prove'> | undefined;
  /** The host's environment. The snake sees the variables that its configuration names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Records its games (default: nothing is recorded). */
  readonly record?: GameRecorder['record'] | undefined;
  /** Called with the code of a strategy when it plays its first recorded game (default: it is not kept). */
  readonly keep?: ((bundle: Bundle) => void) | undefined;
  /** Whether answers carry the strategy's notes (default: if games are recorded). */
  readonly keepsNotes?: boolean | undefined;
  /** The side of the experiment that the snake plays for, if any. */
  readonly assignment?: Assignment | undefined;
  /** Has the share with which its games are drawn (default: they are not). */
  readonly guard?: Pick<Guard, 'share'> | undefined;
  /** Whether its processes only get idle CPU time (default: no). */
  readonly runsIdle?: boolean | undefined;
}

/** Mounts a snake. Returns the faults instead if there are any. */
export interface Mounting {
  readonly snake?: MountedSnake;
  /** Plays with other complete options from now on, or with its own again. */
  readonly playWith?: (options: Readonly<Record<string, unknown>> | undefined) => void;
  readonly warnings: readonly MountWarning[];
}

/**
 * Mounts a snake for local use: one process of the lowest priority, and no limits shared with the snakes that engines
 * ask. Throws with the faults that prevent it.
 */
export async function mountApart(
  config: SnakeConfig,
  { server, ...deps }: Pick<MountDeps, 'env' | 'record' | 'keepsNotes'> & Pick<HostConfig, 'server'>,
): Promise<MountedSnake> {
  const { maxTimeout, gamesMemory } = server;
  const isolation = config.isolation === 'inline' ? 'process' : config.isolation;
  const { snake, warnings } = await mountSnake({
    ...deps,
    config: { ...config, isolation, processes: 1 },
    content: await readSource(config.source),
    runsIdle: true,
    limits: createSharedLimits({ maxTimeout, gamesMemory }),
  });
  if (snake === undefined) throw new Error(warnings.map(({ message }) => message).join(' '));
  return snake;
}

/** Mounts a snake. Never rejects: everything that goes wrong while a strategy loads becomes a warning or a fault. */
export async function mountSnake(given: MountDeps): Promise<Mounting> {
  const { content, listener, loopDelay, shadow, limits } = given;
  const { isolation, missing } = await resolveIsolation(given.config.isolation);
  if (missing !== undefined && isolation === 'sandbox') return { warnings: [fault(['isolation'], missing)] };
  const config = { ...given.config, isolation };
  const deps = { ...given, config };
  const loaded =
    config.isolation === 'inline' && content.kind === 'strategy'
      ? await loadInline(deps, content.code)
      : await load(deps, deps.runsIdle ? 'idle' : undefined);
  if (typeof loaded === 'string') return { warnings: [sourceFault(config, loaded)] };
  const { shape, start, close } = loaded;
  const filled = fillOptions(shape.options, config.options, shape.mismatches);
  const warnings = checkCustomization(shape.customization).map(({ level, message }): MountWarning => {
    return { ...sourceFault(config, message), level };
  });
  if (missing !== undefined) {
    const message = `it runs without a sandbox: ${missing}`;
    warnings.push({ level: 'warning', path: ['isolation'], message });
  }
  if (shape.ponders === true && config.isolation === 'inline' && config.ponder) {
    const message =
      'its "ponder" is never called: with "inline", it would block the host. Set "ponder: false" to silence this warning';
    warnings.push({ level: 'warning', path: ['isolation'], message });
  }
  const more = [...loaded.warnings, ...((content.kind === 'strategy' && content.warnings) || [])];
  warnings.push(...more.map((message) => ({ ...sourceFault(config, message), level: 'warning' as const })));
  if ('faults' in filled) {
    warnings.push(...filled.faults.map(({ path, message }) => fault(['options', ...path], message)));
  }
  if ('faults' in filled || warnings.some(({ level }) => level === 'fault')) {
    await close();
    return { warnings };
  }
  const info = toInfo(config.customization, shape.customization as Customization);
  const runner = start(filled.options);
  const recorder = deps.record && createRecorder(deps, deps.record, () => runner.info?.() ?? info);
  const snake = new MountedSnake({ config, info, runner, listener, loopDelay, recorder, shadow, limits });
  return { snake, playWith: (options = filled.options) => void start({ ...options }), warnings };
}

/**
 * Mounts a snake as the shadow of another: always in one child process, whatever its isolation. Its prefix has no
 * metrics. Rejects with an `Error` if its strategy cannot be loaded or its options are
 * wrong.
 */
export async function mountShadow(deps: MountDeps): Promise<Shadow> {
  const { config, loopDelay, limits } = deps;
  const single = { ...config, prefix: `${config.prefix} shadow`, processes: 1 };
  const loaded = await load({ ...deps, config: single, keepsNotes: false }, 'idle');
  if (typeof loaded === 'string') throw new Error(loaded);
  const { shape } = loaded;
  const filled = fillOptions(shape.options, config.options, shape.mismatches);
  if ('options' in filled) return new Shadow({ runner: loaded.start(filled.options), loopDelay, cores: limits?.cores });
  await loaded.close();
  throw new Error(filled.faults.map(({ message }) => message).join(' '));
}

/** A snake's exports, as data. Loads it briefly in a child process. Rejects if that fails. */
export async function describeSnake(deps: MountDeps): Promise<StrategyShape> {
  const loaded = await load(deps);
  if (typeof loaded === 'string') throw new Error(loaded);
  await loaded.close();
  return loaded.shape;
}

/** Looks up the version with each game: a server may have changed. */
function createRecorder(deps: MountDeps, record: GameRecorder['record'], info: () => InfoResponse): GameRecorder {
  const { config, content, guard } = deps;
  let isKept = false;
  return {
    record,
    get player() {
      if (!isKept && content.kind === 'strategy') deps.keep?.(content);
      isKept = true;
      const { version = '' } = info();
      const assignment = deps.assignment && assignmentAt(deps.assignment, guard?.share);
      return { strategy: config.source.name, hash: content.hash, version, options: config.options, assignment };
    },
  };
}

/**
 * While the candidate gets no new games, the base's are not drawn, and in no experiment. One that the candidate has
 * begun on another host stays its game.
 */
export function assignmentAt(assignment: Assignment, share: number | undefined): Assignment | undefined {
  return share === 0 && assignment.variant === 'base' ? undefined : { ...assignment, share };
}

/** A loaded snake: `start` makes it play with complete options, `close` drops it. */
interface Loaded {
  readonly shape: StrategyShape;
  /** Warnings, as sentences. */
  readonly warnings: readonly string[];
  readonly start: (options: Record<string, unknown>) => Runner;
  readonly close: () => Promise<void>;
}

/** Loads the strategy in a child process first: a file that loops when it is imported must not stop the host. */
async function loadInline(deps: MountDeps, code: string): Promise<Loaded | string> {
  const { config, listener } = deps;
  const elsewhere = await load(deps);
  if (typeof elsewhere === 'string') return elsewhere;
  await elsewhere.close();
  const report = toReport(config.prefix, listener);
  const owner = new InlineOwner(code, (reason) => report({ type: 'warned', key: '', turn: 0, reason }));
  try {
    const strategy = validateModule(await importBundle(code, deps.limits?.folder ?? tmpdir()));
    return {
      shape: elsewhere.shape,
      warnings: [],
      start: (options) => new InlineRunner(strategy, options, report, owner, keepsNotesOf(deps)),
      close: async () => undefined,
    };
  } catch (thrown) {
    return messageOf(thrown);
  }
}

function keepsNotesOf({ keepsNotes, record }: MountDeps): boolean {
  return keepsNotes ?? record !== undefined;
}

/** Loads a snake that runs outside of this process: in a child, or on a server. */
async function load(deps: MountDeps, priority?: Priority): Promise<Loaded | string> {
  const { content } = deps;
  return content.kind === 'upstream' ? loadUpstream(deps, content.source) : loadProcess(deps, content, priority);
}

/** Asks a server for its snake's appearance, after starting its program if the host runs it. */
async function loadUpstream(deps: MountDeps, source: UpstreamSource): Promise<Loaded | string> {
  const { config, content, env, listener, limits } = deps;
  const url = new URL(source.url);
  const { run } = source;
  const served = { env: environmentFor(config, env), port: portOf(url), memoryMb: memoryMbOf(config) };
  const programs = limits?.programs ?? new ServedPrograms();
  const runner = new UpstreamRunner({
    url,
    shownUrl: writtenSource(source),
    customization: config.customization,
    program:
      run && programs.open(content.hash, { command: [run.program, ...run.command.slice(1)], cwd: run.cwd, ...served }),
    inFlight: limits?.inFlight,
    report: toReport(config.prefix, listener),
  });
  const first = await runner.load();
  if ('fault' in first) {
    await runner.close();
    return first.fault;
  }
  const shape = { customization: {}, options: undefined };
  return { shape, warnings: first.warnings, start: () => runner, close: () => runner.close() };
}

async function loadProcess(deps: MountDeps, content: ChildContent, priority?: Priority): Promise<Loaded | string> {
  const { config, cache, listener, env, limits } = deps;
  const environment = environmentFor(config, env);
  const resolved = await resolveIsolation(config.isolation);
  if (resolved.isolation === 'sandbox' && resolved.missing !== undefined) return resolved.missing;
  const made = {
    config,
    content,
    memoryMb: memoryMbOf(config),
    folder: limits?.folder,
    keepsNotes: keepsNotesOf(deps),
  };
  const runner = new ProcessRunner({
    launch: launchIsolated(made, resolved),
    env: environment,
    memoryMb: memoryMbOf(config),
    // One for each core, at least 2.
    processes: config.processes ?? Math.max(2, Math.min(availableCores(), 64)),
    shares: config.processes === undefined && limits?.ceiling !== undefined,
    ceiling: limits?.ceiling,
    priority,
    ponders: config.ponder,
    inFlight: limits?.inFlight,
    lane: priority === 'idle' ? undefined : limits?.cores && new Lane(limits.cores, config.priority),
    report: toReport(config.prefix, listener),
  });
  const surroundings = JSON.stringify([content.hash, config.isolation, config.allow, memoryMbOf(config), environment]);
  const shape =
    content.kind === 'strategy' && cache !== undefined
      ? await cache.prove(surroundings, (known) => runner.load(known?.mismatches === undefined ? known : undefined))
      : await runner.load();
  if (typeof shape === 'string') {
    await runner.close();
    return shape;
  }
  return {
    shape,
    warnings: [],
    start: (options) => {
      runner.setOptions(options);
      return runner;
    },
    close: () => runner.close(),
  };
}

function toReport(prefix: string, listener: MountDeps['listener']): (report: RunnerReport) => void {
  return (report) => listener?.(prefix, report);
}

function memoryMbOf({ memory }: SnakeConfig): number {
  return memory / 1024 ** 2;
}

/** The variables of the host's environment that a snake sees. */
export function environmentFor(config: SnakeConfig, env: MountDeps['env']): Record<string, string> {
  return Object.fromEntries(
    variablesOf(config).flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
  );
}

export function sourceFault(config: SnakeConfig, reason: string): MountWarning {
  return { level: 'fault', ...faultOfSource(config, reason) };
}

function fault(path: Path, message: string): MountWarning {
  return { level: 'fault', path, message };
}
