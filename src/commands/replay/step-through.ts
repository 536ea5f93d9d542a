/** Shows the pages of a game on a terminal, one at a time: by keys, or at a steady pace. Called by `replay`. */
import { setTimeout as wait } from 'node:timers/promises';
import { createLogUpdate } from 'log-update';
import { on } from 'node:events';
import { emitKeypressEvents } from 'node:readline';
import { printDrawing } from '../../terminal/print.js';
import { printableDrawing } from '../../terminal/printable.js';
import { formatKeys, pressKey, type PageTurning, type Shown } from './page-keys.js';

interface StepOptions extends PageTurning {
  /** Index of the first page shown. */
  readonly start: number;
  /** How long each page stays, in ms; without it, keys turn the pages. */
  readonly pace?: number | undefined;
}

interface PageTerminal {
  readonly input: KeyInput & { readonly isTTY?: boolean | undefined };
  readonly output: NodeJS.WriteStream;
}

/**
 * Resolves when the user quits or moves beyond the last page. The last shown page stays on the terminal. Without a
 * terminal, prints all pages at once.
 */
export async function stepThrough(
  { start, pace, ...turning }: StepOptions,
  { input, output }: PageTerminal = { input: process.stdin, output: process.stdout },
): Promise<void> {
  const pages = turning.pages.slice(start);
  if (!output.isTTY || !input.isTTY) return printDrawing(pages.map(({ text }) => text).join('\n\n'));
  const log = createLogUpdate(output);
  const update = (text: string) => log(printableDrawing(text));
  try {
    if (pace === undefined) await turnByKeys(turning, { index: start }, input, update);
    else await turnAtPace(pages, pace, update);
  } finally {
    log.done();
  }
}

async function turnAtPace(pages: PageTurning['pages'], pace: number, update: (text: string) => void): Promise<void> {
  for (const { text } of pages) {
    update(text);
    await wait(pace);
  }
}

async function turnByKeys(
  turning: PageTurning,
  first: Shown,
  input: KeyInput,
  update: (text: string) => void,
): Promise<void> {
  let shown = first;
  const pageText = () => turning.pages[shown.index]!.text;
  const show = () => update(`${pageText()}\n\n${formatKeys(turning, shown)}`);
  show();
  for await (const key of readKeys(input)) {
    const next = pressKey(turning, shown, key);
    if (next === 'quit') break;
    shown = next;
    show();
  }
  update(pageText());
}

/** A terminal that keys are read from. `process.stdin` is one. */
export type KeyInput = NodeJS.ReadableStream & { setRawMode?(isRaw: boolean): unknown };

/**
 * Yields the name of each key that is pressed: `left`, `space`, `q`, `ctrl-c`. Keys that arrive together come one by
 * one. Gives the terminal back when the caller stops reading.
 */
export async function* readKeys(input: KeyInput): AsyncGenerator<string> {
  emitKeypressEvents(input);
  input.setRawMode?.(true);
  try {
    for await (const [character, key] of on(input, 'keypress') as AsyncIterable<[string | undefined, Key]>) {
      yield `${key.ctrl ? 'ctrl-' : ''}${key.name ?? character}`;
    }
  } finally {
    input.setRawMode?.(false);
    input.pause();
  }
}

interface Key {
  readonly name?: string;
  readonly ctrl: boolean;
}
