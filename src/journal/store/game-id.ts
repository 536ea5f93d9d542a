/** The id of a game in the journal. */
import { createHash } from 'node:crypto';
import type { GameRef } from '../../wire/resources.js';

/**
 * 16 hexadecimal digits. The same game of the same snake has the same id in every journal. If a game is played again
 * under the ids of one that has ended, `run` distinguishes them: 2 is the second one.
 */
export function gameIdOf({ snake, game, you }: GameRef, run = 1): string {
  return createHash('sha256')
    .update(JSON.stringify(run === 1 ? [snake, game, you] : [snake, game, you, run]))
    .digest('hex')
    .slice(0, 16);
}
