/** The index of snakes as a page for browsers. Served by `snake-routes.ts`. */
import escape from 'escape-html';
import type { HostConfig } from '../config/types.js';
import { drawSnake } from '../drawing/draw-snake.js';
import { snakeColor } from '../drawing/palette.js';
import { CELL } from '../drawing/scene.js';
import { sceneToSvg } from '../drawing/scene-to-svg.js';
import { renderPlainPage } from './plain-page.js';

/** The response to `GET /`, unless a snake has the prefix `/`. */
export interface Index {
  readonly name: 'serpentarium';
  readonly version: string;
  readonly snakes: readonly IndexedSnake[];
}

export interface IndexedSnake {
  readonly prefix: string;
  readonly name: string;
  readonly color?: string | undefined;
  readonly head?: string | undefined;
  readonly tail?: string | undefined;
  /** Distinguishes it from its neighbours: `strategy greedy, hungerBelow 60`. */
  readonly about?: string | undefined;
  readonly experiment?: true | undefined;
}

export type About = ReadonlyMap<string, Pick<IndexedSnake, 'about' | 'experiment'>>;

/**
 * Describes the snakes and experiments of a configuration. Opponents read it too, so it shows values of numbers and
 * booleans only: other options may contain secrets.
 */
export function describeMounts({ snakes, experiments }: Pick<HostConfig, 'snakes' | 'experiments'>): About {
  return new Map([
    ...snakes.map(({ prefix, source, options }) => {
      const shown = Object.entries(options).map(([name, value]) =>
        typeof value === 'number' || typeof value === 'boolean' ? `${name} ${value}` : name,
      );
      return [prefix, { about: [`${source.kind} ${source.name}`, ...shown].join(', ') }] as const;
    }),
    ...experiments.map(({ prefix }) => [prefix, { about: 'experiment', experiment: true }] as const),
  ]);
}

/** Renders the page. Escapes everything that comes from the configuration or a strategy. */
export function renderIndexPage({ name, version, snakes }: Index): string {
  const count = snakes.length === 1 ? '1 Battlesnake lives' : `${snakes.length} Battlesnakes live`;
  return renderPlainPage(
    'Serpentarium',
    `<main>
<h1>Serpentarium</h1>
<p>${count} here.</p>
<ul>
${snakes.map(renderSnake).join('\n')}
</ul>
</main>
<footer>${escape(name)} ${escape(version)}</footer>`,
  );
}

function renderSnake({ prefix, name, about = '', experiment, ...customization }: IndexedSnake): string {
  return (
    `<li${experiment ? ' class="experiment"' : ''}><a href="${escape(prefix)}">${drawPortrait(customization)}` +
    `<span><strong>${escape(name)}</strong><code>${escape(prefix)}</code><small>${escape(about)}</small></span></a></li>`
  );
}

const SIDE = 3;
/** It winds through all cells, from the head at the top right. */
const BODY = [2, 1, 0, 0, 1, 2, 2, 1, 0].map((x, index) => ({ x, y: SIDE - 1 - Math.floor(index / SIDE) }));

/** The snake with its colour, head and tail. The name next to it is read aloud in its place. */
function drawPortrait({ color, head, tail }: Pick<IndexedSnake, 'color' | 'head' | 'tail'>): string {
  const snake = { seat: 0, body: BODY, color: snakeColor(color, 0), head, tail };
  const shapes = drawSnake({ width: SIDE, height: SIDE }, snake);
  const picture = sceneToSvg({ width: SIDE * CELL, height: SIDE * CELL, label: '', shapes }, 72);
  return picture.replace('role="img"', 'aria-hidden="true"');
}
