/** The list of turns, one row each: move, grade, evaluation, time. */
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatEvaluation } from '../../../views/analysis.js';
import type { TurnView } from '../../../views/game.js';
import { formatScore } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import type { Evaluation, TurnMark } from './turns.js';
import { MARK_LOOKS } from './marks.js';
import { ARROWS } from './turn-panel.js';

interface TurnListProps {
  readonly turns: readonly TurnView[];
  readonly marks: readonly TurnMark[];
  readonly evaluation: Evaluation | undefined;
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** The height of a row, in pixels: `--row` of game.css. */
const ROW_PX = 28;
/** Extra rows beyond both edges. */
const SPARE = 10;

/** Renders only the visible rows. The shown turn stays in the middle. */
export function TurnList({ turns, marks, evaluation, at, onMove }: TurnListProps) {
  const list = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(0);
  const tags = useMemo(() => Map.groupBy(marks, (mark) => mark.at), [marks]);
  useLayoutEffect(() => {
    list.current!.scrollTop = at * ROW_PX - (list.current!.clientHeight - ROW_PX) / 2;
  }, [at, turns]);
  const from = Math.max(0, top - SPARE);
  const shown = turns.slice(from, top + Math.ceil(innerHeight / ROW_PX) + 2 * SPARE);
  const choose = ({ target }: Event): void => {
    const row = (target as Element).closest('[role=option]')?.ariaPosInSet;
    if (row) onMove(Number(row) - 1);
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
      onScroll={({ currentTarget }) => setTop(Math.floor(currentTarget.scrollTop / ROW_PX / SPARE) * SPARE)}
      onClick={choose}
      onKeyDown={step}
    >
      <div style={{ height: `${turns.length * ROW_PX}px`, paddingTop: `${from * ROW_PX}px` }}>
        {shown.map(({ turn, answer }, index) => {
          const { move, took, kind, note } = answer ?? {};
          const row = from + index;
          const height = evaluation?.heights[row];
          // A strategy's own score is shown as it is on the card: on the plot it is scaled.
          const isOwn = evaluation?.source === 'own' && note?.score !== undefined;
          return (
            <div
              key={row}
              id={`turn-${row}`}
              role="option"
              aria-selected={row === at}
              aria-setsize={turns.length}
              aria-posinset={row + 1}
            >
              <span class="number soft">{turn}</span>
              <span aria-label={move}>{move && ARROWS[move]}</span>
              <span class="tags">
                {tags.get(row)?.map((mark) => (
                  <span key={mark.kind} class={`tag ${mark.kind === 'fallback' ? kind : mark.kind}`} title={mark.title}>
                    {mark.kind === 'fallback' ? kind : MARK_LOOKS[mark.kind].glyph}
                  </span>
                ))}
              </span>
              <span class="number">
                {isOwn ? formatScore(note.score) : height !== undefined && formatEvaluation(height)}
              </span>
              <span class="number soft">{took !== undefined && formatDuration(took)}</span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
