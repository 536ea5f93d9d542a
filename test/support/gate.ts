/** Promises that a test resolves itself, so that it decides when something happens. */

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
