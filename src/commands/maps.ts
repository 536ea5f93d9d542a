/** `serpentarium maps`: lists the maps, with their board sizes and numbers of snakes. */
import type { Grid } from '../rules/cells.js';
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

/** All sizes; squares with even steps are shortened: `7x7, 9x9 … 25x25`. */
function formatSizes(sizes: readonly Grid[]): string {
  const names = sizes.map(({ width, height }) => `${width}x${height}`);
  const steps = new Set(sizes.slice(1).map(({ width }, index) => width - sizes[index]!.width));
  const isSeries = sizes.length > 3 && steps.size === 1 && sizes.every(({ width, height }) => width === height);
  return isSeries ? `${names[0]}, ${names[1]} … ${names.at(-1)}` : names.join(', ');
}
