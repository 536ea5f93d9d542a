/** How much of its time an answer has used. */
import type { AnswerView } from '../../api/game.js';
import { formatDuration } from '../format/times.js';
import { Bar } from '../kit/bar.js';

/** The time an answer took of the time it was given, as a bar and in words; nothing if that is not known. */
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
