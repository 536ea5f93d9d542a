/** An analysis for people: how a turn stands, what was best, and the turns that gave most away. */
import {
  describeTurn,
  formatWorth,
  gradeTurn,
  MARKS,
  sumAnalysis,
  toHundred,
  type GameAnalysis,
  type TurnAnalysis,
} from '../../inference/analysis.js';
import type { Direction } from '../../rules/types.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { sparkline } from '../../terminal/sparkline.js';

const ARROWS: Readonly<Record<Direction, string>> = { up: '↑', down: '↓', left: '←', right: '→' };
/** Moves of a line that are shown. */
const MAX_LINE = 12;
/** Turns that are listed, those that gave most away. */
const MAX_WORST = 10;

/** Moves as arrows, the first ones. */
export function formatArrows(line: readonly Direction[]): string {
  return line
    .slice(0, MAX_LINE)
    .map((move) => ARROWS[move])
    .join(' ');
}

/** One turn: `analysis: 63 of 100, depth 8: ↓ ← ↓; mistake: up, 33 of 100, 30 given away`. */
export function formatAnalysis(turn: TurnAnalysis): string {
  const { best, played } = describeTurn(turn);
  const found = `analysis: ${best}: ${formatArrows(turn.line) || 'no move is left'}`;
  return played === undefined ? found : `${found}; ${gradeTurn(turn).mark ?? 'played'}: ${played}`;
}

/** A whole game, within `width` columns: its course, its marks, and the turns that gave most away. */
export function formatGameAnalysis(head: string, analysis: GameAnalysis, width: number): string {
  const { turns, nodes } = analysis;
  const graded = turns.map((turn) => ({ ...turn, ...gradeTurn(turn) }));
  const worst = graded.filter(({ mark }) => mark !== undefined).sort((one, other) => other.loss - one.loss);
  const rows = worst
    .slice(0, MAX_WORST)
    .map(({ turn, mark = '', played, score, line }) => [
      String(turn),
      mark,
      played.move,
      formatWorth(played.score),
      line[0] ?? '',
      formatWorth(score),
      formatArrows(line),
    ]);
  const { meanLoss, ...marks } = sumAnalysis(analysis);
  const counts = MARKS.map(([mark]) => formatCount(marks[mark], mark)).join(', ');
  return [
    head,
    `${formatCount(turns.length, 'turn')}, ${nodes} nodes each: ${counts}; ${toHundred(meanLoss, 1)} of 100 given away a turn`,
    ...(turns.length < 2
      ? []
      : [
          sparkline(
            graded.map(({ standing }) => standing),
            Math.min(width, 80),
            [0, 1],
          ),
        ]),
    ...(rows.length === 0 ? [] : [formatTable(COLUMNS, rows, { width, wraps: [6] })]),
  ].join('\n');
}

const COLUMNS = ['turn', 'mark', 'went', 'worth', 'best', 'worth', 'line'];
