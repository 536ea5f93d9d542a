/** How times are spread, as columns over a logarithmic axis, with the budget among them. */
import { barPosition, type TimeSpread } from '../../api/plots.js';
import { formatShare, formatThousands } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';

const WIDTH = 400;
const HEIGHT = 120;

export function TimeColumns({ times, budget }: { times: TimeSpread; budget?: number | undefined }) {
  const { bars, count } = times;
  const first = Math.max(
    0,
    bars.findIndex((bar) => bar.count > 0),
  );
  const last = budget === undefined ? bars.length : Math.max(bars.length, barsUpTo(bars, budget));
  const shown = Math.max(1, last - first);
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const step = WIDTH / shown;
  const sentence = describeTimes(times, budget);
  const at = budget === undefined ? undefined : (barPosition(budget) - first) * step;
  return (
    <figure class="histogram">
      <svg role="img" aria-label={sentence} viewBox={`0 0 ${WIDTH} ${HEIGHT + 18}`}>
        {bars.slice(first).map((bar, index) => (
          <rect
            key={bar.upTo}
            x={index * step + 1}
            width={Math.max(1, step - 2)}
            y={HEIGHT - (HEIGHT * bar.count) / most}
            height={(HEIGHT * bar.count) / most}
          >
            <title>{`up to ${formatDuration(bar.upTo)}: ${formatThousands(bar.count)}, ${formatShare(bar.count / count)}`}</title>
          </rect>
        ))}
        <line class="base" x1="0" x2={WIDTH} y1={HEIGHT} y2={HEIGHT} />
        {at !== undefined && <line class="budget" x1={at} x2={at} y1="0" y2={HEIGHT} />}
        {bars.slice(first).map((bar, index) => {
          const isTick = index % Math.ceil(shown / 6) === 0;
          return isTick ? (
            <text key={bar.upTo} x={(index + 1) * step} y={HEIGHT + 14} text-anchor="middle">
              {formatDuration(bar.upTo)}
            </text>
          ) : null;
        })}
      </svg>
      <figcaption>{sentence}</figcaption>
    </figure>
  );
}

function describeTimes({ count, p50, p99, longest }: TimeSpread, budget: number | undefined): string {
  if (p50 === undefined || p99 === undefined || longest === undefined) return 'Nothing was measured.';
  const of = budget === undefined ? '' : `, of a budget of ${formatDuration(budget)} (the dashed line)`;
  return (
    `Half of ${formatThousands(count)} answers took at most ${formatDuration(p50)}, 99 % at most ` +
    `${formatDuration(p99)}, the longest ${formatDuration(longest)}${of}.`
  );
}

function barsUpTo(bars: TimeSpread['bars'], ms: number): number {
  return Math.min(bars.length + 6, Math.ceil(barPosition(ms)) + 1);
}
