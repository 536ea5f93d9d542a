/** Shows a game on a terminal while it is played: in place, or one frame after the other where nobody looks on. */
import type { Death, PlayedTurn, Shown, Watcher } from '../game/watcher.js';
import { drawTurn } from './draw-turn.js';
import { COLORED, PLAIN, printable } from '../../terminal/paint.js';

/** Where text goes. `process.stdout` is one. */
export interface Output {
  write(text: string): unknown;
  readonly isTTY?: boolean | undefined;
}

export interface ScreenOptions {
  /** By seat. */
  readonly names: readonly string[];
  readonly output: Output;
  /** Takes what goes wrong where the frames are not drawn in place. */
  readonly remarks: Output;
  /** Draws the turns, not only what goes wrong. */
  readonly showsTurns: boolean;
  readonly isColored: boolean;
}

/** A watcher that draws, and takes remarks of others. */
export interface Screen extends Watcher {
  /** A line for people. */
  remark(line: string): void;
  /** Gives the terminal back. */
  close(): void;
}

/** Remarks kept below a board that is drawn in place. */
const LAST_REMARKS = 5;
const HOME = '\x1b[H';
const CLEAR_BELOW = '\x1b[J';
const CLEAR_LINE = '\x1b[K';
/** No cursor, and lines that are too long are cut instead of taking two. */
const BEGIN = '\x1b[?25l\x1b[?7l';
const END = '\x1b[?25h\x1b[?7h';

export function createScreen({ names, output, remarks, showsTurns, isColored }: ScreenOptions): Screen {
  const paint = isColored ? COLORED : PLAIN;
  const isInPlace = showsTurns && output.isTTY === true;
  const deaths: Death[] = [];
  const held: string[] = [];
  let isOpen = false;

  function show(shown: Shown, replies: PlayedTurn['replies']): void {
    if (!showsTurns) return;
    const lines = drawTurn({ frame: shown.frame, replies, deaths }, paint);
    if (!isInPlace) return void output.write(`${lines.join('\n')}\n\n`);
    // Once cleared, frames are written over each other: a terminal that is cleared for each one flickers.
    output.write(isOpen ? HOME : `${BEGIN}${HOME}${CLEAR_BELOW}`);
    isOpen = true;
    const all = [...lines, ...held.slice(-LAST_REMARKS).map((line) => paint.faint(line))];
    output.write(`${all.map((line) => line + CLEAR_LINE).join('\n')}\n${CLEAR_BELOW}`);
  }

  function remark(text: string): void {
    const line = printable(text);
    if (isInPlace) held.push(line);
    else remarks.write(`${line}\n`);
  }

  return {
    remark,
    remarked: (seat, line) => remark(`${names[seat]}: ${line}`),
    played(turn) {
      turn.replies.forEach((reply, seat) => {
        if (reply?.problem !== undefined) remark(`${names[seat]}: turn ${turn.frame.turn}: ${reply.problem}`);
      });
      show(turn, turn.replies);
      deaths.push(...turn.deaths);
    },
    ended: (shown) => show(shown, []),
    close() {
      if (isOpen) output.write(END);
      isOpen = false;
    },
  };
}
