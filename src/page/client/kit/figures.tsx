/** Small pieces that show a figure, a word or a moment. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { describePlace, type Tone } from '../format/words.js';
import { sparklinePoints } from '../format/numbers.js';
import { formatMoment, formatTimeAgo, timeAgoChangesIn } from '../format/times.js';

interface BadgeProps {
  readonly tone?: Tone | undefined;
  readonly title?: string;
  readonly children: ComponentChildren;
}

export function Badge({ tone, title, children }: BadgeProps) {
  return (
    <span class={tone ? `badge ${tone}` : 'badge'} title={title}>
      {children}
    </span>
  );
}

export function PlaceBadge({ of }: { of: Parameters<typeof describePlace>[0] }) {
  const { word, place } = describePlace(of);
  return <span class={place === undefined ? 'badge' : `badge place-${place}`}>{word}</span>;
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

interface SparklineProps {
  /** Says what the curve shows; read aloud. */
  readonly label: string;
  /** From 0 to 1, oldest first; `undefined` is a gap. */
  readonly values: readonly (number | undefined)[];
}

export function Sparkline({ label, values }: SparklineProps) {
  return (
    <svg class="sparkline" role="img" aria-label={label} viewBox="0 0 100 24" preserveAspectRatio="none">
      {sparklinePoints(values, 100, 24).map((points, stretch) => (
        <polyline key={stretch} points={points} />
      ))}
    </svg>
  );
}

export type Fact = readonly [name: string, value: ComponentChildren];

/** Facts in two columns; those that are absent are left out. */
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

interface StatTileProps {
  readonly name: string;
  readonly children: ComponentChildren;
  readonly note?: ComponentChildren;
  /** A longer description of the name, shown when pointed at. */
  readonly title?: string | undefined;
  readonly tone?: Tone | undefined;
}

export function StatTiles({ children, label }: { children: ComponentChildren; label: string }) {
  return (
    <dl class="tiles" aria-label={label}>
      {children}
    </dl>
  );
}

export function StatTile({ name, children, note, title, tone }: StatTileProps) {
  return (
    <div class={tone ? `tile ${tone}` : 'tile'}>
      <dt title={title}>{name}</dt>
      <dd class="figure">{children}</dd>
      {note !== undefined && <dd class="note">{note}</dd>}
    </div>
  );
}

/** How long ago `at`, in ms since 1970, was; the moment itself shows when pointed at. */
export function TimeAgo({ at }: { at: number }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setTimeout(() => setNow(Date.now()), timeAgoChangesIn(at, Date.now()) + 20);
    return () => clearTimeout(timer);
  }, [at, now]);
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatTimeAgo(at, Math.max(now, at))}
    </time>
  );
}
