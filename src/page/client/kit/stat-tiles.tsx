/** Figures at a glance: each with its name, and a note below. */
import type { ComponentChildren } from 'preact';
import type { Tone } from '../format/words.js';

interface StatTileProps {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
  readonly tone?: Tone | undefined;
}

export function StatTiles({ children, label }: { children: ComponentChildren; label: string }) {
  return (
    <dl class="tiles" aria-label={label}>
      {children}
    </dl>
  );
}

export function StatTile({ name, children, note, tone }: StatTileProps) {
  return (
    <div class={tone ? `tile ${tone}` : 'tile'}>
      <dt>{name}</dt>
      <dd class="figure">{children}</dd>
      {note !== undefined && <dd class="note">{note}</dd>}
    </div>
  );
}
