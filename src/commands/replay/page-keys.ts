/** The keys of a replay: which page is shown next. Called by `step-through.ts`. */
import type { Page } from './describe-game.js';

/** The pages between which the keys move. */
export interface PageTurning {
  readonly pages: readonly Page[];
  /** Index of the page of our snake's last move; absent if it survived. */
  readonly death?: number | undefined;
}

/** The present display. `entry` are the digits of a turn that the user is typing after `g`. */
export interface Shown {
  readonly index: number;
  readonly entry?: string | undefined;
}

/** Most digits of a turn's number. */
const MAX_DIGITS = 6;
const LEAP = 10;

/** How many pages forward. */
const STEPS: Readonly<Record<string, number>> = {
  right: 1,
  space: 1,
  return: 1,
  enter: 1,
  n: 1,
  left: -1,
  b: -1,
  pagedown: LEAP,
  pageup: -LEAP,
  home: -Infinity,
  end: Infinity,
};
const QUITS: ReadonlySet<string> = new Set(['q', 'escape', 'ctrl-c', 'ctrl-d']);

/** The line about the keys below the page. */
export function formatKeys({ death }: PageTurning, { entry }: Shown): string {
  if (entry !== undefined) return `go to turn: ${entry}_   Enter: go   Esc: back`;
  const died = death === undefined ? '' : '   d: death';
  return `→ ←: turn   PgDn PgUp: ${LEAP} turns   Home End   g: go to turn${died}   q: quit`;
}

/** What to show after a key; `quit` also after a single step beyond the last page. */
export function pressKey(turning: PageTurning, shown: Shown, key: string): Shown | 'quit' {
  if (key === 'ctrl-c' || key === 'ctrl-d') return 'quit';
  if (shown.entry !== undefined) return pressEntryKey(turning, shown, key);
  if (QUITS.has(key)) return 'quit';
  if (key === 'g') return { ...shown, entry: '' };
  if (key === 'd' && turning.death !== undefined) return { index: turning.death };
  const step = STEPS[key] ?? 0;
  const last = turning.pages.length - 1;
  if (step === 1 && shown.index === last) return 'quit';
  return { index: Math.min(last, Math.max(0, shown.index + step)) };
}

function pressEntryKey({ pages }: PageTurning, { index, entry = '' }: Shown, key: string): Shown {
  if (/^\d$/.test(key)) return { index, entry: (entry + key).slice(0, MAX_DIGITS) };
  if (key === 'backspace') return { index, entry: entry.slice(0, -1) };
  if (key === 'escape' || key === 'q') return { index };
  if (key !== 'return' && key !== 'enter') return { index, entry };
  return { index: entry === '' ? index : pageOf(pages, Number(entry)) };
}

/** Index of the page of a turn; of the next one if the turn is missing, and of the last page beyond the end. */
export function pageOf(pages: readonly Page[], turn: number): number {
  const index = pages.findIndex((page) => page.turn >= turn);
  return index < 0 ? pages.length - 1 : index;
}
