/** Mounted snakes with strategies written in a test, and the events that they report. */
import { defaultSnake } from '../../src/commands/choose-snake.js';
import type { SnakeConfig } from '../../src/config/types.js';
import type { Strategy } from '../../src/snakes/strategy/contract.js';
import type { SnakeReport } from '../../src/snakes/snake-report.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import type { Arrival } from '../../src/snakes/mount.js';
import { MountedSnake, type MountedSnakeDeps } from '../../src/snakes/mounted-snake.js';
import type { GameRequest } from '../../src/wire/resources.js';
import { sketchRequest, type RequestSketch } from './requests.js';

/** What a mounted snake has reported, and its prefix. */
export type SnakeEvent = SnakeReport & { readonly snake: string };

/** A mounted snake to which a test sends requests drawn up from sketches. */
export interface TestSnake {
  readonly snake: MountedSnake;
  /** The events so far, the events of the last answer included. */
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
  const listener = (snake: string, report: SnakeReport) => void reported.push({ ...report, snake });
  const config: SnakeConfig = { ...defaultSnake('test', '/test.ts'), prefix: '/test', isolation: 'inline', ...over };
  const complete: Strategy = { customization: {}, move: () => 'left', ...strategy };
  const runner = new InlineRunner(complete, {}, (report) => listener(config.prefix, report));
  const info = { apiversion: '1' } as const;
  const snake = new MountedSnake({ config, info, runner, listener, recorder, shadow, limits });
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
