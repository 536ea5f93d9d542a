/** A share of a whole as a bar. */
import type { Tone } from '../format/words.js';

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
