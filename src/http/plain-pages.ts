/** Pages without scripts and external files: the index of snakes, and errors. */
import { createHash } from 'node:crypto';
import escape from 'escape-html';
import type { HostConfig } from '../config/types.js';
import { drawSnake } from '../drawing/draw-snake.js';
import { snakeColor } from '../drawing/palette.js';
import { CELL } from '../drawing/scene.js';
import { sceneToSvg } from '../drawing/scene-to-svg.js';

/** The icon of all pages, as a data URL. */
export const ICON =
  'data:image/svg+xml,' +
  encodeURIComponent(
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><path d="M12 50h28a8 8 0 0 0 0-16H24a8 8 0 0 1 0-16h22" ' +
      'fill="none" stroke="#2e8b57" stroke-width="10" stroke-linecap="round"/><circle cx="47" cy="17" r="2" fill="#fff"/></svg>',
  );

const STYLE = `
:root { color-scheme: light dark; --ink: #1c2321; --soft: #5b6663; --paper: #f5f6f3; --card: #fff; --line: #dfe3de }
@media (prefers-color-scheme: dark) {
  :root { --ink: #e8ece9; --soft: #9daaa5; --paper: #121615; --card: #1b2120; --line: #2c3533 }
}
* { box-sizing: border-box }
body { margin: 0 auto; max-width: 60rem; padding: 3rem 1.25rem; background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, sans-serif }
h1 { margin: 0; font-size: 1.75rem; letter-spacing: -0.02em }
p, footer { margin: 0.25rem 0 2rem; color: var(--soft) }
ul { list-style: none; margin: 0; padding: 0; display: grid; gap: 0.75rem;
  grid-template-columns: repeat(auto-fill, minmax(min(17rem, 100%), 1fr)) }
li a { display: flex; gap: 1rem; align-items: center; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem;
  background: var(--card); color: inherit; text-decoration: none; overflow-wrap: anywhere }
li a:hover { border-color: var(--soft) }
a { color: inherit }
a:focus-visible { outline: 3px solid #3d7fd9; outline-offset: 2px }
svg { flex: none; border-radius: 0.5rem; background: var(--paper) }
strong { display: block; font-size: 1.05rem }
code { font: 0.9rem ui-monospace, monospace; color: var(--soft) }
small { display: block; color: var(--soft) }
.experiment a { border-style: dashed }
footer { margin-top: 2.5rem; font-size: 0.875rem }
`;

/** The `Content-Security-Policy` of such a page: its own style and icon only. */
export const PLAIN_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders a page. `body` is HTML: its maker has escaped foreign text. */
export function renderPlainPage(title: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escape(title)}</title>
<link rel="icon" href="${escape(ICON)}">
<style>${STYLE}</style>
</head>
<body>
${body}
</body>
</html>
`;
}

/** Renders an error: its status, and a sentence, which may contain foreign text. */
export function renderErrorPage(status: number, message: string): string {
  const sentence = message.charAt(0).toUpperCase() + message.slice(1);
  return renderPlainPage(
    `${status} · Serpentarium`,
    `<main>\n<h1>${status}</h1>\n<p>${escape(sentence)}</p>\n</main>\n<footer><a href="/">To the start</a></footer>`,
  );
}

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
