/** An estimate with its interval on a short line: in tables, beside the figures. */

interface IntervalBarProps {
  /** Says what is estimated, with the figures; read aloud. */
  readonly label: string;
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** The ends of the line. */
  readonly range?: readonly [number, number];
}

/** A line with a thick part from `low` to `high` and a stroke at `value`. */
export function IntervalBar({ label, value, low, high, range = [0, 1] }: IntervalBarProps) {
  const [from, to] = range;
  const at = (x: number): number => 2 + (96 * (Math.min(to, Math.max(from, x)) - from)) / (to - from || 1);
  return (
    <svg class="interval" role="img" aria-label={label} viewBox="0 0 100 12" preserveAspectRatio="none">
      <line class="axis" x1="0" x2="100" y1="6" y2="6" />
      <line class="range" x1={at(low)} x2={at(high)} y1="6" y2="6" />
      <line class="value" x1={at(value)} x2={at(value)} y1="1" y2="11" />
    </svg>
  );
}
