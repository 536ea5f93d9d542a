/** All that a test of a strategy may import: `import { … } from 'serpentarium/testing'`. */
import type { BoardRules } from './rules/position.js';
import { headLetter } from './rules/picture/legend.js';
import { parsePicture } from './rules/picture/parse-picture.js';
import type { RulesetName } from './rules/rulesets.js';
import { fillSettings } from './rules/settings.js';
import { isAlive } from './rules/snakes.js';
import { safeMove } from './rules/toolkit/safe-move.js';
import type { Direction } from './rules/types.js';
import { toFrame, toRequest } from './wire/frame.js';
import type { CleanMove } from './wire/move.js';
import { DEFAULT_CUSTOMIZATION, DEFAULT_TIMEOUT, type Game, type GameRequest } from './wire/resources.js';
import { toPosition } from './wire/to-position.js';
import { validateModule } from './snakes/strategy/validate-module.js';
import { fillOptions, findMismatches } from './snakes/strategy/options.js';
import { Session } from './snakes/strategy/session.js';
export { formatPicture } from './rules/picture/format-picture.js';
export { parsePicture } from './rules/picture/parse-picture.js';

/** Which snake {@link playPosition} asks, and how. */
export interface PlayPositionOptions {
  /** The letter of the snake that is asked (default: `A`). */
  readonly snake?: string;
  /** Options of the strategy; the others have their defaults. */
  readonly options?: Readonly<Record<string, unknown>>;
  /** The engine's timeout, in ms (default: 500). */
  readonly timeout?: number;
  /** The id of the game, which seeds the strategy's random numbers. */
  readonly game?: string;
}

/**
 * The move of a strategy, given as its module, on a position drawn as text: its own, or if it returns nothing, its last
 * proposal or the safe move, as a host would send. Rejects with the reason if the strategy is not valid, throws, is
 * late or returns something that is not a move, and if the picture or the options cannot be read.
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
  const { options: written = {} } = options;
  const filled = fillOptions(strategy.options, written, findMismatches(strategy.options, written));
  if ('faults' in filled) throw new Error(filled.faults.map(({ message }) => message).join(' '));
  const session = new Session(strategy);
  session.options = filled.options;

  const request = turnFrom(picture, options);
  const text = JSON.stringify(request);
  const job = { key: request.game.id, request, text, dead: [], lastTurn: undefined };
  const outcome = await session.move(job, performance.now() + request.game.timeout);
  if (outcome.kind === 'moved') return outcome.move;
  if (outcome.kind === 'delegated') return outcome.proposal ?? { move: safeMoveOn(picture, options) };
  throw new Error(`${outcome.kind}: ${outcome.reason}`);
}

/**
 * The request for a snake of a picture. Throws an `Error` if the picture cannot be read or does not show the snake
 * alive.
 */
export function turnFrom(picture: string, options: PlayPositionOptions = {}): GameRequest {
  const { snake = 'A', timeout, game } = options;
  const position = parsePicture(picture);
  const letters = Array.from({ length: position.snakeCount }, (_, seat) => headLetter(seat));
  const seat = letters.indexOf(snake);
  if (seat < 0 || !isAlive(position, seat)) throw new Error(`The picture shows no living snake "${snake}".`);
  const profiles = letters.map((name) => ({ name, customizations: DEFAULT_CUSTOMIZATION, latency: '0', shout: '' }));
  const frame = toFrame(position, profiles, { showsEliminated: false, showsOffBoard: false });
  const gameObject = gameWith(position.rules, game ?? 'position', timeout ?? DEFAULT_TIMEOUT);
  return toRequest(gameObject, frame, frame.snakes[seat]!);
}

function safeMoveOn(picture: string, options: PlayPositionOptions): Direction {
  const { position, seat } = toPosition(turnFrom(picture, options));
  return safeMove(position, seat);
}

/** A game object whose settings give a position these rules. */
function gameWith(rules: BoardRules, id: string, timeout: number): Game {
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
