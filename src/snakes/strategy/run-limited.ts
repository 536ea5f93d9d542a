/** Runs code of ours on input of others with a time limit. Called where the options of a strategy are checked. */
import { runInNewContext } from 'node:vm';
import { isRecord } from '../../kind-of.js';

/** What {@link runLimited} throws if the time is over. */
export class TimeLimitError extends Error {
  override readonly name = 'TimeLimitError';
}

/**
 * Returns what `run` returns, and throws what it throws. Throws a {@link TimeLimitError} if it takes longer than
 * `limit` ms, even in an endless loop or regular expression; whatever it was changing is then half changed.
 */
export function runLimited<Result>(limit: number, run: () => Result): Result {
  let result: { readonly value: Result } | undefined;
  const context = { run: () => void (result = { value: run() }) };
  try {
    runInNewContext('run()', context, { timeout: limit });
  } catch (thrown) {
    // Not an instance of our `Error`: it comes from the other context.
    const isOver = isRecord(thrown) && thrown['code'] === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    throw isOver ? new TimeLimitError(`took longer than ${limit} ms`) : thrown;
  }
  return result!.value;
}
