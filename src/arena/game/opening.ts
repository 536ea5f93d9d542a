/**
 * Where the games of a pair begin: after some turns of random safe moves, or at a given position. From the engine's
 * start, two equal strategies repeat one game; openings make every pair different, as in fastchess.
 */
import { createChance, createGameChance, type Chance } from '../../rules/chance.js';
import { createGame, isGameOver, playTurn, type GameOptions, type RulesGame } from '../../rules/game.js';
import type { Position } from '../../rules/position.js';
import { isAlive } from '../../rules/snakes.js';
import { directionsIn, safeMask } from '../../rules/toolkit/moves.js';
import { reachableSpace } from '../../rules/toolkit/reachable.js';
import { MAX_SNAKES, moveNumber, type Seat } from '../../rules/types.js';
import { parseRequest } from '../../wire/reader.js';
import { toPosition } from '../../wire/to-position.js';
import type { StartPosition } from './play-options.js';

/** Plain data: it is part of a contest's plan. */
export type Openings =
  | { readonly kind: 'random'; readonly turns: number }
  /** `name` as the user wrote it; `hash` of all texts; each text is a request, with the board before the first turn. */
  | { readonly kind: 'positions'; readonly name: string; readonly hash: string; readonly texts: readonly string[] };

type OpeningGame = Pick<GameOptions, 'ruleset' | 'map' | 'width' | 'height' | 'settings'> & {
  /** By seat. */
  readonly ids: readonly string[];
};

/** Openings to try before a shorter one. */
const ATTEMPTS = 100;
/** A snake has room if it reaches this many times its own length. */
const ROOM = 3;

/** For people: `after 6 random turns`, `from 40 positions of late/`. */
export function describeOpenings(openings: Openings): string {
  if (openings.kind === 'random') return `after ${openings.turns} random turns`;
  return `from ${openings.texts.length} positions of ${openings.name}`;
}

/** The opening of a pair, the same for all its games. @param seed of the pair. */
export function startOf(openings: Openings, pair: number, seed: string, game: OpeningGame): StartPosition {
  if (openings.kind === 'random') return drawOpening(game, seed, openings.turns);
  const { position } = toPosition(parseRequest(openings.texts[pair % openings.texts.length]!));
  game.ids.forEach((id, seat) => (position.ids[seat] = id));
  return { position, beganWith: position.snakeCount };
}

/**
 * A position after `turns` turns of random safe moves. Every snake lives there, has a safe move, and has room. Fewer
 * turns if the board does not allow so many: after 100 attempts half of them, and so on down to the engine's start.
 */
function drawOpening({ ids, ...game }: OpeningGame, seed: string, turns: number): StartPosition {
  const snakes = ids.map((id) => ({ id }));
  for (let left = turns; ; left >>= 1) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const name = `${seed} opening ${left} ${attempt}`;
      // The hazards follow the course that the rest of the game continues.
      const { hazards } = createGameChance(seed);
      const opened = createGame({ ...game, snakes, chance: { ...createGameChance(name), hazards } });
      const { position } = opened;
      playRandomly(opened, left, createChance(`${name} moves`));
      if (left === 0 || (!isGameOver(opened) && snakes.every((_, seat) => hasRoom(position, seat)))) {
        return { position, beganWith: ids.length };
      }
    }
  }
}

function playRandomly(game: RulesGame, turns: number, chance: Chance): void {
  const { position } = game;
  const moves = new Uint8Array(MAX_SNAKES);
  while (position.turn < turns && !isGameOver(game)) {
    for (let seat = 0; seat < position.snakeCount; seat++) {
      const safe = directionsIn(safeMask(position, seat));
      moves[seat] = moveNumber(safe[chance.below(safe.length)] ?? '');
    }
    playTurn(game, moves);
  }
}

function hasRoom(position: Position, seat: Seat): boolean {
  if (!isAlive(position, seat)) return false;
  return safeMask(position, seat) !== 0 && reachableSpace(position, seat) >= ROOM * position.lengths[seat]!;
}
