/** The sections of a contest's report, drawn. */
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { formatSigned, formatThousands, formatFigure, keepUnits } from '../../../views/numbers.js';
import {
  textOf,
  type SectionCurve,
  type SectionGauge,
  type Section,
  type SectionCell,
  type SectionTable,
} from '../../../views/sections.js';
import { DataTable, TableSection, type Column } from '../kit/data-table.js';
import { Badge, type Tile } from '../kit/figures.js';
import { BarList, IntervalBar } from '../plots/bars.js';
import { Chart } from '../plots/chart.js';
import { toCurves, type ChartData } from '../plots/chart-scale.js';

/** The figures for the top of the page. */
export function tilesOf(sections: readonly Section[]): Tile[] {
  return sections.flatMap((section): Tile[] => {
    if (!('tile' in section) || section.tile === undefined) return [];
    const { figure, note, ...tile } = section.tile;
    return [{ ...tile, figure: keepUnits(figure), note: keepUnits(note) }];
  });
}

/** The lines without a tile, the gauges, curves and bars next to each other, then the tables. */
export function ReportSections({ sections }: { sections: readonly Section[] }) {
  const lines = sections.filter((section) => section.kind === 'text').filter(({ tile }) => tile === undefined);
  const gauges = sections.filter((section) => section.kind === 'gauge');
  const curves = sections.filter((section) => section.kind === 'curve');
  const bars = sections.filter((section) => section.kind === 'bars');
  const tables = sections.filter((section) => section.kind === 'table');
  return (
    <>
      {lines.map(({ label, text }) => (
        <p key={label}>
          <span class="soft">{`${label}: `}</span>
          {keepUnits(text)}
        </p>
      ))}
      {gauges.map((gauge) => (
        <Card key={gauge.label} title={gauge.label}>
          <Gauge gauge={gauge} />
        </Card>
      ))}
      <div class="two">
        {curves.map((curve) => (
          <Card key={curve.title} title={curve.title}>
            <Curve curve={curve} />
          </Card>
        ))}
        {bars.map(({ title, counts }) => (
          <Card key={title} title={title}>
            <BarList caption={title} counts={counts} />
          </Card>
        ))}
      </div>
      {tables.map((table) => (
        <Table key={table.title} table={table} />
      ))}
    </>
  );
}

function Card({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="stack card">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Table({ table: { title, columns, rows, note } }: { table: SectionTable }) {
  return (
    <TableSection
      caption={title}
      columns={columns.map(({ header, ...column }, index): Column<readonly SectionCell[]> => ({
        ...column,
        header: capitalize(header),
        cell: (row) => <Cell cell={row[index]!} />,
      }))}
      rows={rows}
      keyOf={(row) => textOf(row[0]!)}
    >
      {note && <p class="soft">{keepUnits(note)}</p>}
    </TableSection>
  );
}

/** Not a word with a digit: `p50 ms`. */
function capitalize(header: string): string {
  return header.replace(/^[a-z](?=[a-z ])/, (first) => first.toUpperCase());
}

function Cell({ cell }: { cell: SectionCell }) {
  if (typeof cell === 'number') return <>{formatThousands(cell)}</>;
  if (typeof cell === 'string') return <>{keepUnits(cell)}</>;
  const { title, tone, interval } = cell;
  const text = keepUnits(cell.text);
  if (tone !== undefined) {
    return (
      <Badge tone={tone} title={title}>
        {text}
      </Badge>
    );
  }
  if (interval === undefined) return <span title={title}>{text}</span>;
  return (
    <span class="share rating">
      <span>{text}</span>
      <IntervalBar label={text} {...interval} />
    </span>
  );
}

function Curve({ curve }: { curve: SectionCurve }) {
  const { text, title, yTitle, points, range, limits, decimals, marks } = curve;
  const formatY = (y: number): string => (decimals === undefined ? formatFigure(y) : formatSigned(y, decimals));
  const show = (y: number | null | undefined): string => (typeof y === 'number' ? formatY(y) : '–');
  const hasBand = points.some(({ low }) => low !== undefined);
  const data = useMemo(
    (): ChartData => ({
      panels: [{ title: yTitle, layers: toCurves([{ name: title, points }]), range, limits, formatY, levels: marks }],
      xTitle: 'pairs',
    }),
    [points.length, points.at(-1)?.x],
  );
  return (
    <Chart label={text} data={data}>
      <DataTable
        caption={title}
        columns={[
          { header: 'Pairs', isNumber: true, cell: ({ x }) => formatThousands(x) },
          { header: title, isNumber: true, cell: ({ y }) => show(y) },
          hasBand && { header: 'From', isNumber: true, cell: ({ low }) => show(low) },
          hasBand && { header: 'To', isNumber: true, cell: ({ high }) => show(high) },
        ]}
        rows={points}
        keyOf={({ x }) => String(x)}
      />
    </Chart>
  );
}

/** A bar from 0 towards the bound that the value nears, with the bounds at its ends. */
function Gauge({ gauge: { text, value, low, high } }: { gauge: SectionGauge }) {
  const at = (y: number): number => (100 * (Math.min(high.y, Math.max(low.y, y)) - low.y)) / (high.y - low.y);
  const [from, to] = [at(Math.min(0, value)), at(Math.max(0, value))];
  return (
    <div>
      <svg class="gauge" role="img" aria-label={text} viewBox="0 0 100 10" preserveAspectRatio="none">
        <rect class="whole" width="100" height="10" />
        <rect class={value < 0 ? 'part bad' : 'part'} x={from} width={Math.max(0.3, to - from)} height="10" />
        <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="10" />
      </svg>
      <div class="gauge-ends" aria-hidden="true">
        <span>{`${formatSigned(low.y, 2)}: ${low.name}`}</span>
        <strong>{formatSigned(value, 2)}</strong>
        <span>{`${formatSigned(high.y, 2)}: ${high.name}`}</span>
      </div>
      <p class="soft">{text}</p>
    </div>
  );
}
