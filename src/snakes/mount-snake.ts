/** From a snake's configuration to a mounted snake: its strategy loaded and checked, its options filled. */
import { tmpdir } from 'node:os';
import type { SnakeConfig } from '../config/types.js';
import { messageOf } from '../errors.js';
import { checkCustomization, type Customization } from '../wire/customization.js';
import type { JournalEvent, Player, Assignment } from '../journal/journal-event.js';
import type { InfoResponse } from '../wire/responses.js';
import type { Bundle } from './strategy/bundle.js';
import type { SnakeEvents } from './events.js';
import { validateModule, describeModule, type StrategyShape } from './strategy/validate-module.js';
import { importBundle } from './strategy/import-bundle.js';
import { InlineRunner } from './inline-runner.js';
import { toInfo, toRunnerEvents } from './mount-inline.js';
import { MountedSnake } from './mounted-snake.js';
import { fillOptions } from './strategy/options.js';
import { ProcessRunner } from './process/process-runner.js';
import type { Runner } from './strategy/runner.js';
import { Shadow } from './shadow.js';
import type { Priority } from '../processes/supervised-child.js';

/** Something wrong with a strategy: where in the snake's entry of the YAML to look, and a sentence. */
export interface MountWarning {
  readonly level: 'fault' | 'warning';
  readonly path: readonly string[];
  readonly message: string;
}

export interface MountDeps {
  readonly config: SnakeConfig;
  readonly bundle: Bundle;
  readonly events: SnakeEvents;
  /** The host's environment, of which the strategy sees what its configuration names. */
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly load: () => number;
  /** Where to keep what is played, and for which side of which experiment. */
  readonly keep?: ((entry: JournalEvent) => void) | undefined;
  readonly trial?: Assignment | undefined;
  /** Who is asked the same afterwards. */
  readonly shadow?: Shadow | undefined;
}

/** The snake is there unless a remark is a fault; then nothing is left running. */
export interface Mounting {
  readonly snake?: MountedSnake;
  readonly remarks: readonly MountWarning[];
}

/** Never rejects: whatever a strategy does when it is loaded becomes a remark. */
export async function mountSnake(deps: MountDeps): Promise<Mounting> {
  const { config, events, load, shadow } = deps;
  const loaded = config.isolation === 'inline' ? await loadInline(deps) : await loadProcess(deps);
  if (typeof loaded === 'string') return { remarks: [fault(['strategy'], `strategy "${config.strategy}": ${loaded}`)] };
  const { shape, serve, discard } = loaded;
  const filled = fillOptions(shape.options, config.options);
  const remarks = checkCustomization(shape.customization).map(({ level, message }): MountWarning => {
    return { level, path: ['strategy'], message: `strategy "${config.strategy}": ${message}` };
  });
  if ('faults' in filled)
    remarks.push(...filled.faults.map(({ path, message }) => fault(['options', ...path], message)));
  if ('faults' in filled || remarks.some(({ level }) => level === 'fault')) {
    await discard();
    return { remarks };
  }
  const info = toInfo(config.customization, shape.customization as Customization);
  const keeping = deps.keep && { player: toPlayer(deps, info), keep: deps.keep };
  const runner = serve(filled.options);
  return { snake: new MountedSnake({ config, info, runner, events, loopDelay: load, keeping, shadow }), remarks };
}

/**
 * A snake as another's shadow: always in one child process, whatever its isolation, and heard under a name that counts for no
 * snake. Rejects where its strategy cannot be loaded, or does not take its options.
 */
export async function mountShadow(deps: Pick<MountDeps, 'config' | 'bundle' | 'events' | 'env' | 'load'>) {
  const { config, load } = deps;
  const quiet = { ...config, prefix: `${config.prefix} shadow`, processes: 1 };
  const loaded = await loadProcess({ ...deps, config: quiet }, 'idle');
  if (typeof loaded === 'string') throw new Error(loaded);
  const filled = fillOptions(loaded.shape.options, config.options);
  if ('options' in filled) return new Shadow({ runner: loaded.serve(filled.options), load });
  await loaded.discard();
  throw new Error(filled.faults.map(({ message }) => message).join(' '));
}

function toPlayer({ config, bundle, trial }: MountDeps, { version = '' }: InfoResponse): Player {
  return { strategy: config.strategy, hash: bundle.hash, version, options: config.options, assignment: trial };
}

/** A strategy that has been loaded: to be served with its complete options, or to be let go. */
interface Loaded {
  readonly shape: StrategyShape;
  readonly serve: (options: Record<string, unknown>) => Runner;
  readonly discard: () => Promise<void>;
}

/** Tried out in a child first: a file that loops when it is loaded must not take the host with it. */
async function loadInline(deps: MountDeps): Promise<Loaded | string> {
  const { config, bundle, events } = deps;
  const trial = await loadProcess(deps);
  if (typeof trial === 'string') return trial;
  await trial.discard();
  try {
    const strategy = validateModule(await importBundle(bundle.code, tmpdir()));
    return {
      shape: describeModule(strategy),
      serve: (options) => new InlineRunner(strategy, options, toRunnerEvents(config.prefix, events)),
      discard: async () => {},
    };
  } catch (thrown) {
    return messageOf(thrown);
  }
}

async function loadProcess(
  { config, bundle, events, env }: Pick<MountDeps, 'config' | 'bundle' | 'events' | 'env'>,
  urgency?: Priority,
): Promise<Loaded | string> {
  const runner = new ProcessRunner({
    code: bundle.code,
    env: Object.fromEntries(config.env.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]]))),
    memoryMb: config.memoryMb,
    processes: config.processes,
    urgency,
    events: toRunnerEvents(config.prefix, events),
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

function fault(path: readonly string[], message: string): MountWarning {
  return { level: 'fault', path, message };
}
