/** A game as two plots over its turns, how it stood and how long each answer took, with a slider over both. */
import type { ComponentChildren } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatEvaluation } from '../../../inference/analysis.js';
import type { AnswerView } from '../../api/game.js';
import { sparklinePoints } from '../format/numbers.js';
import { formatDuration } from '../format/times.js';
import { niceTicks } from '../plots/plot-scale.js';
import { memo } from '../shell/memo.js';
import { barKindOf, describeUnseen, type Evaluation, type GameFrame, type TurnMark } from './frames.js';
import { MARK_LOOKS } from './marks.js';

interface GamePlotsProps {
  readonly frames: readonly GameFrame[];
  readonly marks: readonly TurnMark[];
  readonly evaluations: readonly Evaluation[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** Can be dragged anywhere, and worked by the keys of the page. */
export function GamePlots({ frames, marks, evaluations, at, onMove }: GamePlotsProps) {
  const area = useRef<HTMLDivElement>(null);
  const [pointed, setPointed] = useState<number>();
  const last = Math.max(0, frames.length - 1);
  const turnAt = (index: number): number => frames[index]?.turn ?? 0;
  const point = ({ buttons, clientX }: PointerEvent): void => {
    const { left, width } = area.current!.getBoundingClientRect();
    const index = Math.max(0, Math.min(last, Math.floor(((clientX - left) / width) * (last + 1))));
    setPointed(index);
    if ((buttons & 1) === 1) onMove(index);
  };
  const take = (event: PointerEvent): void => {
    area.current!.setPointerCapture(event.pointerId);
    point(event);
  };
  return (
    <div class="scrubber">
      <div ref={area} onPointerDown={take} onPointerMove={point} onPointerLeave={() => setPointed(undefined)}>
        <Course frames={frames} marks={marks} evaluations={evaluations} />
        <svg class="cursor" aria-hidden="true">
          <line x1={percent(at, last)} x2={percent(at, last)} y1="0" y2="100%" />
          {pointed !== undefined && (
            <line class="pointed" x1={percent(pointed, last)} x2={percent(pointed, last)} y1="0" y2="100%" />
          )}
        </svg>
        <input
          type="range"
          aria-label="Turn"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`turn ${turnAt(at)} of ${turnAt(last)}`}
          onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
        />
        {pointed !== undefined && frames[pointed] && (
          <p class={pointed > last / 2 ? 'pointed before' : 'pointed'} style={{ left: percent(pointed, last) }}>
            <strong>Turn {turnAt(pointed)}</strong>
            {describeFrame(frames[pointed], evaluations[0]?.heights[pointed]).map((line) => (
              <span key={line}>{line}</span>
            ))}
            {marks.map(
              ({ at: marked, kind }) =>
                marked === pointed && kind !== 'fallback' && <span key={kind}>{MARK_LOOKS[kind].name}</span>,
            )}
          </p>
        )}
      </div>
    </div>
  );
}

function describeFrame({ asked, unseen }: GameFrame, height: number | undefined): string[] {
  const { took, budget, kind, move } = asked?.answer ?? {};
  const time =
    took !== undefined && `${formatDuration(took)}${budget === undefined ? '' : ` of ${formatDuration(budget)}`}`;
  const facts = [
    move,
    height !== undefined && `evaluation ${formatEvaluation(height)}`,
    time && (kind === 'moved' ? time : `${time}, ${kind}`),
    unseen && describeUnseen(unseen),
  ];
  return facts.filter((fact) => typeof fact === 'string');
}

function isOfTime({ kind }: TurnMark): boolean {
  return kind === 'lost' || kind === 'unlikely';
}

type CourseProps = Pick<GamePlotsProps, 'frames' | 'marks' | 'evaluations'>;

/** All that stays while a game is played back. */
const Course = memo(function Course({ frames, marks, evaluations }: CourseProps) {
  const last = Math.max(0, frames.length - 1);
  const answers = frames.map(({ asked }) => asked?.answer);
  const hasTimes = answers.some((answer) => answer?.took !== undefined);
  // The bars show the fallbacks.
  const shown = marks.filter(({ kind }) => kind !== 'fallback' || !hasTimes);
  return (
    <>
      {evaluations.length > 0 && (
        <EvaluationPlot evaluations={evaluations} last={last}>
          <Marks marks={shown.filter((mark) => !isOfTime(mark))} last={last} evaluation={evaluations[0]} />
        </EvaluationPlot>
      )}
      {hasTimes && (
        <TimePlot answers={answers} last={last}>
          <Marks marks={evaluations.length > 0 ? shown.filter(isOfTime) : shown} last={last} />
        </TimePlot>
      )}
      {!hasTimes && evaluations.length === 0 && (
        <div class="strip">
          <Marks marks={shown} last={last} />
        </div>
      )}
      <TurnAxis turns={frames.map(({ turn }) => turn)} last={last} />
    </>
  );
});

const SOURCES: Readonly<Record<Evaluation['source'], string>> = {
  analysis: 'analysis',
  own: "the strategy's own scores",
};

interface PlotProps {
  readonly last: number;
  readonly children: ComponentChildren;
}

function EvaluationPlot({ evaluations, last, children }: PlotProps & Pick<CourseProps, 'evaluations'>) {
  const [shown, other] = evaluations.map(({ heights }) => sparklinePoints(heights, last, 100));
  return (
    <>
      <p class="plot-title">
        Evaluation <span class="soft">from −100, lost, to +100, won: {SOURCES[evaluations[0]!.source]}</span>
        {other && <span class="soft key own">{SOURCES.own}</span>}
      </p>
      <div class="strip evaluation">
        <Levels levels={[1, 0.75, 0.5, 0.25, 0].map((height) => ({ height, name: formatEvaluation(height) }))} />
        <svg class="curves" viewBox={viewBoxOf(last)} preserveAspectRatio="none" aria-hidden="true">
          <linearGradient id="tint" gradientUnits="userSpaceOnUse" x1="0" x2="0" y1="0" y2="100">
            <stop class="ahead" offset="50%" />
            <stop class="behind" offset="50%" />
          </linearGradient>
          {shown?.map((points, stretch) => (
            <polygon key={stretch} points={closeAtZero(points)} fill="url(#tint)" />
          ))}
          {other?.map((points, stretch) => (
            <polyline key={stretch} class="scores own" points={points} />
          ))}
          {shown?.map((points, stretch) => (
            <polyline key={stretch} class={`scores ${evaluations[0]!.source}`} points={points} />
          ))}
        </svg>
        {children}
      </div>
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

function TimePlot({ answers, last, children }: PlotProps & { answers: readonly (AnswerView | undefined)[] }) {
  const most = Math.max(1, ...answers.map((answer) => Math.max(answer?.took ?? 0, answer?.budget ?? 0)));
  const bars = { used: '', late: '', fallback: '' };
  for (const [at, answer] of answers.entries()) {
    if (answer?.took === undefined) continue;
    bars[barKindOf(answer)] += `M${at - 0.4} 100V${(100 - Math.max(1, (100 * answer.took) / most)).toFixed(2)}h.8V100Z`;
  }
  const budgets = sparklinePoints(
    answers.map((answer) => (answer?.budget === undefined ? undefined : answer.budget / most)),
    last,
    100,
  );
  const kinds = (Object.keys(TIMES) as (keyof typeof TIMES)[]).filter((kind) => bars[kind] !== '');
  return (
    <>
      <p class="plot-title">
        Time
        {kinds.map((kind) => (
          <span key={kind} class={`soft key ${kind}`}>
            {TIMES[kind]}
          </span>
        ))}
        {budgets.length > 0 && <span class="soft key budget-line">budget</span>}
      </p>
      <div class="strip times">
        <Levels levels={niceTicks(0, most, 3).map((ms) => ({ height: ms / most, name: formatDuration(ms) }))} />
        <svg class="curves" viewBox={viewBoxOf(last)} preserveAspectRatio="none" aria-hidden="true">
          {kinds.map((kind) => (
            <path key={kind} class={`time ${kind}`} d={bars[kind]} />
          ))}
          {budgets.map((points, stretch) => (
            <polyline key={stretch} class="budget-line" points={points} />
          ))}
        </svg>
        {children}
      </div>
    </>
  );
}

function Levels({ levels }: { levels: readonly { readonly height: number; readonly name: string }[] }) {
  return (
    <div class="levels axes" aria-hidden="true">
      {levels.map(({ height, name }) => (
        <span key={name} class={height === 0.5 ? 'zero' : undefined} style={{ bottom: `${100 * height}%` }}>
          {name}
        </span>
      ))}
    </div>
  );
}

function TurnAxis({ turns, last }: { turns: readonly number[]; last: number }) {
  return (
    <div class="turn-axis" aria-hidden="true">
      {niceTicks(0, last, 8, [1]).map((at) => (
        <span key={at} style={{ left: percent(at, last) }}>
          {turns[at]}
        </span>
      ))}
    </div>
  );
}

interface MarksProps {
  readonly marks: readonly TurnMark[];
  readonly last: number;
  /** The curve that the marks of an analysis lie on. */
  readonly evaluation?: Evaluation | undefined;
}

/** Marks along the upper edge of a plot; those of the analysis are on its curve. */
function Marks({ marks, last, evaluation }: MarksProps) {
  return (
    <svg class="marks" aria-hidden="true">
      {marks.map(({ at, kind }) => {
        const height = kind === 'chance' || kind === 'death' ? undefined : evaluation?.heights[at];
        return (
          <svg key={`${at} ${kind}`} x={percent(at, last)} y={`${100 * (1 - (height ?? 1))}%`} overflow="visible">
            <path class={`mark ${kind}`} d={MARK_LOOKS[kind].shape} />
          </svg>
        );
      })}
    </svg>
  );
}

/** Each turn is one unit wide. */
function viewBoxOf(last: number): string {
  return `-0.5 0 ${last + 1} 100`;
}

function percent(at: number, last: number): string {
  return `${(100 * (at + 0.5)) / (last + 1)}%`;
}
