/** What a strategy noted down about a turn, as lines for people. Called by `replay` and `autopsy`. */
import { formatCount } from '../../terminal/format-numbers.js';
import type { CleanNote } from '../../wire/note.js';

/** At most three lines: the figures, the line of moves, the text. The cells are marked on the drawing. */
export function formatNote(note: CleanNote | undefined): string[] {
  if (note === undefined) return [];
  const { score, depth, nodes, line, text } = note;
  const figures = [
    ...(score === undefined ? [] : [`score ${formatScore(score)}`]),
    ...(depth === undefined ? [] : [`depth ${formatScore(depth)}`]),
    ...(nodes === undefined ? [] : [formatCount(nodes, 'node')]),
  ];
  return [
    ...(figures.length === 0 ? [] : [figures.join(', ')]),
    ...(line === undefined || line.length === 0 ? [] : [`line: ${line.join(' ')}`]),
    ...(text === undefined || text === '' ? [] : [text]),
  ];
}

/** At most two digits behind the point; a won or lost position may be worth more than can be read. */
function formatScore(score: number): string {
  return Math.abs(score) >= 1e15 ? score.toExponential(1) : String(Math.round(score * 100) / 100);
}
