/** A tuning: the course of every option between its bounds. */
import { useMemo } from 'preact/hooks';
import type { TunedParameter, TuningReport } from '../../../views/contest-report.js';
import { formatThousands } from '../../../views/numbers.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Plot } from '../plots/plot.js';
import type { PlotData } from '../plots/plot-scale.js';
import { ContestantsTable } from './contestants-table.js';

export function TuningContents({ report: { parameters, trailEvery, strategy } }: { report: TuningReport }) {
  return (
    <>
      <DataTable caption="Options" columns={COLUMNS} rows={parameters} keyOf={({ name }) => name} />
      <p class="soft">The dashed lines are where the options began.</p>
      <div class="two">
        {parameters.map((parameter) => (
          <Course key={parameter.name} parameter={parameter} every={trailEvery} />
        ))}
      </div>
      <ContestantsTable contestants={[strategy]} />
    </>
  );
}

const COLUMNS: readonly Column<TunedParameter>[] = [
  { header: 'Option', cell: ({ name }) => name },
  { header: 'Bounds', isNumber: true, isMinor: true, cell: ({ minimum, maximum }) => `${minimum} to ${maximum}` },
  { header: 'Start', isNumber: true, cell: ({ start }) => formatValue(start) },
  { header: 'Now', isNumber: true, cell: ({ trail }) => formatValue(trail.at(-1)!) },
  { header: 'Found', title: 'Mean of the last quarter', isNumber: true, cell: ({ value }) => formatValue(value) },
];

function Course({ parameter, every }: { parameter: TunedParameter; every: number }) {
  const { name, minimum, maximum, start, value, trail } = parameter;
  const data = useMemo(
    (): PlotData => ({
      curves: [{ name, points: trail.map((y, index) => ({ x: index * every, y })) }],
      xKind: 'count',
      xTitle: 'pairs',
      yTitle: name,
      range: rangeOf(parameter),
      limits: [minimum, maximum],
      formatY: formatValue,
      marks: [{ y: start, name: '' }],
    }),
    [trail, every],
  );
  return (
    <section class="stack card">
      <h2>{name}</h2>
      <Plot
        label={`${name} went from ${formatValue(start)} to ${formatValue(value)} in ${formatThousands((trail.length - 1) * every)} pairs.`}
        data={data}
        height={160}
      />
    </section>
  );
}

/** A tenth of what the bounds allow at least: smaller steps are noise. */
function rangeOf({ minimum, maximum, start }: TunedParameter): [number, number] {
  const half = (maximum - minimum) / 20;
  return [Math.max(minimum, start - half), Math.min(maximum, start + half)];
}

function formatValue(value: number): string {
  return String(Number(value.toPrecision(4)));
}
