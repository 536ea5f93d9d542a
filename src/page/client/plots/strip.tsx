/** The box of a plot, as wide as it can be: lines at round values, curves that stretch, marks that keep their size. */
import type { ComponentChildren } from 'preact';

interface StripProps {
  /** Lines from the left to the right, in percent from the upper edge. A `mark` has its name inside. */
  readonly levels: readonly { readonly at: number; readonly name: string; readonly kind?: 'zero' | 'mark' }[];
  /** Of the curves. */
  readonly viewBox?: string;
  readonly curves: ComponentChildren;
  /** In pixels. */
  readonly height?: number;
  readonly children?: ComponentChildren;
}

export function Strip({ levels, viewBox = '0 0 100 100', curves, height = 80, children }: StripProps) {
  return (
    <div class="strip" style={{ height: `${height}px` }} aria-hidden="true">
      {levels.map(({ at, name, kind = '' }) => (
        <span key={`${name} ${at}`} class={`level ${kind}`} style={{ top: `${at}%` }}>
          <span class="tick">{name}</span>
        </span>
      ))}
      <svg class="curves" viewBox={viewBox} preserveAspectRatio="none">
        {curves}
      </svg>
      {children}
    </div>
  );
}

/** The names of an axis below strips, in percent from the left. */
export function AxisBelow({ ticks }: { ticks: readonly { readonly at: number; readonly name: string | number }[] }) {
  return (
    <div class="axis-below" aria-hidden="true">
      {ticks.map(({ at, name }) => (
        <span key={at} class={at > 95 ? 'tick end' : 'tick'} style={{ left: `${at}%` }}>
          {name}
        </span>
      ))}
    </div>
  );
}

/** How far to the right an event is in a box, from 0 to 1. */
export function shareAt(box: Element, { clientX }: PointerEvent): number {
  const { left, width } = box.getBoundingClientRect();
  return (clientX - left) / width;
}
