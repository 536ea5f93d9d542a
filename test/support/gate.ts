/** Promises that a test resolves itself, so that it decides when something happens. */
import type { Answer } from '../../src/wire/responses.js';

/** A promise with its `resolve`. */
export interface Gate {
  readonly promise: Promise<void>;
  readonly resolve: () => void;
}

export function createGate(): Gate {
  let resolve!: () => void;
  const promise = new Promise<void>((resolvePromise) => (resolve = resolvePromise));
  return { promise, resolve };
}

/** An answer that resolves `asked` at once and then waits until the test resolves `held`. */
export async function heldAnswer(asked: Gate, held: Gate): Promise<Answer> {
  asked.resolve();
  await held.promise;
  return { kind: 'moved', move: 'up', took: 1 };
}
