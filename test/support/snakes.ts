/** Mounted snakes over strategies written down in a test, and what they told. */
import type { SnakeConfig } from '../../src/config/types.js';
import type { Strategy } from '../../src/snakes/strategy/contract.js';
import { toRunnerEvents, type SnakeEvents } from '../../src/snakes/events.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import type { Arrival } from '../../src/snakes/mount.js';
import { MountedSnake, type MountedSnakeDeps } from '../../src/snakes/mounted-snake.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { sketchRequest, type RequestSketch } from './requests.js';

/** An event as it was told: its name, and its arguments. */
export type ToldEvent = {
  readonly [Name in keyof SnakeEvents]: readonly [Name, ...Parameters<SnakeEvents[Name]>];
}[keyof SnakeEvents];

export interface TestSnake {
  readonly snake: MountedSnake;
  /** What was told so far, once the loop has turned. */
  told(): Promise<ToldEvent[]>;
  start(sketch?: RequestSketch): void;
  move(sketch?: RequestSketch): ReturnType<MountedSnake['answer']>;
  end(sketch?: RequestSketch): void;
}

export function mountStrategy(
  strategy: Partial<Strategy>,
  over: Partial<SnakeConfig> = {},
  recorder?: MountedSnakeDeps['recorder'],
  shadow?: MountedSnakeDeps['shadow'],
): TestSnake {
  const told: ToldEvent[] = [];
  const events = new Proxy({} as SnakeEvents, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        told.push([name, ...args] as unknown as ToldEvent),
  });
  const config: SnakeConfig = {
    prefix: '/test',
    strategy: 'test',
    file: '/test.ts',
    name: 'test',
    customization: {},
    options: {},
    isolation: 'inline',
    processes: 1,
    memoryMb: 256,
    env: [],
    overhead: 60,
    ...over,
  };
  const runner = new InlineRunner(
    { customization: {}, move: () => 'left', ...strategy },
    {},
    toRunnerEvents(config.prefix, events),
  );
  const info = { apiversion: '1' } as const;
  const snake = new MountedSnake({ config, info, runner, events, recorder, shadow });
  return {
    snake,
    told: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return told;
    },
    start: (sketch) => snake.start(...arrive(sketch)),
    move: (sketch) => snake.answer(...arrive(sketch)),
    end: (sketch) => snake.end(...arrive(sketch)),
  };
}

function arrive(sketch: RequestSketch = {}): [GameRequest, Arrival] {
  const request = sketchRequest(sketch);
  return [request, { text: JSON.stringify(request), at: performance.now() }];
}
