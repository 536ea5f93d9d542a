/** Mounted snakes with strategies written in a test, and the events that they report. */
import { defaultSnake } from '../../src/config/choose-snake.js';
import type { SnakeConfig } from '../../src/config/types.js';
import type { Strategy } from '../../src/snakes/strategy/contract.js';
import { toRunnerListener, type SnakeListener } from '../../src/snakes/snake-listener.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import type { Arrival } from '../../src/snakes/mount.js';
import { MountedSnake, type MountedSnakeDeps } from '../../src/snakes/mounted-snake.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { sketchRequest, type RequestSketch } from './requests.js';

/** An event of a mounted snake: its name, and its arguments. */
export type SnakeEvent = {
  readonly [Name in keyof SnakeListener]: readonly [Name, ...Parameters<SnakeListener[Name]>];
}[keyof SnakeListener];

/** A mounted snake to which a test sends requests drawn up from sketches. */
export interface TestSnake {
  readonly snake: MountedSnake;
  /** The events so far, once those of the last answer have left. */
  events(): Promise<SnakeEvent[]>;
  start(sketch?: RequestSketch, more?: Partial<Arrival>): void;
  /** `more` replaces parts of the arrival. */
  move(sketch?: RequestSketch, more?: Partial<Arrival>): ReturnType<MountedSnake['answer']>;
  end(sketch?: RequestSketch, more?: Partial<Arrival>): void;
}

/** Mounts a strategy inline; what it lacks does nothing, and moves left. `over` replaces parts of the configuration. */
export function mountStrategy(
  strategy: Partial<Strategy>,
  over: Partial<SnakeConfig> = {},
  recorder?: MountedSnakeDeps['recorder'],
  shadow?: MountedSnakeDeps['shadow'],
  limits?: MountedSnakeDeps['limits'],
): TestSnake {
  const reported: SnakeEvent[] = [];
  const events = new Proxy({} as SnakeListener, {
    get:
      (_, name) =>
      (...args: unknown[]) =>
        reported.push([name, ...args] as unknown as SnakeEvent),
  });
  const config: SnakeConfig = { ...defaultSnake('test', '/test.ts'), prefix: '/test', isolation: 'inline', ...over };
  const runner = new InlineRunner(
    { customization: {}, move: () => 'left', ...strategy },
    {},
    toRunnerListener(config.prefix, events),
  );
  const info = { apiversion: '1' } as const;
  const snake = new MountedSnake({ config, info, runner, listener: events, recorder, shadow, limits });
  return {
    snake,
    events: async () => {
      await new Promise((resolve) => setImmediate(resolve));
      return reported;
    },
    start: (sketch, more) => {
      const [request, arrival] = arrive(sketch);
      snake.start(request, { ...arrival, ...more });
    },
    move: (sketch, more) => {
      const [request, arrival] = arrive(sketch);
      return snake.answer(request, { ...arrival, ...more });
    },
    end: (sketch, more) => {
      const [request, arrival] = arrive(sketch);
      snake.end(request, { ...arrival, ...more });
    },
  };
}

function arrive(sketch: RequestSketch = {}): [GameRequest, Arrival] {
  const request = sketchRequest(sketch);
  return [request, { text: JSON.stringify(request), at: performance.now() }];
}
