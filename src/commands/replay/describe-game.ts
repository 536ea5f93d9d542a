/** A recorded game in words, and as pages with its boards. Called by `replay` and `analyse`. */
import { describeCause } from '../../rules/describe-death.js';
import { livedTo, type FullGameRow, type TurnAnswer, type TurnRow } from '../../views/game-rows.js';
import { formatCount } from '../../views/numbers.js';
import type { CleanNote } from '../../wire/note.js';
import { followGame, type Seats } from '../../recorded/board-history.js';
import { formatEnd } from '../../recorded/format-end.js';
import type { Colors } from '../../terminal/colors.js';
import { drawTurn } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import { formatAnalysis } from '../analyse/format-analysis.js';

export function formatTitle({ id, snake, variant, opponents, ruleset, map }: FullGameRow): string {
  const played = variant === undefined ? snake : `${snake} (${variant})`;
  const against = opponents.length === 0 ? 'alone' : `against ${opponents.join(', ')}`;
  return `${id}: ${played} ${against}, ${[ruleset, map].filter(Boolean).join(' on ')}`;
}

/** What happened on a turn: the answer of our snake in the journal; in a file, all moves and deaths. */
export function notesOf([game, ...others]: Seats, number: number): string[] {
  const turn = game.list.find((each) => each.turn === number);
  if (game.file === undefined) {
    const found = game.analysis?.turns.find((each) => each.turn === number);
    if (turn === undefined) return [];
    return [
      formatAnswer(turn),
      ...formatNote(turn.answer.note),
      ...(found ? [formatAnalysis(found, livedTo(game))] : []),
    ];
  }
  const seats = [game, ...others];
  const moves = seats.flatMap(({ snake, list }) => {
    const move = list.find((each) => each.turn === number)?.answer.move;
    return move === undefined ? [] : `${snake} ${move}`;
  });
  const died = seats.filter((seat) => seat.died === number + 1);
  const deaths = died.map(({ snake, cause, killer }) => `${snake} ${describeCause(cause, killer)}`);
  return [...(moves.length > 0 ? [moves.join(', ')] : []), ...deaths];
}

function formatAnswer({ answer, budget, feedback }: TurnRow): string {
  const { shout } = answer;
  const said = [
    describeAnswer(answer, budget),
    ...('reason' in answer ? [answer.reason] : []),
    ...(shout === undefined ? [] : [JSON.stringify(shout)]),
    ...(feedback?.used === 'no' ? ['the engine did not use it'] : []),
    ...(feedback === undefined || feedback.latency === '' ? [] : [`latency ${feedback.latency}`]),
  ];
  return said.join(', ');
}

/** The answer and its time; in an imported game, the step. */
function describeAnswer(answer: TurnAnswer, budget = 0): string {
  if (answer.kind === 'seen') return `went ${answer.move ?? 'somewhere'}`;
  const { kind, move, took } = answer;
  return `${kind === 'moved' ? 'answered' : `${kind}, sent`} ${move} in ${took.toFixed(1)} of ${budget.toFixed(0)} ms`;
}

/** The figures, the line of moves, the text, and what it logged. The cells are marked on the drawing. */
export function formatNote(note: CleanNote | undefined): string[] {
  if (note === undefined) return [];
  const { score, depth, nodes, line, text, found, log = [] } = note;
  const figures = [
    ...(score === undefined ? [] : [`score ${formatScore(score)}`]),
    ...(depth === undefined ? [] : [`depth ${formatScore(depth)}`]),
    ...(nodes === undefined ? [] : [formatCount(nodes, 'node')]),
    ...(found === undefined ? [] : [found ? 'pondered' : 'pondered others']),
  ];
  return [
    ...(figures.length === 0 ? [] : [figures.join(', ')]),
    ...(line === undefined || line.length === 0 ? [] : [`line: ${line.join(' ')}`]),
    ...(text === undefined || text === '' ? [] : [text]),
    ...log.map((logged) => `log: ${logged}`),
  ];
}

/** At most two decimals; a won or lost position may have a huge score. */
function formatScore(score: number): string {
  return Math.abs(score) >= 1e15 ? score.toExponential(1) : String(Math.round(score * 100) / 100);
}

export interface Page {
  /** The number of the shown turn. */
  readonly turn: number;
  readonly text: string;
}

/**
 * The pages, the last one with the end of the game. Without an `/end`, that page has no board. Names, shouts and notes
 * are foreign text and made printable.
 */
export function drawPages(seats: Seats, colors: Colors): Page[] {
  const [game] = seats;
  const title = printable(formatTitle(game));
  const pages = Array.from(followGame(seats), ({ turn, board, row, isFinal }): Page => {
    const drawing = drawTurn(turn, board, colors, { marks: row?.answer.note?.cells });
    const notes = [...notesOf(seats, turn), ...(isFinal ? [formatEnd(seats)] : [])];
    return { turn, text: [title, ...drawing, ...notes.map(printable)].join('\n') };
  });
  if (game.end !== undefined) return pages;
  return [...pages, { turn: game.list.at(-1)?.turn ?? 0, text: `${title}\n${printable(formatEnd(seats))}` }];
}
