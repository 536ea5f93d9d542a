/** Shares and scores with their intervals, as tables have them. */
import type { Share } from '../../../views/plots.js';
import { formatShare } from '../../../views/numbers.js';
import { IntervalBar } from '../plots/bars.js';

/** A plot of fewer points would show chance; a sentence replaces it. */
export const MIN_POINTS = 5;

/** What the columns of results are, for their tooltips. */
export const WON = 'Share of games won, with its 95\u00a0% interval';
export const SCORE = '1 for the first place, 0 for the last, even steps between';

/** A share as a figure and a picture; a dash if there is none. */
export function ShareCell({ share }: { share: Share | undefined }) {
  if (share === undefined) return <span class="soft">–</span>;
  const label = `${formatShare(share.share)}, between ${formatShare(share.low)} and ${formatShare(share.high)}`;
  return (
    <span class="share" title={label}>
      <span>{formatShare(share.share)}</span>
      <IntervalBar label={label} value={share.share} low={share.low} high={share.high} />
    </span>
  );
}

export function formatMeanScore(score: number | undefined): string {
  return score === undefined ? '–' : score.toFixed(3);
}

/** Won, drawn, lost: `12 / 1 / 7`. */
export function formatCounts({ wins, draws, losses }: Readonly<Record<'wins' | 'draws' | 'losses', number>>): string {
  return `${wins} / ${draws} / ${losses}`;
}
