/**
 * Draws a recorded game as pages of text: each turn as `play` draws it, with notes. Called by `replay` and `autopsy`.
 */
import type { Colors } from '../../terminal/colors.js';
import { drawTurn } from '../../terminal/draw-turn.js';
import { printable } from '../../terminal/printable.js';
import { followRecording } from './follow-recording.js';
import type { Recording } from './recording.js';

/** A page of a drawn game. */
export interface Page {
  /** The number of the turn that it shows. */
  readonly turn: number;
  readonly text: string;
}

/**
 * A page for each turn, and one for the end; in a file the last turn is the end. Names, shouts and notes come from
 * strangers and are made printable.
 */
export function drawRecording(recording: Recording, colors: Colors): Page[] {
  const { title, turns, result, isFile } = recording;
  const shown = followRecording(recording);
  const toPage = (turn: number, drawing: readonly string[], notes: readonly string[]): Page => {
    return { turn, text: [printable(title), ...drawing, ...notes.map(printable)].join('\n') };
  };
  const pages = shown.map((drawn, index) => {
    const isEnd = index === turns.length || (isFile && index === turns.length - 1);
    return toPage(drawn.turn, drawTurn(drawn, colors), [...(turns[index]?.notes ?? []), ...(isEnd ? [result] : [])]);
  });
  const hasEnd = isFile || shown.length > turns.length;
  return hasEnd ? pages : [...pages, toPage(turns.at(-1)?.request.turn ?? 0, [], [result])];
}
