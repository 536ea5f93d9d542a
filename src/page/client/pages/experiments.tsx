/** The page *Experiments*: live experiments with their intervals, shadow experiments. */
import { useMemo } from 'preact/hooks';
import { formatSigned, formatShare, formatThousands, keepUnits } from '../../../views/numbers.js';
import type { ExperimentView, ExperimentsView, ShadowView } from '../../../views/plots.js';
import type { Tone } from '../../../views/words.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Badge } from '../kit/figures.js';
import { SnakeName } from '../kit/snake-name.js';
import { Empty, Loaded } from '../kit/states.js';
import { IntervalBar } from '../plots/bars.js';
import { Chart } from '../plots/chart.js';
import { toCurves, type ChartData } from '../plots/chart-scale.js';
import { useFetched } from '../shell/fetch-json.js';
import { linkTo } from '../shell/page-info.js';
import { MIN_POINTS } from '../studies/shares.js';

export function ExperimentsPage() {
  const found = useFetched<ExperimentsView>('/api/experiments');
  return (
    <>
      <h1>Experiments</h1>
      <Loaded fetched={found}>{(views) => <Experiments {...views} />}</Loaded>
    </>
  );
}

function Experiments({ live, shadows }: ExperimentsView) {
  if (live.length + shadows.length === 0) {
    return (
      <Empty title="No experiment has games yet.">
        An experiment in the configuration compares two variants behind one URL, or side by side without a prefix:{' '}
        <code>{'experiments: [{ prefix: /try, name: first, base: /greedy, candidate: /bold }]'}</code>
      </Empty>
    );
  }
  return (
    <>
      {live.map((one) => (
        <LiveExperiment
          key={`${one.experiment} ${one.design === 'split' ? `${one.snake} ${one.split}` : one.design}`}
          experiment={one}
        />
      ))}
      {shadows.map((one) => (
        <ShadowExperiment key={`${one.snake} ${one.experiment}`} shadow={one} />
      ))}
    </>
  );
}

const TONES: Readonly<Record<ExperimentView['decision'], Tone | undefined>> = {
  'candidate is better': 'good',
  'base is better': 'bad',
  undecided: undefined,
};

function LiveExperiment({ experiment }: { experiment: ExperimentView }) {
  const { experiment: name, decision, sentence } = experiment;
  const filter = experiment.design === 'split' ? { snake: experiment.snake, experiment: name } : { experiment: name };
  // Until an interval excludes something, it fills the plot.
  const trail = useMemo(() => experiment.trail.filter(({ low, high }) => low > -1 || high < 1), [experiment]);
  return (
    <section class="stack card">
      <div class="heading">
        <h2>{experiment.design === 'split' ? <SnakeName prefix={experiment.snake} name={name} /> : name}</h2>
        <Badge tone={TONES[decision]}>{decision}</Badge>
        {stopOf(experiment) && <Badge tone="bad">stopped: {stopOf(experiment)!.guard}</Badge>}
        <span class="soft">{describeDesign(experiment)}</span>
        <a href={linkTo({ page: 'games' }, filter)}>All its games</a>
      </div>
      <p class="verdict">{keepUnits(sentence)}</p>
      {trail.length >= MIN_POINTS && <Trail name={name} trail={trail} />}
    </section>
  );
}

function describeDesign(experiment: ExperimentView): string {
  if (experiment.design !== 'split') return `side by side, ${formatThousands(experiment.games)} games of both`;
  const { base, candidate, split, guards } = experiment;
  const bad = guards.map(({ guard, ...games }) => `${guard} in ${games.base.bad} / ${games.candidate.bad}`);
  return (
    `${formatThousands(base)} base / ${formatThousands(candidate)} candidate games, ${bad.join(', ')}, ` +
    `${formatShare(stopOf(experiment) ? 0 : split)} of new games to the candidate`
  );
}

const stopOf = (experiment: ExperimentView) => (experiment.design === 'split' ? experiment.stopped : undefined);

function Trail({ name, trail }: Pick<ExperimentView, 'trail'> & { name: string }) {
  const data = useMemo(() => toChart(trail), [trail]);
  const { games, difference, low, high } = trail.at(-1)!;
  const label =
    `Effect of the candidate over ${games} games: ` +
    `${formatEffect(difference)}, between ${formatEffect(low)} and ${formatEffect(high)}.`;
  return (
    <Chart label={label} data={data}>
      <DataTable caption={`Effect of ${name}`} columns={POINTS} rows={trail} keyOf={(point) => String(point.games)} />
    </Chart>
  );
}

function toChart(trail: ExperimentView['trail']): ChartData {
  const points = trail.map(({ games, difference, low, high }) => ({ x: games, y: difference, low, high }));
  const layers = toCurves([{ name: 'effect', points }]);
  const title = 'effect, with its interval';
  return {
    panels: [{ title, layers, range: [-0.05, 0.05], limits: rangeOf(points), formatY: formatEffect }],
    xTitle: 'counted games',
  };
}

/** The first intervals are as wide as can be, and would leave no room for the rest. */
function rangeOf(points: readonly { readonly low: number; readonly high: number }[]): [number, number] {
  const later = points.slice(Math.floor(points.length / 6));
  const most = later.reduce((widest, { low, high }) => Math.max(widest, Math.abs(low), Math.abs(high)), 0.05);
  const end = Math.min(1, Math.ceil(most * 20) / 20);
  return [-end, end];
}

function formatEffect(effect: number): string {
  return formatSigned(effect, 3);
}

const POINTS: readonly Column<ExperimentView['trail'][number]>[] = [
  { header: 'Games', isNumber: true, cell: ({ games }) => formatThousands(games) },
  { header: 'Effect', isNumber: true, cell: ({ difference }) => formatEffect(difference) },
  { header: 'From', isNumber: true, cell: ({ low }) => formatEffect(low) },
  { header: 'To', isNumber: true, cell: ({ high }) => formatEffect(high) },
];

function ShadowExperiment({ shadow }: { shadow: ShadowView }) {
  const { snake, experiment, sentence, agreement } = shadow;
  return (
    <section class="stack card">
      <div class="heading">
        <h2>
          <SnakeName prefix={snake} name={experiment} />
        </h2>
        <Badge title="The candidate computes every turn of the base, and its moves are not played">shadow</Badge>
      </div>
      {agreement && (
        <p>
          {`${formatShare(agreement.share)} agreement `}
          <IntervalBar label={`agreement ${formatShare(agreement.share)}`} value={agreement.share} {...agreement} />
        </p>
      )}
      <p class="verdict">{keepUnits(sentence)}</p>
    </section>
  );
}
