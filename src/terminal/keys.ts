/** Reads single keys from a terminal. */
import { on } from 'node:events';
import { emitKeypressEvents } from 'node:readline';

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
