/** Shows pages of text on a terminal, one at a time: by keys, or at a steady pace. Called by `replay`. */
import { setTimeout as wait } from 'node:timers/promises';
import { createLogUpdate } from 'log-update';
import { readKeys } from '../../terminal/keys.js';
import { printDrawing } from '../../terminal/print.js';
import { printableDrawing } from '../../terminal/printable.js';

const HELP = '→ or space: next   ←: back   q: quit';
/** What keys do: how many pages on, or `quit`. */
const ACTIONS: Readonly<Record<string, number | 'quit'>> = {
  right: 1,
  space: 1,
  return: 1,
  enter: 1,
  n: 1,
  left: -1,
  b: -1,
  q: 'quit',
  escape: 'quit',
  'ctrl-c': 'quit',
  'ctrl-d': 'quit',
};

/**
 * Resolves when the user quits or goes beyond the last page. Without a terminal, prints all pages at once.
 *
 * @param pace ms that each page stays; without it, keys turn the pages.
 */
export async function stepThrough(pages: readonly string[], pace: number | undefined): Promise<void> {
  const { stdin, stdout } = process;
  if (!stdout.isTTY || !stdin.isTTY) return printDrawing(pages.join('\n\n'));
  const log = createLogUpdate(stdout);
  const update = (text: string) => log(printableDrawing(text));
  try {
    if (pace === undefined) await turnByKeys(pages, (page) => update(`${page}\n\n${HELP}`));
    else await turnAtPace(pages, pace, update);
  } finally {
    log.done();
  }
}

async function turnAtPace(pages: readonly string[], pace: number, show: (page: string) => void): Promise<void> {
  for (const page of pages) {
    show(page);
    await wait(pace);
  }
}

async function turnByKeys(pages: readonly string[], show: (page: string) => void): Promise<void> {
  let index = 0;
  show(pages[index]!);
  for await (const key of readKeys(process.stdin)) {
    const action = ACTIONS[key] ?? 0;
    if (action === 'quit') return;
    index = Math.max(0, index + action);
    if (index >= pages.length) return;
    show(pages[index]!);
  }
}
