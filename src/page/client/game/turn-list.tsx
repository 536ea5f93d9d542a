/** All turns of a game below each other, as the moves of a game of chess: move, grade, evaluation, time. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { formatEvaluation } from '../../../inference/analysis.js';
import { formatDuration } from '../format/times.js';
import { memo } from '../shell/memo.js';
import type { GameFrame, TurnMark } from './frames.js';
import { MARK_LOOKS } from './marks.js';
import { ARROWS } from './turn-panel.js';

interface RowsProps {
  readonly frames: readonly GameFrame[];
  readonly marks: readonly TurnMark[];
  readonly heights: readonly (number | undefined)[] | undefined;
}

interface TurnListProps extends RowsProps {
  readonly at: number;
  readonly onMove: (at: number) => void;
}

/** The turn that is shown stays in the middle. */
export function TurnList({ at, onMove, ...rows }: TurnListProps) {
  const list = useRef<HTMLDivElement>(null);
  // Only two rows change with each step, however long the game is.
  useLayoutEffect(() => {
    const row = list.current!.children[at] as HTMLElement | undefined;
    if (row === undefined) return undefined;
    row.ariaSelected = 'true';
    list.current!.scrollTop = row.offsetTop - (list.current!.clientHeight - row.offsetHeight) / 2;
    return () => (row.ariaSelected = 'false');
  }, [at, rows.frames]);
  const choose = ({ target }: Event): void => {
    const row = (target as Element).closest('[role=option]');
    if (row !== null) onMove([...list.current!.children].indexOf(row));
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
      <Rows {...rows} />
    </div>
  );
}

const Rows = memo(function Rows({ frames, marks, heights }: RowsProps) {
  const tags = new Map<number, TurnMark[]>();
  for (const mark of marks) tags.set(mark.at, [...(tags.get(mark.at) ?? []), mark]);
  return (
    <>
      {frames.map(({ turn, asked }, at) => {
        const { move, took, kind } = asked?.answer ?? {};
        const height = heights?.[at];
        return (
          <div key={at} id={`turn-${at}`} role="option" aria-selected="false">
            <span class="number">{turn}</span>
            <span aria-label={move}>{move && ARROWS[move]}</span>
            <span class="tags">
              {tags.get(at)?.map((mark) => (
                <span key={mark.kind} class={`tag ${mark.kind === 'fallback' ? kind : mark.kind}`} title={mark.title}>
                  {mark.kind === 'fallback' ? kind : MARK_LOOKS[mark.kind].glyph}
                </span>
              ))}
            </span>
            <span class="number">{height !== undefined && formatEvaluation(height)}</span>
            <span class="number soft">{took !== undefined && formatDuration(took)}</span>
          </div>
        );
      })}
    </>
  );
});
