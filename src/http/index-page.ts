/** The index of snakes as a page for browsers. Served by `snake-routes.ts`. */
import escape from 'escape-html';
import { type HostConfig, publicNameOfSource } from '../config/types.js';
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
      return [prefix, { about: [publicNameOfSource(source), ...shown].join(', ') }] as const;
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

function renderSnake({ prefix, name, color, head, tail, about = '', experiment }: IndexedSnake): string {
  const looks = `head ${head ?? 'default'}, tail ${tail ?? 'default'}`;
  return (
    `<li${experiment ? ' class="experiment"' : ''}><a href="${escape(prefix)}">${drawSnake(color ?? '#888888')}` +
    `<span><strong>${escape(name)}</strong><code>${escape(prefix)}</code><small>${escape(about)}</small><small>${escape(looks)}</small></span></a></li>`
  );
}

/** A picture in the snake's colour. The colour is an attribute, because the Content-Security-Policy forbids styles. */
function drawSnake(color: string): string {
  return (
    `<svg width="64" height="64" viewBox="0 0 64 64" aria-hidden="true"><path d="M12 50h28a8 8 0 0 0 0-16H24a8 8 0 0 1 0-16h22" ` +
    `fill="none" stroke="${escape(color)}" stroke-width="9" stroke-linecap="round"/><circle cx="47" cy="17" r="1.8" fill="#fff"/></svg>`
  );
}
