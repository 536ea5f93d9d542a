/** How much a test tries: little in `npm test`, many times as much in `npm run test:deep`. */
import { configureGlobal } from 'fast-check';

/** How many times as much the deep kind tries: `SERPENTARIUM_TEST_BUDGET=1000` is for a night, and draws new cases. */
const NIGHT = process.env['SERPENTARIUM_TEST_BUDGET'];
const FACTOR = process.env['SERPENTARIUM_TESTS'] === 'deep' ? Number(NIGHT ?? 20) : 1;
/** What fast-check tries where a test does not say. */
const DEFAULT_RUNS = 100;

/** The number of cases to try; `few` is the number in `npm test`. */
export function runsOf(few: number): number {
  return few * FACTOR;
}

configureGlobal({ numRuns: runsOf(DEFAULT_RUNS), ...(NIGHT === undefined && { seed: 1 }) });
