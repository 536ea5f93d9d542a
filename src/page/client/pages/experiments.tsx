/** The page *Experiments*: live experiments with their intervals, shadow experiments. */
import { useMemo, useState } from 'preact/hooks';
import type { Balance } from '../../../stats/imbalance.js';
import { formatSigned, formatShare, formatThousands, keepUnits } from '../../../views/numbers.js';
import type { ExperimentView, ExperimentsView, ShadowView } from '../../../views/plots.js';
import { EXPERIMENT_ACTIONS, type AloneLine, type ExperimentChange } from '../../../views/report-lines.js';
import type { Tone } from '../../../views/words.js';
import { DataTable, type Column } from '../kit/data-table.js';
import { Badge } from '../kit/figures.js';
import { SnakeName } from '../kit/snake-name.js';
import { Empty, Loaded } from '../kit/states.js';
import { IntervalBar } from '../plots/bars.js';
import { Chart } from '../plots/chart.js';
import { toCurves, type ChartData } from '../plots/chart-scale.js';
import { fetchJson, useFetched } from '../shell/fetch-json.js';
import { linkTo } from '../shell/page-info.js';
import { useAction } from '../shell/use-action.js';
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
  const split = experiment.design === 'split' ? experiment : undefined;
  const [change, setChange] = useState<ExperimentChange>();
  const stop = change ? change.state.guard : split?.stopped?.guard;
  const isPromoted = change ? change.state.promoted > 0 : split?.promoted !== undefined;
  const idle = { stop: Boolean(stop), resume: !stop && !isPromoted, promote: isPromoted };
  // Until an interval excludes something, it fills the plot.
  const trail = useMemo(() => experiment.trail.filter(({ low, high }) => low > -1 || high < 1), [experiment]);
  const sides = useMemo(() => sidesOf(experiment), [experiment]);
  return (
    <section class="stack card">
      <div class="heading">
        <h2>{split ? <SnakeName prefix={split.snake} name={name} /> : name}</h2>
        <Badge tone={TONES[decision]}>{decision}</Badge>
        {stop && <Badge tone="bad">stopped: {stop}</Badge>}
        {isPromoted && <Badge tone="good">promoted</Badge>}
        <a href={linkTo({ page: 'games' }, { experiment: name, ...(split && { snake: split.snake }) })}>
          All its games
        </a>
      </div>
      <p class="verdict">{keepUnits(sentence)}</p>
      {trail.length >= MIN_POINTS && <Trail trail={trail} />}
      <DataTable caption={`The sides of ${name}`} columns={SIDES} rows={sides} keyOf={keyOfSides} />
      <p class="soft">{experiment.outlook}</p>
      {split && <Actions name={name} idle={idle} onChange={setChange} />}
      {change?.permanent && <pre>{change.permanent}</pre>}
    </section>
  );
}

type SideRow = readonly [what: string, base: string, candidate: string, test?: string];

const SIDES: readonly Column<SideRow>[] = ['Figure', 'Base', 'Candidate', 'Test'].map((header, index) => {
  return { header, cell: (row) => row[index] };
});
const keyOfSides = ([what]: SideRow) => what;

function toRow(what: string, { base, candidate, p }: Balance): SideRow {
  return [what, formatThousands(base), formatThousands(candidate), `p = ${p.toPrecision(2)}`];
}

/** What lies behind a verdict, by side. */
function sidesOf(experiment: ExperimentView): SideRow[] {
  const left = toRow('Games without a known result', experiment.left);
  const isSplit = experiment.design === 'split';
  const { base, candidate } = isSplit ? experiment.played : experiment.alone;
  const met: SideRow = [
    isSplit ? 'Opponents' : 'Opponents of one alone',
    listOpponents(base),
    listOpponents(candidate),
  ];
  if (!isSplit) return [left, met];
  const guards = experiment.guards.map(({ guard, evidence, ...sides }): SideRow => {
    const { base: one, candidate: other } = sides;
    const test = `${evidence.toPrecision(2)} of 200`;
    return [`Games with ${guard}`, `${one.bad} of ${one.games}`, `${other.bad} of ${other.games}`, test];
  });
  return [toRow('Games assigned', experiment.assigned), left, ...guards, met];
}

function listOpponents({ opponents }: AloneLine): string {
  const most = opponents.slice(0, 3).map(({ opponent, games }) => `${opponent} (${games})`);
  return most.join(', ') || 'none';
}

interface ActionsProps {
  readonly name: string;
  /** The ones that would change nothing. */
  readonly idle: Readonly<Record<(typeof EXPERIMENT_ACTIONS)[number], boolean>>;
  readonly onChange: (change: ExperimentChange) => void;
}

function Actions({ name, idle, onChange }: ActionsProps) {
  const { problem, run } = useAction();
  const post = async (action: string): Promise<void> => {
    const path = `/experiments/${encodeURIComponent(name)}/${action}`;
    onChange(await fetchJson<ExperimentChange>(path, { method: 'POST' }));
  };
  return (
    <p class="row">
      {EXPERIMENT_ACTIONS.map((action) => (
        <button key={action} type="button" disabled={idle[action]} onClick={() => run(() => post(action))}>
          {`${action[0]!.toUpperCase()}${action.slice(1)}`}
        </button>
      ))}
      {problem && <span role="alert">{problem}</span>}
    </p>
  );
}

function Trail({ trail }: Pick<ExperimentView, 'trail'>) {
  const data = useMemo(() => toChart(trail), [trail]);
  const { games, difference, low, high } = trail.at(-1)!;
  const label =
    `Effect of the candidate over ${games} games: ` +
    `${formatEffect(difference)}, between ${formatEffect(low)} and ${formatEffect(high)}.`;
  return <Chart label={label} data={data} />;
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
