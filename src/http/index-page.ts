/**
 * The index of snakes as a page for browsers: no scripts, nothing loaded from elsewhere. Served by `public-routes.ts`.
 */
import { createHash } from 'node:crypto';
import escape from 'escape-html';
import type { HostConfig } from '../config/types.js';

/** The response to `GET /`, unless a snake has the prefix `/`. */
export interface Index {
  readonly name: 'serpentarium';
  readonly version: string;
  readonly snakes: readonly IndexedSnake[];
}

/** One snake of the {@link Index}. */
export interface IndexedSnake {
  readonly prefix: string;
  readonly name: string;
  readonly color?: string | undefined;
  readonly head?: string | undefined;
  readonly tail?: string | undefined;
  /** What tells it from its neighbours: `strategy greedy, hungerBelow 60`. */
  readonly about?: string | undefined;
  /** Two snakes behind one path. */
  readonly experiment?: true | undefined;
}

/** What the index says of each prefix besides the looks. */
export type About = ReadonlyMap<string, Pick<IndexedSnake, 'about' | 'experiment'>>;

/**
 * Describes the snakes and experiments of a configuration. Opponents read it too, so of options that are not a number
 * or `true` or `false` it shows the name alone: a URL may hold a secret.
 */
export function describeMounts({ snakes, experiments }: Pick<HostConfig, 'snakes' | 'experiments'>): About {
  return new Map([
    ...snakes.map(({ prefix, strategy, options }) => {
      const shown = Object.entries(options).map(([name, value]) =>
        typeof value === 'number' || typeof value === 'boolean' ? `${name} ${value}` : name,
      );
      return [prefix, { about: [`strategy ${strategy}`, ...shown].join(', ') }] as const;
    }),
    ...experiments.map(({ prefix }) => [prefix, { about: 'experiment', experiment: true }] as const),
  ]);
}

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
a { display: flex; gap: 1rem; align-items: center; padding: 1rem; border: 1px solid var(--line); border-radius: 0.75rem;
  background: var(--card); color: inherit; text-decoration: none; overflow-wrap: anywhere }
a:hover { border-color: var(--soft) }
a:focus-visible { outline: 3px solid #3d7fd9; outline-offset: 2px }
svg { flex: none; border-radius: 0.5rem; background: var(--paper) }
strong { display: block; font-size: 1.05rem }
code { font: 0.9rem ui-monospace, monospace; color: var(--soft) }
small { display: block; color: var(--soft) }
.experiment a { border-style: dashed }
footer { margin-top: 2.5rem; font-size: 0.875rem }
`;

/** The `Content-Security-Policy` of the page: allows its own style and nothing else. */
export const INDEX_PAGE_POLICY =
  `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; ` +
  `base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

/** Renders the page. Escapes everything that comes from the configuration or a strategy. */
export function renderIndexPage({ name, version, snakes }: Index): string {
  const count = snakes.length === 1 ? '1 Battlesnake lives' : `${snakes.length} Battlesnakes live`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Serpentarium</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Serpentarium</h1>
<p>${count} here.</p>
<ul>
${snakes.map(renderSnake).join('\n')}
</ul>
</main>
<footer>${escape(name)} ${escape(version)}</footer>
</body>
</html>
`;
}

function renderSnake({ prefix, name, color, head, tail, about = '', experiment }: IndexedSnake): string {
  const looks = `head ${head ?? 'default'}, tail ${tail ?? 'default'}`;
  return (
    `<li${experiment ? ' class="experiment"' : ''}><a href="${escape(prefix)}">${drawSnake(color ?? '#888888')}` +
    `<span><strong>${escape(name)}</strong><code>${escape(prefix)}</code><small>${escape(about)}</small><small>${escape(looks)}</small></span></a></li>`
  );
}

/**
 * A picture in the snake's colour. The colour is an attribute, not a style, so the Content-Security-Policy does not
 * apply to it.
 */
function drawSnake(color: string): string {
  return (
    `<svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true"><path d="M12 50h28a8 8 0 0 0 0-16H24a8 8 0 0 1 0-16h22" ` +
    `fill="none" stroke="${escape(color)}" stroke-width="9" stroke-linecap="round"/><circle cx="47" cy="17" r="1.8" fill="#fff"/></svg>`
  );
}
