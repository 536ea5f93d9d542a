/** A small curve beside a figure. */
import { sparklinePoints } from '../format/sparkline-points.js';

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
