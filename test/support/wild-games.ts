/** Games of snakes that live a while and die in every way, and the requests that their engine has sent to each. */
import type { ArenaSnake, SnakeRequest } from '../../src/arena/game/arena-snake.js';
import { DIALECTS } from '../../src/arena/game/dialects.js';
import { play } from '../../src/arena/game/play.js';
import type { PlayOptions } from '../../src/arena/game/play-options.js';
import type { EngineResult } from '../../src/arena/game/watcher.js';
import { createChance } from '../../src/rules/chance.js';
import type { RulesetName } from '../../src/rules/rulesets.js';
import { legalMoves } from '../../src/rules/toolkit/moves.js';
import { toPosition } from '../../src/wire/to-position.js';

export type Dialect = keyof typeof DIALECTS;

export const DIALECT_NAMES = Object.keys(DIALECTS) as Dialect[];

/** A request that an engine has sent to one snake. */
export interface SentRequest {
  readonly action: 'start' | 'move' | 'end';
  readonly body: string;
}

/** A game that was played, and what each seat was sent. */
export interface WildGame {
  readonly name: string;
  readonly dialect: Dialect;
  readonly result: EngineResult;
  readonly sent: readonly (readonly SentRequest[])[];
}

/** Makes random legal moves, and from turn 6 on now and then a deadly one. Keeps what it is sent. */
class WildSnake implements ArenaSnake {
  readonly sent: SentRequest[] = [];
  readonly #chance;

  constructor(seed: string) {
    this.#chance = createChance(seed);
  }

  introduce() {
    return { info: {} };
  }

  start(request: SnakeRequest): undefined {
    this.sent.push({ action: 'start', body: request.text });
  }

  move(request: SnakeRequest) {
    this.sent.push({ action: 'move', body: request.text });
    const { position, seat } = toPosition(request.toObject());
    const moves = position.turn > 5 && this.#chance.below(25) === 0 ? [] : legalMoves(position, seat);
    const move = moves[this.#chance.below(moves.length)] ?? 'up';
    return Promise.resolve({ move, shout: '', latency: 0, took: 0 });
  }

  end(request: SnakeRequest): undefined {
    this.sent.push({ action: 'end', body: request.text });
  }
}

/** Plays a game. In squad, every other snake is of the same squad. */
export async function playWildGame(
  dialect: Dialect,
  ruleset: RulesetName,
  seats: number,
  name: string,
  options: Omit<Partial<PlayOptions>, 'dialect' | 'ruleset' | 'seed' | 'participants'> = {},
): Promise<WildGame> {
  const snakes = Array.from({ length: seats }, (_, seat) => new WildSnake(`${name} ${seat}`));
  const participants = snakes.map((snake, seat) => ({
    snake,
    name: `Snake ${seat}`,
    squad: ruleset === 'squad' ? `squad ${seat % 2}` : '',
  }));
  const royale = { map: 'royale', settings: { royale: { shrinkEveryNTurns: 5 } } };
  const result = await play({
    ruleset,
    dialect: DIALECTS[dialect],
    seed: name,
    maxTurns: 300,
    participants,
    ...(ruleset === 'royale' && royale),
    ...options,
  });
  return { name, dialect, result, sent: snakes.map(({ sent }) => sent) };
}
