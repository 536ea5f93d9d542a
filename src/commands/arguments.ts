/** Arguments that several commands share. */
import { UsageError, type Fault } from '../errors.js';

/** Where a configuration is looked for when none is named. */
export const DEFAULT_CONFIG = 'config/snakes.yaml';

/** What all of the checks return; throws one {@link UsageError} with the faults of all of them. */
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
