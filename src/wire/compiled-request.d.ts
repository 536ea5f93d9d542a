/** What `build.ts` writes. */
import type { ValidateFunction } from 'ajv';
import type { GameRequest } from './resources.js';

/** Whether a value is a request, once absent fields have their defaults, which it fills in. */
export const isGameRequest: ValidateFunction<GameRequest>;
