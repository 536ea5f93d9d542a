/** The id of a game in the journal. */
import { createHash } from 'node:crypto';
import type { GameRef } from '../../wire/game-ref.js';

/** 16 hexadecimal digits. The same game of the same snake has the same id in every journal. */
export function gameIdOf({ snake, game, you }: GameRef): string {
  return createHash('sha256')
    .update(JSON.stringify([snake, game, you]))
    .digest('hex')
    .slice(0, 16);
}
