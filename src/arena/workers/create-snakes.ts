/** Makes snakes that play in this process from contestants, which are data. */
import { messageOf } from '../../errors/errors.js';
import type { Direction } from '../../rules/types.js';
import { formatGameKey } from '../../snakes/game/live-game.js';
import { budgetOf, Overhead } from '../../snakes/game/overhead.js';
import { validateModule } from '../../snakes/strategy/validate-module.js';
import { importBundle } from '../../snakes/strategy/import-bundle.js';
import { mountSnake } from '../../snakes/mount-snake.js';
import { readSource } from '../../snakes/source-content.js';
import { MountedSnake } from '../../snakes/mounted-snake.js';
import { fillOptions } from '../../snakes/strategy/options.js';
import type { ArenaSnake } from '../game/arena-snake.js';
import { mayPonder, type Contestant, type ContestSettings, type LocalContestant } from '../contest/contest.js';
import type { GameRequest } from '../../wire/resources.js';
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
 * no state. Rejects with the name of a contestant whose strategy cannot be loaded.
 *
 * @param folder for the files that importing code takes.
 */
export async function createSnakes(
  contestants: readonly Contestant[],
  time: MoveTime,
  folder: string,
): Promise<ContestSnake[]> {
  const connections = new Connections();
  const snakes: ContestSnake[] = [];
  for (const contestant of contestants) {
    if (contestant.kind === 'local') snakes.push(await mount(contestant, time, folder));
    else {
      const url = new URL(contestant.url);
      const snake = new RemoteSnake({ url, dialect: DIALECTS.serpentarium, connections });
      snakes.push({ snake, playWith() {} });
    }
  }
  return snakes;
}

async function mount(
  contestant: LocalContestant,
  { timeout, ponder, clock }: MoveTime,
  folder: string,
): Promise<ContestSnake> {
  const { name, config, info, code } = contestant;
  if (code === undefined) return start(contestant);
  try {
    const strategy = validateModule(await importBundle(code, folder));
    const filled = fillOptions(strategy.options, config.options);
    if ('faults' in filled) throw new Error(filled.faults.map(({ message }) => message).join('; '));
    const runner = new MatchRunner(strategy, filled.options, { budget: budgetOf(timeout, new Overhead(0), 0), clock });
    const ponders = ponder !== undefined && mayPonder(contestant) && strategy.ponder !== undefined;
    const ponderOn = ({ game, turn, you }: GameRequest, move: Direction) =>
      runner.ponderFor({ key: formatGameKey(game.id, you.id), turn, move }, ponder!);
    const snake = new LocalSnake(new MountedSnake({ config, info, runner }), ponders ? ponderOn : undefined);
    return { snake, playWith: (options) => runner.playWith(options) };
  } catch (thrown) {
    throw new Error(`strategy of "${name}": ${messageOf(thrown)}`, { cause: thrown });
  }
}

/**
 * Starts a contestant that is no strategy, as a host does. It also has a host's deadlines, because its process is not
 * measured here.
 */
async function start({ name, config }: LocalContestant): Promise<ContestSnake> {
  const { env } = process;
  const { snake, playWith, warnings } = await mountSnake({ config, content: await readSource(config.source), env });
  if (snake === undefined || playWith === undefined)
    throw new Error(`"${name}": ${warnings.map(({ message }) => message).join('; ')}`);
  return { snake: new LocalSnake(snake), playWith };
}
