/** Plays games of random legal movers, with any ruleset on any map, for tests of the rules. */
import type { Position } from '../../src/rules/position.js';
import type { Grid } from '../../src/rules/cells.js';
import { createChance, createGameChance, type Chance } from '../../src/rules/chance.js';
import { createGame, isGameOver, playTurn, type GameOptions, type RulesGame } from '../../src/rules/game.js';
import { findMap } from '../../src/rules/maps/registry.js';
import { directionsIn, legalMask } from '../../src/rules/toolkit/moves.js';
import { MAX_SNAKES, moveNumber } from '../../src/rules/types.js';

/** Snakes named a, b, c and so on. */
export function snakesNamed(count: number): { id: string }[] {
  return Array.from({ length: count }, (_, seat) => ({ id: String.fromCharCode(97 + seat) }));
}

/** A game that begins on a square board of a map; the side is its seed, too. */
export function gameOn(map: string, side: number, snakes: number, more: Partial<GameOptions> = {}): RulesGame {
  return createGame({
    ruleset: 'standard',
    map,
    width: side,
    height: side,
    snakes: snakesNamed(snakes),
    chance: createGameChance(side),
    ...more,
  });
}

/** The square boards of the platform, which are all that some maps are recorded on. */
const SQUARES = [7, 9, 11, 13, 15, 17, 19, 21, 23, 25].map((side) => ({ width: side, height: side }));

/** The boards of a map; of one that takes any, the platform's boards. */
export function boardsOf(map: string): readonly Grid[] {
  const { sizes } = findMap(map);
  return sizes === 'any' ? SQUARES : sizes;
}

/** A board that a map takes: 11x11 if possible, else the first of its sizes. */
export function boardFor(map: string): Grid {
  const sizes = boardsOf(map);
  return sizes.find(({ width }) => width === 11) ?? sizes[0]!;
}

/** Writes a random legal move for each snake to `moves`, by seat; `up` for a snake without a legal move. */
export function chooseRandomly(position: Position, moves: Uint8Array, chance: Chance): void {
  for (let seat = 0; seat < position.snakeCount; seat++) {
    const legal = directionsIn(legalMask(position, seat));
    moves[seat] = legal.length === 0 ? 0 : moveNumber(legal[chance.below(legal.length)]!);
  }
}

/** Plays a game of random movers to its end, or for 300 turns. `eachTurn` is called after every turn. */
export function playRandomly(
  options: Partial<GameOptions> & { seed: number },
  eachTurn: (game: RulesGame) => void = () => {},
): RulesGame {
  const { seed } = options;
  const game = createGame({
    ruleset: 'standard',
    map: 'standard',
    width: 11,
    height: 11,
    snakes: snakesNamed(4),
    chance: createGameChance(seed),
    ...options,
  });
  const mover = createChance(`mover ${seed}`);
  const moves = new Uint8Array(MAX_SNAKES);
  while (!isGameOver(game) && game.position.turn < 300) {
    chooseRandomly(game.position, moves, mover);
    playTurn(game, moves);
    eachTurn(game);
  }
  return game;
}
