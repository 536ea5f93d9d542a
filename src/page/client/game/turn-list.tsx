/** All turns of a game below each other, as the moves of a game of chess: move, grade, evaluation, time. */
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { formatEvaluation } from '../../../inference/analysis.js';
import { formatDuration } from '../format/times.js';
import { memo } from '../shell/memo.js';
import type { GameFrame, TurnMark } from './frames.js';
import { MARK_LOOKS } from './marks.js';
import { ARROWS } from './turn-panel.js';

interface TurnListProps {
  readonly frames: readonly GameFrame[];
  readonly marks: readonly TurnMark[];
  readonly heights: readonly (number | undefined)[] | undefined;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** The turn that is shown stays in the middle. */
export function TurnList({ frames, marks, heights, at, onMove }: TurnListProps) {
  const list = useRef<HTMLDivElement>(null);
  const byFrame = useMemo(() => {
    const found = new Map<number, TurnMark[]>();
    for (const mark of marks) found.set(mark.at, [...(found.get(mark.at) ?? []), mark]);
    return found;
  }, [marks]);
  useEffect(() => {
    const { scrollHeight, clientHeight } = list.current!;
    list.current!.scrollTop = ((at + 0.5) / frames.length) * scrollHeight - clientHeight / 2;
  }, [at, frames.length]);
  const choose = ({ target }: Event): void => {
    const row = (target as Element).closest<HTMLElement>('[role=option]');
    if (row !== null) onMove(Number(row.dataset['at']));
  };
  const step = (event: KeyboardEvent): void => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onMove(at + by);
  };
  return (
    <div
      class="turn-list"
      role="listbox"
      aria-label="Turns"
      aria-activedescendant={`turn-${at}`}
      tabIndex={0}
      ref={list}
      onClick={choose}
      onKeyDown={step}
    >
      {frames.map((frame, index) => (
        <TurnRow
          key={index}
          at={index}
          frame={frame}
          marks={byFrame.get(index)}
          height={heights?.[index]}
          isShown={index === at}
        />
      ))}
    </div>
  );
}

interface TurnRowProps {
  readonly at: number;
  readonly frame: GameFrame;
  readonly marks: readonly TurnMark[] | undefined;
  readonly height: number | undefined;
  readonly isShown: boolean;
}

const TurnRow = memo(function TurnRow({ at, frame: { turn, asked }, marks = [], height, isShown }: TurnRowProps) {
  const { move, took, kind } = asked?.answer ?? {};
  return (
    <div id={`turn-${at}`} role="option" aria-selected={isShown} data-at={at}>
      <span class="number">{turn}</span>
      <span aria-label={move}>{move && ARROWS[move]}</span>
      <span class="tags">
        {marks.map((mark) => (
          <span key={mark.kind} class={`tag ${mark.kind === 'fallback' ? kind : mark.kind}`} title={mark.title}>
            {mark.kind === 'fallback' ? kind : MARK_LOOKS[mark.kind].glyph}
          </span>
        ))}
      </span>
      <span class="number">{height !== undefined && formatEvaluation(height)}</span>
      <span class="number soft">{took !== undefined && formatDuration(took)}</span>
    </div>
  );
});
