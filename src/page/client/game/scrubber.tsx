/** The scrubber of a game: a slider over all turns, with the scores as a curve, the time used, and what to look at. */
import { useRef } from 'preact/hooks';
import { sparklinePoints } from '../format/numbers.js';
import { usedShare } from '../format/words.js';
import { memo } from '../shell/memo.js';
import { describeUnseen, type GameFrame, type TurnMark } from './frames.js';
import { toScoreCurve } from '../../../drawing/score-curve.js';

interface ScrubberProps {
  readonly frames: readonly GameFrame[];
  readonly marks: readonly TurnMark[];
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** A slider that can be dragged anywhere, and worked by the keys of the page. */
export function Scrubber({ frames, marks, at, onMove }: ScrubberProps) {
  const box = useRef<HTMLDivElement>(null);
  const last = Math.max(0, frames.length - 1);
  const drag = ({ buttons, clientX }: PointerEvent): void => {
    if ((buttons & 1) === 0 || box.current === null) return;
    const { left, width } = box.current.getBoundingClientRect();
    onMove(Math.round(((clientX - left) / width) * last));
  };
  const take = (event: PointerEvent): void => {
    box.current?.setPointerCapture(event.pointerId);
    drag(event);
  };
  return (
    <>
      <div class="scrubber" ref={box} onPointerDown={take} onPointerMove={drag}>
        <Curves frames={frames} />
        {(countScores(frames) > 1 || hasAnalysis(frames)) && <Scale />}
        <Marks marks={marks} last={last} />
        <svg class="cursor" aria-hidden="true">
          <line x1={percent(at, last)} x2={percent(at, last)} y1="0" y2="100%" />
        </svg>
        <input
          type="range"
          aria-label="Turn"
          min={0}
          max={last}
          value={at}
          aria-valuetext={`turn ${frames[at]?.turn ?? 0} of ${frames[last]?.turn ?? 0}`}
          onInput={({ currentTarget }) => onMove(currentTarget.valueAsNumber)}
        />
      </div>
      <ScaleNote frames={frames} />
    </>
  );
}

const HEIGHT = 100;
/** The upper part has the scores, the lower one the time used. */
const SCORES = 68;
const WIDTH = 1000;

const Curves = memo(function Curves({ frames }: { frames: readonly GameFrame[] }) {
  const curve = toScoreCurve(frames.map(({ asked }) => asked?.answer.note?.score));
  const standings = frames.map(({ asked }) => asked?.analysis?.standing);
  const used = frames.map(({ asked }) => asked && usedShare(asked.answer));
  return (
    <svg class="curves" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {used.map((share, at) => share !== undefined && <TimeBar key={at} at={at} count={used.length} share={share} />)}
      {frames.map(({ unseen }, at) => unseen && <Jump key={at} to={at} count={frames.length} />)}
      {(curve || hasAnalysis(frames)) && <line class="zero" x1="0" x2={WIDTH} y1={SCORES / 2} y2={SCORES / 2} />}
      {curve && <Curve name="scores" heights={curve} />}
      {hasAnalysis(frames) && <Curve name="scores analysed" heights={standings} />}
    </svg>
  );
});

function Curve({ name, heights }: { name: string; heights: readonly (number | undefined)[] }) {
  return sparklinePoints(heights, WIDTH, SCORES).map((points, stretch) => (
    <polyline key={stretch} class={name} points={points} />
  ));
}

const hasAnalysis = (frames: readonly GameFrame[]): boolean =>
  frames.some(({ asked }) => asked?.analysis !== undefined);

const countScores = (frames: readonly GameFrame[]): number =>
  frames.filter(({ asked }) => asked?.answer.note?.score !== undefined).length;

function Scale() {
  return (
    <div class="scale">
      <span>won</span>
      <span>lost</span>
    </div>
  );
}

/** What the curves are, or why there are none. */
const ScaleNote = memo(function ScaleNote({ frames }: { frames: readonly GameFrame[] }) {
  const times = frames.some(({ asked }) => asked?.answer.took !== undefined);
  const unseen = frames.find((frame) => frame.unseen)?.unseen;
  const isLate = frames.some(({ asked }) => (asked === undefined ? 0 : (usedShare(asked.answer) ?? 0)) > 1);
  return (
    <p class="scale-note">
      {countScores(frames) > 1 ? 'line: how its scores say it stands' : 'the strategy noted no scores'}
      {hasAnalysis(frames) && '; dashed: how the analysis says it stands'}
      {times && `; bars: time used${isLate ? ', red: too late' : ''}`}
      {unseen && `; dotted: a jump, ${describeUnseen(unseen)}`}
    </p>
  );
});

/** The turns before a frame that are not known, as a dotted line in place of all that lies between. */
function Jump({ to, count }: { to: number; count: number }) {
  const step = WIDTH / Math.max(1, count - 1);
  return <line class="jump" x1={(to - 1) * step} x2={to * step} y1={HEIGHT / 2} y2={HEIGHT / 2} />;
}

function TimeBar({ at, count, share }: { at: number; count: number; share: number }) {
  const step = WIDTH / Math.max(1, count - 1);
  const height = Math.max(1, Math.min(1, share) * (HEIGHT - SCORES - 4));
  const name = share > 1 ? 'time over' : 'time';
  return <rect class={name} x={(at - 0.4) * step} width={0.8 * step} y={HEIGHT - height} height={height} />;
}

/** The shape of each mark, 12 units wide, so that none is told by its colour alone. */
export const MARK_SHAPES: Readonly<Record<TurnMark['kind'], string>> = {
  blunder: 'M-4 -4H4V4H-4Z',
  mistake: 'M0 -5L5 0L0 5L-5 0Z',
  inaccuracy: 'M-3 0A3 3 0 1 0 3 0A3 3 0 1 0 -3 0Z',
  lost: 'M-4 -4L4 4M4 -4L-4 4',
  fallback: 'M0 -4L5 4H-5Z',
  chance: 'M0 -5L1.5 -1.6L5 -1.4L2.3 1L3.2 4.6L0 2.6L-3.2 4.6L-2.3 1L-5 -1.4L-1.5 -1.6Z',
  death: 'M-4 0A4 4 0 1 0 4 0A4 4 0 1 0 -4 0Z',
};

/** A turn can have a mark of its answer, and one of what follows from it. Those of the analysis are on its curve. */
function rowOf({ kind, height }: TurnMark): string | number {
  if (height !== undefined) return percent((1 - height) * SCORES, HEIGHT);
  return kind === 'lost' || kind === 'fallback' ? 9 : 24;
}

const Marks = memo(function Marks({ marks, last }: { marks: readonly TurnMark[]; last: number }) {
  return (
    <svg class="marks" aria-hidden="true">
      {marks.map((mark) => (
        <svg key={`${mark.at} ${mark.kind}`} x={percent(mark.at, last)} y={rowOf(mark)} overflow="visible">
          <path class={`mark ${mark.kind}`} d={MARK_SHAPES[mark.kind]}>
            <title>{`turn ${mark.turn}: ${mark.title}`}</title>
          </path>
        </svg>
      ))}
    </svg>
  );
});

function percent(at: number, last: number): string {
  return `${last === 0 ? 0 : (100 * at) / last}%`;
}
