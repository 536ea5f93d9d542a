/** Moments that a test decides on. */
import type { Answer } from '../../src/wire/responses.js';

/** A promise that the test resolves. */
export interface Gate {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function gate(): Gate {
  let resolve!: () => void;
  const promise = new Promise<void>((open) => (resolve = open));
  return { promise, resolve };
}

/** An answer that tells when it is asked for, and is held until the test lets it go. */
export async function heldAnswer(asked: Gate, held: Gate): Promise<Answer> {
  asked.resolve();
  await held.promise;
  return { kind: 'moved', move: 'up', took: 1 };
}
