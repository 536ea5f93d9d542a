/** Mounts a strategy whose exports are at hand on this process's own loop. */
import type { SnakeConfig } from '../config/types.js';
import { CUSTOMIZATION_KEYS, type Customization } from '../wire/customization.js';
import type { InfoResponse } from '../wire/responses.js';
import type { Strategy } from './strategy/contract.js';
import type { SnakeEvents } from './events.js';
import { parseGameKey } from './game/game-key.js';
import { InlineRunner } from './inline-runner.js';
import { MountedSnake } from './mounted-snake.js';
import type { RunnerEvents } from './strategy/runner.js';

export interface InlineMountOptions {
  readonly config: SnakeConfig;
  readonly strategy: Strategy;
  /** Complete: checked against the strategy's schema, defaults filled. */
  readonly options: Record<string, unknown>;
  readonly events: SnakeEvents;
  /** Delay of the process's event loop, in ms; 0 unless given. */
  readonly load?: () => number;
}

/** Nothing protects the process from what the strategy does. */
export function mountInline({ config, strategy, options, events, load = () => 0 }: InlineMountOptions): MountedSnake {
  const runner = new InlineRunner(strategy, options, toRunnerEvents(config.prefix, events));
  return new MountedSnake({
    config,
    info: toInfo(config.customization, strategy.customization),
    runner,
    events,
    loopDelay: load,
  });
}

/** The answer to `GET`; what the configuration says wins over the strategy's file, key by key. */
export function toInfo(configured: Customization, exported: Customization): InfoResponse {
  const both: Customization = { ...exported, ...configured };
  const given = CUSTOMIZATION_KEYS.flatMap((key) => (both[key] === undefined ? [] : [[key, both[key]]]));
  return { apiversion: '1', ...Object.fromEntries(given) };
}

/** What a runner tells of a snake, as the snake tells it. */
export function toRunnerEvents(snake: string, events: SnakeEvents): RunnerEvents {
  return {
    logged: (key, turn, message, data) => events.logged({ snake, ...parseGameKey(key), turn }, message, data),
    complained: (key, turn, reason) => events.strategyWarned({ snake, ...parseGameKey(key), turn }, reason),
    childStarted: (pid) => events.childStarted(snake, pid),
    childStopped: (pid, expected, reason) => events.childStopped(snake, pid, expected, reason),
  };
}
