/** Shows pages on a terminal, one at a time: by keys, or at a pace. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

const CLEAR = '\x1b[H\x1b[J';
const KEYS = '→ or space: next   ←: back   q: quit';

/** Where no one looks on, all pages follow each other. `pace` in ms. */
export async function stepThrough(pages: readonly string[], pace: number | undefined): Promise<void> {
  const { stdin, stdout } = process;
  if (!stdout.isTTY || !stdin.isTTY) return console.log(pages.join('\n\n'));
  if (pace !== undefined) {
    for (const page of pages) {
      stdout.write(`${CLEAR}${page}\n`);
      await wait(pace);
    }
    return undefined;
  }
  stdin.setRawMode(true);
  try {
    for (let index = 0; index < pages.length;) {
      stdout.write(`${CLEAR}${pages[index]}\n\n${KEYS}\n`);
      // Keys that are held down, or come over a slow line, arrive several at once.
      const steps = keysIn(String((await once(stdin, 'data'))[0])).map(stepOf);
      if (steps.includes(undefined)) break;
      for (const step of steps) index = Math.max(0, index + step!);
    }
  } finally {
    stdin.setRawMode(false);
    stdin.pause();
  }
  return undefined;
}

/** An arrow is three characters, and other keys of its kind are longer. */
export function keysIn(data: string): string[] {
  // eslint-disable-next-line no-control-regex -- that is what an arrow begins with
  return data.match(/\x1b[[O][\d;]*[A-Za-z~]|[\s\S]/g) ?? [];
}

/** Nothing for a key that ends it. */
function stepOf(key: string): number | undefined {
  if (['q', '\x03', '\x04', '\x1b'].includes(key)) return undefined;
  if (key === '\x1b[D' || key === 'b') return -1;
  return ['\x1b[C', ' ', '\r', '\n', 'n'].includes(key) ? 1 : 0;
}
