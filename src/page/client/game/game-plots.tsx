/** A game as two plots over its turns, how it stood and how long each answer took, with a slider over both. */
import { useRef, useState } from 'preact/hooks';
import { formatEvaluation, MARKS } from '../../../views/analysis.js';
import { sparklinePoints } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import { niceTicks } from '../plots/plot-scale.js';
import { AxisBelow, shareAt, Strip } from '../plots/strip.js';
import { memo } from '../shell/memo.js';
import { barKindOf, describeUnseen, type Evaluation, type GameFrame, type TurnMark } from './frames.js';
import { MARK_LOOKS } from './marks.js';

interface CourseProps {
  readonly frames: readonly GameFrame[];
  readonly marks: readonly TurnMark[];
  readonly evaluations: readonly Evaluation[];
}

interface GamePlotsProps extends CourseProps {
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** Can be dragged anywhere, and worked by the keys of the page. */
export function GamePlots({ frames, marks, evaluations, at, onMove }: GamePlotsProps) {
  const area = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const count = frames.length;
  const point = (event: PointerEvent): void => {
    const index = Math.max(0, Math.min(count - 1, Math.floor(shareAt(area.current!, event) * count)));
    setPointed(index);
    if ((event.buttons & 1) === 1) onMove(index);
  };
  const take = (event: PointerEvent): void => {
    area.current!.setPointerCapture(event.pointerId);
    point(event);
  };
  const left = (index: number): string => `${percent(index, count)}%`;
  const frame = pointed === undefined ? undefined : frames[pointed];
  return (
    <div
      class="scrubber plot-area"
      ref={area}
      onPointerDown={take}
      onPointerMove={point}
      onPointerLeave={() => setPointed(undefined)}
    >
      <Course frames={frames} marks={marks} evaluations={evaluations} />
      <svg class="cursor" aria-hidden="true">
        <line x1={left(at)} x2={left(at)} y2="100%" />
        {frame && <line class="pointed" x1={left(pointed!)} x2={left(pointed!)} y2="100%" />}
      </svg>
      <input
        type="range"
        class="hidden"
        aria-label="Turn"
        min={0}
        max={count - 1}
        value={at}
        aria-valuetext={`turn ${frames[at]?.turn ?? 0} of ${frames.at(-1)?.turn ?? 0}`}
        onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
      />
      {frame && (
        <p class={pointed! > count / 2 ? 'pointed before' : 'pointed'} style={{ left: left(pointed!) }}>
          <strong>Turn {frame.turn}</strong>
          {describeFrame(frame, evaluations[0]?.heights[pointed!]).map((line) => (
            <span key={line}>{line}</span>
          ))}
          {marks.map(({ at: marked, kind, title }) => marked === pointed && <span key={kind}>{title}</span>)}
        </p>
      )}
    </div>
  );
}

function describeFrame({ asked, unseen }: GameFrame, height: number | undefined): string[] {
  const { took, move } = asked?.answer ?? {};
  const facts = [
    move,
    height !== undefined && `evaluation ${formatEvaluation(height)}`,
    took !== undefined && formatDuration(took),
    unseen && describeUnseen(unseen),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

/** All that stays while a game is played back. Its bars show fallbacks; marks do where no answer has a time. */
const Course = memo(function Course({ frames, marks, evaluations }: CourseProps) {
  const hasTimes = frames.some(({ asked }) => asked?.answer.took !== undefined);
  const shown = marks.filter(({ kind }) => kind !== 'fallback' || !hasTimes);
  const ticks = niceTicks(0, frames.length - 1, 8, [1]);
  return (
    <>
      {evaluations.length > 0 && <EvaluationPlot evaluations={evaluations} marks={shown} />}
      {hasTimes && <TimePlot frames={frames} marks={evaluations.length > 0 ? [] : shown} />}
      <AxisBelow ticks={ticks.map((at) => ({ at: percent(at, frames.length), name: frames[at]?.turn ?? '' }))} />
    </>
  );
});

const SOURCES: Readonly<Record<Evaluation['source'], string>> = {
  analysis: 'analysis',
  own: "the strategy's own scores",
};

function EvaluationPlot({ evaluations, marks }: Pick<CourseProps, 'evaluations' | 'marks'>) {
  const [{ source, heights }] = evaluations as readonly [Evaluation, ...Evaluation[]];
  const [shown, other] = evaluations.map((each) => sparklinePoints(each.heights, heights.length - 1, 100));
  const levels = [1, 0.75, 0.5, 0.25, 0].map((height) => ({
    at: 100 * (1 - height),
    name: formatEvaluation(height),
    ...(height === 0.5 && { kind: 'zero' as const }),
  }));
  const curves = (
    <>
      <linearGradient id="tint" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
        <stop offset="50%" stop-color="var(--ahead)" stop-opacity="0.28" />
        <stop offset="50%" stop-color="var(--behind)" stop-opacity="0.28" />
      </linearGradient>
      {shown?.map((points) => (
        <polygon key={points} points={closeAtZero(points)} fill="url(#tint)" />
      ))}
      {other?.map((points) => (
        <polyline key={points} class="line own" points={points} />
      ))}
      {shown?.map((points) => (
        <polyline key={points} class={`line ${source}`} points={points} />
      ))}
    </>
  );
  return (
    <>
      <p class="plot-title">
        <strong>Evaluation</strong>
        <span class="soft">from −100, lost, to +100, won: {SOURCES[source]}</span>
        {other && (
          <Key sign="┅" kind="dashed">
            {SOURCES.own}
          </Key>
        )}
      </p>
      <Strip height={128} levels={levels} viewBox={viewBoxOf(heights.length)} curves={curves}>
        <Marks marks={marks} count={heights.length} heights={heights} />
      </Strip>
    </>
  );
}

/** The area between a curve and the line of zero. */
function closeAtZero(points: string): string {
  const last = points.slice(points.lastIndexOf(' ') + 1);
  return `${parseFloat(points)},50 ${points} ${parseFloat(last)},50`;
}

/** An answer in time, one that was too late, or the host's move for another reason: each a colour of the bars. */
const TIMES = { used: 'in time', late: 'late', fallback: 'failed or invalid' } as const;

function TimePlot({ frames, marks }: Pick<CourseProps, 'frames' | 'marks'>) {
  const answers = frames.map(({ asked }) => asked?.answer);
  const most = Math.max(1, ...answers.map((answer) => Math.max(answer?.took ?? 0, answer?.budget ?? 0)));
  const bars = { used: '', late: '', fallback: '' };
  for (const [at, answer] of answers.entries()) {
    if (answer?.took === undefined) continue;
    bars[barKindOf(answer)] += `M${at - 0.4} 100V${(100 - Math.max(1, (100 * answer.took) / most)).toFixed(2)}h.8V100Z`;
  }
  const budgets = answers.map((answer) => (answer?.budget === undefined ? undefined : answer.budget / most));
  const kinds = (Object.keys(TIMES) as (keyof typeof TIMES)[]).filter((kind) => bars[kind] !== '');
  const curves = (
    <>
      {kinds.map((kind) => (
        <path key={kind} class={`time ${kind}`} d={bars[kind]} />
      ))}
      {sparklinePoints(budgets, answers.length - 1, 100).map((points) => (
        <polyline key={points} class="line budget" points={points} />
      ))}
    </>
  );
  return (
    <>
      <p class="plot-title">
        <strong>Time</strong>
        {kinds.map((kind) => (
          <Key key={kind} sign="■" kind={kind}>
            {TIMES[kind]}
          </Key>
        ))}
        {budgets.some((height) => height !== undefined) && (
          <Key sign="┅" kind="dashed">
            budget
          </Key>
        )}
      </p>
      <Strip
        levels={niceTicks(0, most, 3).map((ms) => ({ at: 100 * (1 - ms / most), name: formatDuration(ms) }))}
        viewBox={viewBoxOf(answers.length)}
        curves={curves}
      >
        <Marks marks={marks} count={answers.length} />
      </Strip>
    </>
  );
}

/** Which sign on a plot means what. */
function Key({ sign, kind = '', children }: { sign: string; kind?: string; children: string }) {
  return (
    <span class={`soft key ${kind}`}>
      <span aria-hidden="true">{sign}</span> {children}
    </span>
  );
}

interface MarksProps {
  readonly marks: readonly TurnMark[];
  readonly count: number;
  /** Of the curve that the marks of an analysis lie on. */
  readonly heights?: Evaluation['heights'];
}

/** What the analysis has graded is on its curve; chance and death are at the upper edge, troubles at the lower one. */
function Marks({ marks, count, heights }: MarksProps) {
  return (
    <svg>
      {marks.map(({ at, kind }) => {
        const edge = kind === 'chance' || kind === 'death' ? 1 : 0;
        const height = (MARKS.some(([grade]) => grade === kind) && heights?.[at]) || edge;
        return (
          <svg key={`${at} ${kind}`} x={`${percent(at, count)}%`} y={`${100 * (1 - height)}%`} overflow="visible">
            <path class={`mark ${kind}`} d={MARK_LOOKS[kind].shape} />
          </svg>
        );
      })}
    </svg>
  );
}

/** Each turn is one unit wide. */
function viewBoxOf(count: number): string {
  return `-0.5 0 ${count} 100`;
}

function percent(at: number, count: number): number {
  return (100 * (at + 0.5)) / count;
}
