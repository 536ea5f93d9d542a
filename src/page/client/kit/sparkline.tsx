/** A small curve beside a figure. */
import { sparklinePoints } from '../format/sparkline-points.js';

interface SparklineProps {
  /** Says what the curve shows, with its last value; read aloud. */
  readonly label: string;
  /** Oldest first; `undefined` is a gap. */
  readonly values: readonly (number | undefined)[];
  /** The range that is shown; that of the values unless given. */
  readonly min?: number;
  readonly max?: number;
}

/** A curve without axes. */
export function Sparkline({ label, values, min, max }: SparklineProps) {
  return (
    <svg class="sparkline" role="img" aria-label={label} viewBox="0 0 100 24" preserveAspectRatio="none">
      {sparklinePoints(values, { width: 100, height: 24, min, max }).map((points, stretch) => (
        <polyline key={stretch} points={points} />
      ))}
    </svg>
  );
}
