/** The chart of a game: evaluation and answer times by turn, with a slider. */
import { useMemo } from 'preact/hooks';
import { formatEvaluation } from '../../../views/analysis.js';
import type { TurnView } from '../../../views/game.js';
import { formatSigned } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import { Chart } from '../plots/chart.js';
import { niceTicks, type ChartData, type ChartLayer, type Panel, type ChartPoint } from '../plots/chart-scale.js';
import { MARK_LOOKS } from './marks.js';
import { barKindOf, describeUnseen, isGraded, type Evaluation, type TurnMark } from './turns.js';

interface GameChartProps {
  readonly turns: readonly TurnView[];
  readonly marks: readonly TurnMark[];
  readonly evaluations: readonly Evaluation[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}

export function GameChart({ turns, marks, evaluations, at, onMove }: GameChartProps) {
  const data = useMemo(() => toChart(turns, marks, evaluations), [turns, marks, evaluations]);
  const text = `turn ${turns[at]?.turn ?? 0} of ${turns.at(-1)?.turn ?? 0}`;
  const describe = (pointed: number) => {
    const { turn, answer } = turns[pointed]!;
    const height = evaluations[0]?.heights[pointed];
    const facts = [
      answer?.move,
      height !== undefined && `evaluation ${formatEvaluation(height)}`,
      answer?.took !== undefined && formatDuration(answer.took),
      describeUnseen(turns, pointed),
      ...marks.flatMap((mark) => (mark.at === pointed ? mark.title : [])),
    ];
    return [`Turn ${turn}`, ...facts.filter((fact) => typeof fact === 'string')];
  };
  return (
    <>
      <svg class="hidden" aria-hidden="true">
        <linearGradient id="tint" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
          <stop offset="50%" stop-color="var(--ahead)" stop-opacity="0.28" />
          <stop offset="50%" stop-color="var(--behind)" stop-opacity="0.28" />
        </linearGradient>
      </svg>
      <Chart data={data} slider={{ label: 'Turn', text, at, onMove }} describe={describe} />
    </>
  );
}

/** Fallbacks are bars, or marks if no answer has a time. */
function toChart(
  turns: readonly TurnView[],
  marks: readonly TurnMark[],
  evaluations: readonly Evaluation[],
): ChartData {
  const hasTimes = turns.some(({ answer }) => answer?.took !== undefined);
  const shown = marks.filter(({ kind }) => kind !== 'fallback' || !hasTimes);
  const [evaluation, other] = evaluations;
  return {
    panels: [
      ...(evaluation ? [toEvaluationPanel(evaluation, other, shown)] : []),
      ...(hasTimes ? [toTimePanel(turns, evaluation ? [] : shown)] : []),
    ],
    xs: turns.map((_, at) => at),
    margin: 0.5,
    ticks: niceTicks(0, turns.length - 1, 8, 1).map((x) => ({ x, name: String(turns[x]?.turn ?? '') })),
  };
}

const SOURCES: Readonly<Record<Evaluation['source'], string>> = {
  analysis: 'analysis',
  own: "the strategy's own scores",
};

function toEvaluationPanel(shown: Evaluation, other: Evaluation | undefined, marks: readonly TurnMark[]): Panel {
  const points = toPoints(shown);
  const area = points.map(({ x, y }) => ({ x, y, low: 0, high: y! }));
  return {
    title: (
      <>
        <strong>Evaluation</strong>
        <span class="soft">from −100, lost, to +100, won: {SOURCES[shown.source]}</span>
      </>
    ),
    layers: [
      { kind: 'band', look: 'tint', fill: 'url(#tint)', points: area },
      ...(other ? [toLine(toPoints(other), `${other.source} dashed`, SOURCES[other.source])] : []),
      { kind: 'line', look: shown.source, points },
    ],
    marks: toMarks(marks, points),
    range: [-100, 100],
    limits: [-100, 100],
    formatY: (y) => formatSigned(y, 0),
    height: 128,
  };
}

function toPoints({ heights }: Evaluation): ChartPoint[] {
  return heights.map((height, x) => ({ x, y: height === undefined ? undefined : 200 * height - 100 }));
}

/** The legend of the bars. */
const TIMES = { used: 'in time', late: 'late', fallback: 'failed or invalid' } as const;

function toTimePanel(turns: readonly TurnView[], marks: readonly TurnMark[]): Panel {
  const answers = turns.flatMap(({ answer }, x) => (answer ? [{ x, ...answer }] : []));
  const most = Math.max(1, ...answers.map(({ took = 0, budget = 0 }) => Math.max(took, budget)));
  const toBars = (kind: keyof typeof TIMES): ChartLayer => {
    const own = answers.filter((answer) => answer.took !== undefined && barKindOf(answer) === kind);
    return {
      kind: 'bars',
      look: `time ${kind}`,
      name: TIMES[kind],
      points: own.map(({ x, took }) => ({ x, y: took })),
    };
  };
  const budgets = turns.map(({ answer }, x) => ({ x, y: answer?.budget }));
  const layers = [toBars('used'), toBars('late'), toBars('fallback'), toLine(budgets, 'dashed', 'budget')];
  return {
    title: <strong>Time</strong>,
    layers: layers.filter(({ points }) => points.some(({ y }) => y !== undefined)),
    marks: toMarks(marks),
    range: [0, most],
    limits: [0, most],
    formatY: formatDuration,
    height: 80,
  };
}

function toLine(points: readonly ChartPoint[], look: string, name: string): ChartLayer {
  return { kind: 'line', look, name, points };
}

/** Marks of the analysis, chance and death lie on the curve, if there is one, and all others at the lower edge. */
function toMarks(marks: readonly TurnMark[], curve: readonly ChartPoint[] = []) {
  return marks.map(({ at, kind }) => {
    const isOnCurve = kind === 'chance' || kind === 'death' || isGraded({ kind });
    const y = isOnCurve ? curve[at]?.y : undefined;
    return { x: at, y: y ?? -Infinity, look: kind, shape: MARK_LOOKS[kind].shape };
  });
}
