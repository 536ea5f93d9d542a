/** Formats an analysis for people: how a snake died, the score of each turn, and the turns that matter most. */
import {
  describeTurn,
  formatWorth,
  gradeTurn,
  MARKS,
  sumAnalysis,
  toPoints,
  type GameAnalysis,
  type TurnAnalysis,
} from '../../views/analysis.js';
import type { Autopsy } from '../../journal/report/autopsy.js';
import type { Direction } from '../../rules/types.js';
import { formatCount } from '../../views/numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { sparkline } from '../../views/sparkline.js';

const ARROWS: Readonly<Record<Direction, string>> = { up: '↑', down: '↓', left: '←', right: '→' };
/** Most moves shown of a line. */
const MAX_LINE = 8;
/** Most listed turns, the worst moves first. */
const MAX_WORST = 10;

/** The first moves as arrows. */
export function formatArrows(line: readonly Direction[]): string {
  return line
    .slice(0, MAX_LINE)
    .map((move) => ARROWS[move])
    .join(' ');
}

/** One turn: `analysis: +26, depth 8: ↓ ← ↓; mistake: up, −34, gave away 60 points`. */
export function formatAnalysis(turn: TurnAnalysis): string {
  const { best, played } = describeTurn(turn);
  const found = `analysis: ${best}: ${formatArrows(turn.line) || 'no move is left'}`;
  return played === undefined ? found : `${found}; ${gradeTurn(turn).mark ?? 'played'}: ${played}`;
}

export function formatLastChance({ chance, until, unsure }: Autopsy): string {
  const doubt = unsure.length === 0 ? '' : `\nTurn ${unsure.join(', ')}: too many possibilities to try them all.`;
  if (chance === undefined)
    return `On no recorded turn was there a way to survive until turn ${until}. Try a smaller --longer.${doubt}`;
  const { turn, moves, answered, isLost } = chance;
  const { move } = answered.answer;
  const went = isLost ? `It answered ${move}, which the engine did not use.` : `It went ${move ?? 'elsewhere'}.`;
  return `The last chance was on turn ${turn}: ${moves.join(' or ')} would have led to turn ${until}. ${went}${doubt}`;
}

/** The turns to show: the last chance, and then the worst moves, worst first. */
export function pickTurns({ turns }: Pick<GameAnalysis, 'turns'>, chance?: number): readonly TurnAnalysis[] {
  const others = turns.filter((each) => each.turn !== chance && gradeTurn(each).mark !== undefined);
  const worst = others.sort((one, other) => gradeTurn(other).loss - gradeTurn(one).loss).slice(0, MAX_WORST);
  return [...turns.filter(({ turn }) => turn === chance), ...worst];
}

/** A whole game, within `width` columns: its course, its marks, and the picked turns. */
export function formatGameAnalysis(
  analysis: GameAnalysis,
  picked: readonly TurnAnalysis[],
  width: number,
  chance?: number,
): string {
  const { turns, nodes } = analysis;
  const rows = picked.map((each) => {
    const mark = gradeTurn(each).mark ?? (each.turn === chance ? 'last chance' : '');
    const { turn, played, score, line } = each;
    return [String(turn), mark, played.move, formatWorth(played.score), formatWorth(score), formatArrows(line)];
  });
  const { meanLoss, ...marks } = sumAnalysis(analysis);
  const counts = MARKS.map(([mark]) => formatCount(marks[mark], mark)).join(', ');
  const standings = turns.map((turn) => gradeTurn(turn).standing);
  return [
    `${formatCount(turns.length, 'turn')}, ${nodes} nodes each: ${counts}; ${toPoints(meanLoss, 1)} points given away per turn`,
    ...(turns.length < 2 ? [] : [sparkline(standings, Math.min(width, 80), [0, 1])]),
    ...(rows.length === 0
      ? []
      : [formatTable(['turn', 'mark', 'went', 'worth', 'best', 'line'], rows, { width, wraps: [5] })]),
  ].join('\n');
}
