/**
 * Finds a seed that reproduces the hazards of a recorded game, so that later ones fit. Maps draw their course once a
 * game and repeat the draws each turn; a recording has the hazards but not the draws.
 */
import { createGameChance, type Chance } from '../../rules/chance.js';
import { createGame, type GameOptions, type RulesGame } from '../../rules/game.js';

/** The part of a recorded game on which its hazards depend. */
export interface RecordedCourse extends Pick<GameOptions, 'ruleset' | 'map' | 'width' | 'height' | 'settings'> {
  /** The number of snakes at the start. */
  readonly beganWith: number;
  /** By turn: the recorded hazards as cells, in any order. The game continues from the last turn. */
  readonly hazards: ReadonlyMap<number, readonly number[]>;
}

/** Number of seeds to try. A board that has shrunk eight times from mixed sides needs a hundred seeds on average. */
const MAX_SEEDS = 20_000;

/**
 * A stream for the coming hazards. `fits` is false if no seed reproduces the recorded ones; then the coming ones may
 * not match the board.
 */
export function findHazardChance(course: RecordedCourse, seed: string | number): { chance: Chance; fits: boolean } {
  const recorded = new Map([...course.hazards].map(([turn, cells]) => [turn, toKey(cells)]));
  const last = Math.max(...recorded.keys());
  const isSteady = new Set(recorded.values()).size < 2 && [...recorded.values()][0] === '';
  let first: Chance | undefined;
  for (let tried = 0; tried < MAX_SEEDS; tried++) {
    const counted = countDraws(createGameChance(tried === 0 ? seed : `${seed} course ${tried}`).hazards);
    first ??= counted;
    const game = startCourse(course, counted, seed);
    if (followsCourse(game, recorded, last)) return { chance: counted, fits: true };
    // Without draws, as in snail_mode, the hazards come from the snakes, and every seed fits.
    if (counted.draws === 0) return { chance: counted, fits: true };
    if (isSteady && tried > 100) break;
  }
  return { chance: first!, fits: false };
}

/** A game on the same map, without food; its snakes stay on their start cells and are never asked. */
function startCourse(
  { beganWith, settings, ...options }: RecordedCourse,
  hazards: Chance,
  seed: string | number,
): RulesGame {
  const snakes = Array.from({ length: beganWith }, (_, seat) => ({ id: String(seat) }));
  const hungry = { ...settings, foodSpawnChance: 0, minimumFood: 0 };
  return createGame({ ...options, snakes, settings: hungry, chance: { ...createGameChance(seed), hazards } });
}

function followsCourse(
  { ruleset, map, position, input }: RulesGame,
  recorded: ReadonlyMap<number, string>,
  last: number,
): boolean {
  for (;;) {
    const expected = recorded.get(position.turn);
    if (expected !== undefined && expected !== toKey(position.hazards.subarray(0, position.hazardCount))) return false;
    if (position.turn >= last) return true;
    for (const stage of ruleset.setUpStages) stage(position, input);
    map.afterTurn?.(position, input);
    position.turn++;
  }
}

function toKey(cells: Iterable<number>): string {
  return [...cells].sort((a, b) => a - b).join(' ');
}

/** The same stream, which counts what is drawn from it. */
function countDraws(chance: Chance): Chance & { draws: number } {
  const counted = {
    draws: 0,
    below: (n: number) => (counted.draws++, chance.below(n)),
    fraction: () => (counted.draws++, chance.fraction()),
    rewind: (sequence: number) => chance.rewind(sequence),
  };
  return counted;
}
