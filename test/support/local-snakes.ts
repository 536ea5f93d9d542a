/** Strategies mounted inline, as snakes of the arena; the shipped ones by name. */
import { LocalSnake } from '../../src/arena/snakes/local-snake.js';
import type { Participant } from '../../src/arena/game/play-options.js';
import { defaultSnake } from '../../src/commands/choose-snake.js';
import { validateModule } from '../../src/snakes/strategy/validate-module.js';
import type { SnakeListener } from '../../src/snakes/snake-report.js';
import { InlineRunner } from '../../src/snakes/inline-runner.js';
import { toInfo } from '../../src/snakes/mount.js';
import { MountedSnake } from '../../src/snakes/mounted-snake.js';
import { fillOptions } from '../../src/snakes/strategy/options.js';
import * as cautious from '../../strategies/cautious.js';
import * as champion from '../../strategies/champion.js';
import * as constant from '../../strategies/constant.js';
import * as explorer from '../../strategies/explorer.js';
import * as follower from '../../strategies/follower.js';
import * as greedy from '../../strategies/greedy.js';
import * as hunter from '../../strategies/hunter.js';
import * as planner from '../../strategies/planner.js';
import * as random from '../../strategies/random.js';
import * as sparring from '../../strategies/sparring.js';
import * as surveyor from '../../strategies/surveyor.js';

/** The strategies of this repository. */
export const SHIPPED: Readonly<Record<string, object>> = {
  constant,
  random,
  greedy,
  cautious,
  follower,
  explorer,
  planner,
  surveyor,
  hunter,
  sparring,
  champion,
};

/** A strategy, given by its exports, mounted with its default options. */
export function mountExports(name: string, exports: object, listener?: SnakeListener): MountedSnake {
  const strategy = validateModule({ ...exports });
  const filled = fillOptions(strategy.options, {});
  if ('faults' in filled) throw new Error(JSON.stringify(filled.faults));
  const config = { ...defaultSnake(name, `/${name}.ts`), overhead: 0 };
  const runner = new InlineRunner(strategy, filled.options, (report) => listener?.(config.prefix, report));
  const info = toInfo(config.customization, strategy.customization);
  return new MountedSnake({ config, info, runner, listener });
}

/** A participant that plays a strategy, given by its exports, with its default options. */
export function createParticipant(name: string, exports: object, listener?: SnakeListener): Participant {
  return { name, snake: new LocalSnake(mountExports(name, exports, listener)) };
}

/** Participants that play shipped strategies, by name. */
export function createParticipants(...names: (keyof typeof SHIPPED)[]): Participant[] {
  return names.map((name) => createParticipant(name, SHIPPED[name]!));
}
