/** An answer: its share of the budget, and the note of the strategy. */
import type { AnswerView, CleanNote } from '../../../views/game.js';
import { formatScore, formatThousands } from '../../../views/numbers.js';
import { formatDuration } from '../../../views/times.js';
import { Bar, type Fact } from '../kit/figures.js';

/** The time of an answer as a share of its budget, as a bar and in words; nothing if unknown. */
export function BudgetBar({ answer: { took, budget, kind } }: { answer: AnswerView }) {
  if (took === undefined || budget === undefined) return null;
  const label = `${formatDuration(took)} of ${formatDuration(budget)}`;
  const tone = kind === 'late' ? 'bad' : took > 0.9 * budget ? 'warning' : undefined;
  return (
    <div class="budget">
      <Bar label={`Time used: ${label}`} value={took} max={budget} tone={tone} />
      <span aria-hidden="true">{label}</span>
    </div>
  );
}

export function noteFacts({ score, depth, nodes, found }: CleanNote): Fact[] {
  return [
    ['Score', score !== undefined && formatScore(score)],
    ['Depth', depth],
    ['Positions', nodes !== undefined && formatThousands(nodes)],
    ['Pondered', found !== undefined && (found ? 'yes' : 'others')],
  ];
}

export function Thought({ text, label = 'Thought' }: { text: string | undefined; label?: string }) {
  if (!text) return null;
  return (
    <p class="thought" tabIndex={0} role="note" aria-label={label}>
      {text}
    </p>
  );
}
