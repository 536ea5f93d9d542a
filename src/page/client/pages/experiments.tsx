/** The page *Experiments*: live experiments with their intervals, shadow experiments. */
import { useMemo } from 'preact/hooks';
import type { ExperimentView, ExperimentsView, ShadowView } from '../../api/plots.js';
import { formatShare, formatThousands, keepUnits } from '../format/numbers.js';
import { formatSigned } from '../../../terminal/format-numbers.js';
import { Badge } from '../kit/figures.js';
import { DataTable, type Column } from '../kit/data-table.js';
import type { Tone } from '../format/words.js';
import { Empty, Failed, Loading } from '../kit/states.js';
import { IntervalBar } from '../plots/bars.js';
import { Plot } from '../plots/plot.js';
import type { PlotData } from '../plots/plot-scale.js';
import { useFetched } from '../shell/fetch-json.js';
import { linkTo } from '../shell/page-info.js';

export function ExperimentsPage() {
  return (
    <>
      <h1>Experiments</h1>
      <Experiments />
    </>
  );
}

function Experiments() {
  const found = useFetched<ExperimentsView>('/api/experiments');
  if (found.state === 'loading') return <Loading />;
  if (found.state === 'failed') return <Failed error={found.error} onRetry={found.again} />;
  const { live, shadows } = found.value;
  if (live.length + shadows.length === 0) {
    return (
      <Empty title="No experiment has games yet.">
        An experiment in the configuration plays two variants behind one URL, and compares them here.
      </Empty>
    );
  }
  return (
    <>
      {live.map((one) => (
        <LiveExperiment key={`${one.snake} ${one.experiment} ${one.split}`} experiment={one} />
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
  const { snake, experiment: name, decision, sentence, trail, base, candidate, split } = experiment;
  const data = useMemo(() => toPlotData(experiment), [experiment]);
  return (
    <section class="stack card">
      <div class="heading">
        <h2>{name}</h2>
        <Badge tone={TONES[decision]}>{decision}</Badge>
        <span class="soft">
          {`${snake}, ${formatShare(split)} to the candidate, ${formatThousands(base)} + ${formatThousands(candidate)} games`}
        </span>
        <a href={linkTo({ page: 'games' }, { snake, experiment: name })}>its games</a>
      </div>
      <p class="verdict">{keepUnits(sentence)}</p>
      {trail.length > 1 && (
        <Plot label={describeTrail(experiment)} data={data}>
          <DataTable caption={`Effect of ${name}`} columns={POINTS} rows={trail} keyOf={({ games }) => String(games)} />
        </Plot>
      )}
    </section>
  );
}

function toPlotData({ trail }: ExperimentView): PlotData {
  const points = trail.map(({ games, difference, low, high }) => ({ x: games, y: difference, low, high }));
  return {
    curves: [{ name: 'effect', points, hasBand: true }],
    xKind: 'count',
    xTitle: 'games that count',
    yTitle: 'effect on the score',
    range: [-0.05, 0.05],
    limits: rangeOf(points),
    formatY: formatEffect,
    marks: [{ y: 0, name: '' }],
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

function describeTrail({ trail, difference, low, high }: ExperimentView): string {
  return (
    `Effect of the candidate on the score over ${trail.at(-1)?.games ?? 0} games: ` +
    `${formatEffect(difference)}, between ${formatEffect(low)} and ${formatEffect(high)}.`
  );
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
        <h2>{experiment}</h2>
        <Badge>shadow</Badge>
        <span class="soft">{snake}</span>
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
