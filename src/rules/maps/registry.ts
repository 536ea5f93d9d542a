/** All maps that can be played here, by name. */

import type { GameMap } from './game-map.js';
import { columns, innerWall, rings } from './fixed-hazards.js';
import { royale } from './royale.js';
import { snailMode } from './snail-mode.js';
import { empty, standard } from './standard.js';

const maps = new Map<string, GameMap>();

/**
 * Adds a map to those that can be played.
 *
 * @throws Error when the name is taken.
 */
export function addMap(map: GameMap): void {
  if (maps.has(map.name)) throw new Error(`Map "${map.name}" is there already.`);
  maps.set(map.name, map);
}

for (const map of [standard, empty, royale, snailMode, columns, innerWall, rings]) addMap(map);

/** The names of all maps, in the order in which they were added. */
export function mapNames(): string[] {
  return [...maps.keys()];
}

/**
 * The map of this name.
 *
 * @throws Error naming those there are.
 */
export function findMap(name: string): GameMap {
  const map = maps.get(name);
  if (map === undefined) throw new Error(`There is no map "${name}". Known maps: ${mapNames().join(', ')}.`);
  return map;
}
