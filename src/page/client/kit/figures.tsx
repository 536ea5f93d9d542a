/** Small pieces that show a figure, a word or a moment. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { describePlace, type Tone } from '../../../views/words.js';
import { formatMoment, formatTimeAgo } from '../../../views/times.js';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string | undefined;
  readonly children: ComponentChildren;
}

export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone ? `badge ${tone}` : 'badge'} title={title}>
      {children}
    </span>
  );
}

interface PlaceBadgeProps extends Pick<BadgeProps, 'title'> {
  readonly of: Parameters<typeof describePlace>[0];
}

export function PlaceBadge({ of, title }: PlaceBadgeProps) {
  const { word, place } = describePlace(of);
  return (
    <span class={place ? `badge place-${place}` : 'badge'} title={title}>
      {word}
    </span>
  );
}

interface BarProps {
  /** Says what it measures, with the figure; read aloud. */
  readonly label: string;
  readonly value: number;
  readonly max: number;
  readonly tone?: Tone | undefined;
}

export function Bar({ label, value, max, tone }: BarProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <svg
      class={tone ? `bar ${tone}` : 'bar'}
      role="img"
      aria-label={label}
      viewBox="0 0 100 4"
      preserveAspectRatio="none"
    >
      <rect class="whole" width="100" height="4" />
      <rect class="part" width={share * 100} height="4" />
    </svg>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts in two columns, without the absent ones. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const known = facts.filter(([, value]) => value !== undefined && value !== false && value !== null && value !== '');
  if (known.length === 0) return null;
  return (
    <dl class="facts">
      {known.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export interface Tile {
  readonly name: string;
  readonly figure: ComponentChildren;
  readonly note?: ComponentChildren;
  /** A longer description of the name, shown when pointed at. */
  readonly title?: string;
  readonly tone?: Tone | undefined;
}

/** The figures of a page at a glance, without the absent ones. */
export function Tiles({ label, tiles }: { label: string; tiles: readonly (Tile | false | undefined)[] }) {
  return (
    <dl class="tiles" aria-label={label}>
      {tiles.map(
        (tile) =>
          tile && (
            <div key={tile.name} class={tile.tone ? `card tile ${tile.tone}` : 'card tile'}>
              <dt class="soft small" title={tile.title}>
                {tile.name}
              </dt>
              <dd class="figure">{tile.figure}</dd>
              {tile.note !== undefined && <dd class="soft small">{tile.note}</dd>}
            </div>
          ),
      )}
    </dl>
  );
}

/** Interval between updates of relative times, in ms. */
const UPDATE_MS = 5000;

/** How long ago `at`, in ms since 1970, was; the moment itself shows when pointed at. */
export function TimeAgo({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatTimeAgo(at, Math.max(now, at))}
    </time>
  );
}
