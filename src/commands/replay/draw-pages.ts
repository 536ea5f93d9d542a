/** Draws a recorded game as pages of text, one for each board. Called by `replay` and `analyse`. */
import { followGame, type Seats } from '../../recorded/board-history.js';
import type { Colors } from '../../terminal/colors.js';
import { drawTurn } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import { formatEnd, formatTitle, notesOf } from './describe-game.js';

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
  const title = formatTitle(game);
  const hasEnd = game.end !== undefined;
  const boards = followGame(seats);
  const toPage = (turn: number, drawing: readonly string[], notes: readonly string[]): Page => {
    return { turn, text: [printable(title), ...drawing, ...notes.map(printable)].join('\n') };
  };
  const pages = boards.map(({ turn, board, row }, index) => {
    const end = hasEnd && index === boards.length - 1 ? [formatEnd(seats)] : [];
    const drawing = drawTurn(turn, board, colors, { marks: row?.answer.note?.cells });
    return toPage(turn, drawing, [...notesOf(seats, turn), ...end]);
  });
  return hasEnd ? pages : [...pages, toPage(game.list.at(-1)?.turn ?? 0, [], [formatEnd(seats)])];
}
