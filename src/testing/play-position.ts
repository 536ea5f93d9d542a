/** A strategy asked about one position drawn as text: for its tests. `testing.ts` hands this out. */
import type { BoardRules } from '../rules/position.js';
import { headLetter } from '../rules/picture/legend.js';
import { parsePicture } from '../rules/picture/parse-picture.js';
import type { RulesetName } from '../rules/rulesets.js';
import { fillSettings } from '../rules/settings.js';
import { isAlive } from '../rules/snakes.js';
import { toFrame, toRequest } from '../wire/frame.js';
import type { CleanMove } from '../wire/move.js';
import { DEFAULT_LOOKS, DEFAULT_TIMEOUT, type Game, type GameRequest } from '../wire/resources.js';
import { validateModule } from '../snakes/strategy/validate-module.js';
import { fillOptions } from '../snakes/strategy/options.js';
import { Session } from '../snakes/strategy/session.js';

/** Who is asked, and how. */
export interface PlayPositionOptions {
  /** The letter of the snake that is asked: `A` unless given. */
  readonly snake?: string;
  /** Options of the strategy; the rest are its defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The engine's allowance, in ms. */
  readonly timeout?: number;
  /** The strategy's random numbers follow from it. */
  readonly game?: string;
}

/**
 * What a strategy, given as its module, answers on a position drawn as text. Rejects with the reason when it answers no
 * move, throws or is late, and when picture or options cannot be read.
 *
 * ```ts
 * const { move } = await playPosition(greedy, `
 *   ..*..
 *   ..A..
 *   ..aa.
 * `);
 * ```
 */
export async function playPosition(
  module: Record<string, unknown>,
  picture: string,
  options: PlayPositionOptions = {},
): Promise<CleanMove> {
  const strategy = validateModule(module);
  const filled = fillOptions(strategy.options, options.options ?? {});
  if ('faults' in filled) throw new Error(filled.faults.map(({ message }) => message).join(' '));
  const session = new Session(strategy, { logged: () => undefined, complained: () => undefined });
  session.options = filled.options;

  const request = turnFrom(picture, options);
  const text = JSON.stringify(request);
  const job = { key: request.game.id, request, text, lastTurn: undefined };
  const outcome = await session.move(job, performance.now() + request.game.timeout);
  if (outcome.kind === 'moved') return outcome.move;
  throw new Error(`${outcome.kind}: ${outcome.reason}`);
}

/** The request that a snake of a picture gets. Throws an `Error` when the picture cannot be read, or does not show the snake. */
export function turnFrom(picture: string, { snake = 'A', timeout, game }: PlayPositionOptions = {}): GameRequest {
  const position = parsePicture(picture);
  const letters = Array.from({ length: position.snakeCount }, (_, seat) => headLetter(seat));
  const seat = letters.indexOf(snake);
  if (seat < 0 || !isAlive(position, seat)) throw new Error(`The picture shows no living snake "${snake}".`);
  const guises = letters.map((name) => ({ name, customizations: DEFAULT_LOOKS, latency: '0', shout: '' }));
  const frame = toFrame(position, guises, { showsEliminated: false, showsOffBoard: false });
  const told = tellGame(position.rules, game ?? 'position', timeout ?? DEFAULT_TIMEOUT);
  return toRequest(told, frame, frame.snakes[seat]!);
}

/** The game in which a board has these rules. */
function tellGame(rules: BoardRules, id: string, timeout: number): Game {
  const { hazardDamage: hazardDamagePerTurn, matesPass: allowBodyCollisions } = rules;
  const settings = fillSettings({ hazardDamagePerTurn, squad: { allowBodyCollisions } });
  const deprecated = { hazardMap: '', hazardMapAuthor: '' };
  const ruleset = { name: rulesetOf(rules), version: 'serpentarium', settings: { ...settings, ...deprecated } };
  return { id, ruleset, map: '', timeout, source: '' };
}

function rulesetOf({ wraps, grows, matesPass }: BoardRules): RulesetName {
  if (matesPass) return 'squad';
  if (grows) return wraps ? 'wrapped_constrictor' : 'constrictor';
  return wraps ? 'wrapped' : 'standard';
}
