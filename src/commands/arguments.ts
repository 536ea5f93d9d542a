/** Arguments that several commands share, and the way to check several at once. */
import { UsageError, type Fault } from '../errors.js';

export { DEFAULT_CONFIG } from '../config/read-text.js';

/**
 * Runs all checks and returns their results. If any fail, throws one {@link UsageError} with the faults of all of them.
 */
export function allOrFaults<Results extends unknown[]>(
  ...checks: { readonly [Index in keyof Results]: () => Results[Index] }
): Results {
  const faults: Fault[] = [];
  const results = checks.map((check): unknown => {
    try {
      return check();
    } catch (thrown) {
      if (!(thrown instanceof UsageError)) throw thrown;
      return void faults.push(...thrown.faults);
    }
  });
  if (faults.length > 0) throw new UsageError(faults);
  return results as Results;
}
