/** The check that another process really answered with contests. */
import { Ajv, type ValidateFunction } from 'ajv';
import { contestLinesSchema, contestViewSchema, type ContestLine, type ContestView } from '../api/contests.js';

/** Compiled when they are needed: few hosts ever see a contest. */
let isLines: ValidateFunction<ContestLine[]> | undefined;
let isContest: ValidateFunction<ContestView> | undefined;

/** Whether a value is a list of contests. Takes out what it does not know. */
export function isContestLines(value: unknown): value is ContestLine[] {
  isLines ??= compile<ContestLine[]>(contestLinesSchema);
  return isLines(value);
}

/** Whether a value is a contest with all that is shown of it. Takes out what it does not know. */
export function isContestView(value: unknown): value is ContestView {
  isContest ??= compile<ContestView>(contestViewSchema);
  return isContest(value);
}

/** Other versions say more than this one knows: 0.1 had findings about workers. */
function compile<Value>(schema: object): ValidateFunction<Value> {
  const options = { strict: true, strictRequired: false, allowUnionTypes: true, validateSchema: false };
  return new Ajv({ ...options, discriminator: true, removeAdditional: true }).compile<Value>(schema);
}
