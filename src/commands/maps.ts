/** `serpentarium maps`: lists the maps, with their board sizes and numbers of snakes. */
import type { GameMap } from '../rules/maps/game-map.js';
import { findMap, mapNames } from '../rules/maps/registry.js';
import { formatTable, terminalWidth } from '../terminal/format-table.js';
import { print, printJson } from '../terminal/print.js';
import { defineCommand } from './define-command.js';
import { JSON_FLAG } from './flags.js';

export default defineCommand({
  flags: [JSON_FLAG],
  examples: ['maps'],
  run({ flags }) {
    if (flags.json) return printJson(mapNames().map(toJson), 2);
    const rows = mapNames().map((name) => {
      const { sizes, snakes, description } = findMap(name);
      return [name, formatSizes(sizes), `${snakes.min} to ${snakes.max}`, description];
    });
    print(formatTable(['map', 'boards', 'snakes', 'description'], rows, { width: terminalWidth(), wraps: [3] }));
  },
});

function toJson(name: string) {
  const { sizes, snakes, description } = findMap(name);
  return { map: name, boards: sizes, snakes, description };
}

function formatSizes(sizes: GameMap['sizes']): string {
  return sizes === 'any' ? sizes : sizes.map(({ width, height }) => `${width}x${height}`).join(', ');
}
