/** How times are spread, as columns over a logarithmic axis, with the budget among them. */
import { barPosition, type TimeSpread } from '../../../views/plots.js';
import { formatShare, formatThousands } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import { AxisBelow, Strip } from './strip.js';

export function TimeColumns({ times, budget }: { times: TimeSpread; budget?: number | undefined }) {
  const { bars, count } = times;
  const first = Math.max(
    0,
    bars.findIndex((bar) => bar.count > 0),
  );
  const upToBudget = budget === undefined ? 0 : Math.ceil(barPosition(budget)) + 1;
  const shown = Math.max(1, Math.max(bars.length, upToBudget) - first);
  const most = Math.max(1, ...bars.map((bar) => bar.count));
  const sentence = describeTimes(times, budget);
  const at = budget === undefined ? undefined : barPosition(budget) - first;
  const columns = bars.slice(first);
  const ticks = columns.map(({ upTo }, index) => ({ at: (100 * (index + 1)) / shown, name: formatDuration(upTo) }));
  const curves = (
    <>
      {columns.map((bar, index) => (
        <rect
          key={bar.upTo}
          class="time"
          x={index + 0.05}
          width="0.9"
          y={100 - (100 * bar.count) / most}
          height={(100 * bar.count) / most}
        >
          <title>{`up to ${formatDuration(bar.upTo)}: ${formatThousands(bar.count)}, ${formatShare(bar.count / count)}`}</title>
        </rect>
      ))}
      {at !== undefined && <line class="line budget" x1={at} x2={at} y2="100" />}
    </>
  );
  return (
    <figure class="plot">
      <div role="img" aria-label={sentence}>
        <Strip levels={[{ at: 100, name: '' }]} viewBox={`0 0 ${shown} 100`} curves={curves} height={110} />
        <AxisBelow ticks={ticks.filter((_, index) => index % Math.ceil(shown / 6) === 0)} />
      </div>
      <figcaption class="soft small">{sentence}</figcaption>
    </figure>
  );
}

function describeTimes({ count, p50, p99, longest }: TimeSpread, budget: number | undefined): string {
  if (p50 === undefined || p99 === undefined || longest === undefined) return 'Nothing was measured.';
  const of =
    budget === undefined ? '' : `; the dashed line is the median budget of the last games, ${formatDuration(budget)}`;
  return (
    `Half of ${formatThousands(count)} answers took at most ${formatDuration(p50)}, 99 % at most ` +
    `${formatDuration(p99)}, the longest ${formatDuration(longest)}${of}. The axis is logarithmic.`
  );
}
