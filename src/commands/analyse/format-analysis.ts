/** An analysis for people: how a turn stands, what was best, and the turns that gave most away. */
import {
  gradeTurn,
  MARKS,
  standingOf,
  sumAnalysis,
  type GameAnalysis,
  type TurnAnalysis,
} from '../../inference/analysis.js';
import type { Direction } from '../../rules/types.js';
import { endOf } from '../../search/tree/scores.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { formatTable } from '../../terminal/format-table.js';
import { sparkline } from '../../terminal/sparkline.js';

const ARROWS: Readonly<Record<Direction, string>> = { up: '↑', down: '↓', left: '←', right: '→' };
/** Moves of a line that are shown. */
const MAX_LINE = 12;
/** Turns that are listed, those that gave most away. */
const MAX_WORST = 10;

/** What a move is worth: from `0 of 100`, lost, to `100 of 100`; `won on turn 81` if the search has seen the end. */
export function formatWorth(score: number): string {
  const end = endOf(score);
  if (end !== undefined) return `${score > 0 ? 'won' : 'lost'} on turn ${end}`;
  return `${toHundred(standingOf(score))} of 100`;
}

/** Moves as arrows, the first ones. */
export function formatArrows(line: readonly Direction[]): string {
  return line
    .slice(0, MAX_LINE)
    .map((move) => ARROWS[move])
    .join(' ');
}

/** One turn: `63 of 100, depth 8: ↓ ← ↓; mistake: up, 33 of 100`. */
export function formatAnalysis(turn: TurnAnalysis): string {
  const { score, depth, line, played } = turn;
  const { mark } = gradeTurn(turn);
  const best = `${formatWorth(score)}, depth ${depth}: ${formatArrows(line) || 'no move is left'}`;
  return mark === undefined ? best : `${best}; ${mark}: ${played.move}, ${formatWorth(played.score)}`;
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

function toHundred(share: number, digits = 0): string {
  return (100 * share).toFixed(digits);
}
