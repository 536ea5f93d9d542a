/** The log-likelihood ratio of a test between its bounds. */
import type { SprtView } from '../../api/contests.js';
import { formatWithSign } from './elo.js';

/** A bar from 0 towards the bound it nears, with the bounds at its ends. */
export function LlrGauge({ test }: { test: SprtView }) {
  const { llr, lower, upper, elo0, elo1 } = test;
  const at = (value: number): number => (100 * (Math.min(upper, Math.max(lower, value)) - lower)) / (upper - lower);
  const [from, to] = [at(Math.min(0, llr)), at(Math.max(0, llr))];
  const label = `LLR ${llr.toFixed(2)}, between ${lower.toFixed(2)} (H0, ${elo0} Elo) and ${upper.toFixed(2)} (H1, ${elo1} Elo)`;
  return (
    <div>
      <svg class="gauge" role="img" aria-label={label} viewBox="0 0 100 10" preserveAspectRatio="none">
        <rect class="whole" width="100" height="10" />
        <rect class={llr < 0 ? 'part bad' : 'part'} x={from} width={Math.max(0.3, to - from)} height="10" />
        <line class="zero" x1={at(0)} x2={at(0)} y1="0" y2="10" />
      </svg>
      <div class="gauge-ends" aria-hidden="true">
        <span>{`H0 at ${formatWithSign(lower, 2)}: ${elo0} Elo`}</span>
        <strong>{formatWithSign(llr, 2)}</strong>
        <span>{`H1 at ${formatWithSign(upper, 2)}: ${elo1} Elo`}</span>
      </div>
    </div>
  );
}
