/** How times are spread, as columns over a logarithmic axis, with the budget among them. */
import { useMemo } from 'preact/hooks';
import { barPosition, type TimeSpread } from '../../../views/plots.js';
import { formatShare, formatThousands } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import { Chart } from './chart.js';
import type { ChartData } from './chart-scale.js';

export function TimeColumns({ times, budget }: { times: TimeSpread; budget?: number | undefined }) {
  const { bars, count } = times;
  const first = Math.max(
    0,
    bars.findIndex((bar) => bar.count > 0),
  );
  const data = useMemo((): ChartData => {
    const columns = bars.slice(first);
    const upToBudget = budget === undefined ? 0 : Math.ceil(barPosition(budget)) + 1 - first;
    const shown = Math.max(1, columns.length, upToBudget);
    const most = Math.max(1, ...columns.map((bar) => bar.count));
    // A column is half a unit to the left of its longest time.
    const at = barPosition(budget ?? 0) - first - 0.5;
    const budgets = budget === undefined ? [] : [0, most].map((y) => ({ x: at, y }));
    const ticks = columns.map(({ upTo }, x) => ({ x: x + 0.5, name: formatDuration(upTo) }));
    const layers = [
      { kind: 'bars', look: 'time', points: columns.map((bar, x) => ({ x, y: bar.count })) },
      { kind: 'line', look: 'dashed', points: budgets },
    ] as const;
    return {
      panels: [
        {
          layers,
          range: [0, most],
          limits: [0, most],
          formatY: (n) => (Number.isInteger(n) ? formatThousands(n) : ''),
          height: 110,
        },
      ],
      xs: Array.from({ length: shown }, (_, x) => x),
      margin: 0.5,
      ticks: ticks.filter((_, index) => index % Math.ceil(shown / 6) === 0),
    };
  }, [times, budget]);
  const sentence = describeTimes(times, budget);
  const describe = (x: number): string[] =>
    bars
      .slice(first + x, first + x + 1)
      .map(
        (bar) => `up to ${formatDuration(bar.upTo)}: ${formatThousands(bar.count)}, ${formatShare(bar.count / count)}`,
      );
  return (
    <>
      <Chart label={sentence} data={data} describe={describe} />
      <p class="soft small">{sentence}</p>
    </>
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
