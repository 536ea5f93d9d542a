import { drawnMaps } from './drawn-maps.js';
import type { GameMap } from './game-map.js';
import { columns, innerWall, rings } from './fixed-hazards.js';
import { hazardPits, healingPools, sinkholes } from './moving/hollows.js';
import { soloMaze } from './moving/solo-maze.js';
import { expandBox, expandScatter, growBox, scatter, spiral } from './moving/spreading.js';
import { royale, empty, standard } from './standard.js';
import { snailMode } from './snail-mode.js';

const everySize = [standard, empty, royale, snailMode, columns, innerWall, rings];
const moving = [healingPools, hazardPits, sinkholes, spiral, scatter, growBox, expandBox, expandScatter, soloMaze];
const maps = new Map<string, GameMap>([...everySize, ...drawnMaps, ...moving].map((map) => [map.name, map]));

/** The names of all maps, in their order above. */
export function mapNames(): string[] {
  return [...maps.keys()];
}

/** The map of this name. Throws an `Error` that lists the known names if there is no such map. */
export function findMap(name: string): GameMap {
  const map = maps.get(name);
  if (map === undefined) throw new Error(`There is no map "${name}". Known maps: ${mapNames().join(', ')}.`);
  return map;
}
