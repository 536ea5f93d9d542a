/** Makes snakes that play in this process from contestants, which are data. */
import { faultOfSource, type SnakeFault } from '../../config/snake-faults.js';
import type { SnakeConfig } from '../../config/types.js';
import { messageOf } from '../../errors/errors.js';
import type { Direction } from '../../rules/types.js';
import { formatGameKey } from '../../snakes/game/live-game.js';
import { budgetOf, Overhead } from '../../snakes/game/overhead.js';
import { validateModule } from '../../snakes/strategy/validate-module.js';
import { importBundle } from '../../snakes/strategy/import-bundle.js';
import type { Strategy } from '../../snakes/strategy/contract.js';
import { toInfo } from '../../snakes/mount.js';
import { mountSnake } from '../../snakes/mount-snake.js';
import { readSource } from '../../snakes/source-content.js';
import { MountedSnake } from '../../snakes/mounted-snake.js';
import { fillOptions } from '../../snakes/strategy/options.js';
import type { ArenaSnake } from '../game/arena-snake.js';
import {
  ContestantsUnusable,
  mayPonder,
  type Contestant,
  type ContestantIndex,
  type ContestSettings,
  type LocalContestant,
  type UnusableContestant,
} from '../contest/contest.js';
import type { GameRequest } from '../../wire/resources.js';
import { checkCustomization } from '../../wire/customization.js';
import { DIALECTS } from '../game/dialects.js';
import { Connections } from '../../exchange/exchange.js';
import { LocalSnake } from '../snakes/local-snake.js';
import { RemoteSnake } from '../snakes/remote-snake.js';
import { MatchRunner } from './match-runner.js';

/** A snake that plays the games of a contest, one at a time. */
export interface ContestSnake {
  readonly snake: ArenaSnake;
  /** The options of its next game (default: its own). A snake on a server ignores this. */
  playWith(options: Readonly<Record<string, unknown>> | undefined): void;
}

type MoveTime = Pick<ContestSettings, 'timeout' | 'ponder' | 'clock'>;

/**
 * A snake for each contestant. Each strategy is imported separately, so that two contestants with the same code share
 * no state. Rejects with {@link ContestantsUnusable}.
 *
 * @param folder for the files that importing code takes.
 * @param loading called before a contestant is loaded.
 */
export async function createSnakes(
  contestants: readonly Contestant[],
  time: MoveTime,
  folder: string,
  loading: (contestant: ContestantIndex) => void,
): Promise<ContestSnake[]> {
  const connections = new Connections();
  const snakes: ContestSnake[] = [];
  const unusable: UnusableContestant[] = [];
  for (const [index, contestant] of contestants.entries()) {
    loading(index);
    if (contestant.kind === 'remote') {
      const url = new URL(contestant.url);
      const snake = new RemoteSnake({ url, dialect: DIALECTS.serpentarium, connections });
      snakes.push({ snake, playWith() {} });
      continue;
    }
    const loaded = await (contestant.code === undefined
      ? start(contestant.config)
      : load(contestant, contestant.code, time, folder));
    if ('snake' in loaded) snakes.push(loaded);
    else unusable.push(...loaded.map(({ path, message }) => ({ contestant: index, path, message })));
  }
  if (unusable.length > 0) throw new ContestantsUnusable(unusable);
  return snakes;
}

async function load(
  contestant: LocalContestant,
  code: string,
  { timeout, ponder, clock }: MoveTime,
  folder: string,
): Promise<ContestSnake | SnakeFault[]> {
  const { config } = contestant;
  let strategy: Strategy;
  try {
    strategy = validateModule(await importBundle(code, folder));
  } catch (thrown) {
    return [faultOfSource(config, messageOf(thrown))];
  }
  const filled = fillOptions(strategy.options, config.options);
  const wrong = checkCustomization(strategy.customization).filter(({ level }) => level === 'fault');
  if ('faults' in filled || wrong.length > 0) {
    const faults = 'faults' in filled ? filled.faults : [];
    return [
      ...wrong.map(({ message }) => faultOfSource(config, message)),
      ...faults.map(({ path, message }) => ({ path: ['options', ...path], message })),
    ];
  }
  const runner = new MatchRunner(strategy, filled.options, { budget: budgetOf(timeout, new Overhead(0), 0), clock });
  const ponders = ponder !== undefined && mayPonder(contestant) && strategy.ponder !== undefined;
  const ponderOn = ({ game, turn, you }: GameRequest, move: Direction) =>
    runner.ponderFor({ key: formatGameKey(game.id, you.id), turn, move }, ponder!);
  const info = toInfo(config.customization, strategy.customization);
  const snake = new LocalSnake(new MountedSnake({ config, info, runner }), ponders ? ponderOn : undefined);
  return { snake, playWith: (options) => runner.playWith(options) };
}

/**
 * Starts a contestant that is no strategy, as a host does. It also has a host's deadlines, because its process is not
 * measured here.
 */
async function start(config: SnakeConfig): Promise<ContestSnake | readonly SnakeFault[]> {
  const deps = { config, content: await readSource(config.source), env: process.env, keepsNotes: true };
  const { snake, playWith, warnings } = await mountSnake(deps);
  if (snake === undefined || playWith === undefined) return warnings;
  return { snake: new LocalSnake(snake), playWith };
}
