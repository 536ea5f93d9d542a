/** Finds the snake that played a recorded game, and asks it again. Called by `replay` and `analyse`. */
import { readConfig } from '../../config/read-config.js';
import { THEN } from '../../config/strategy-version.js';
import { usageFault } from '../../errors/errors.js';
import { askedSnakeOf, type FullGameRow } from '../../views/game-rows.js';
import { parseRequest } from '../../wire/reader.js';
import type { Answer } from '../../wire/responses.js';
import { isSnakeName, mountNamed } from '../resolve-snakes.js';

/**
 * Sends a recorded request, unchanged, to a snake. The strategy has not seen earlier turns. `name` is a prefix or a
 * strategy's name. Throws a `UsageError` if there is no such snake, or if it cannot be loaded.
 */
export async function askAgain(text: string, name: string, config: string): Promise<Answer> {
  const { snakes } = await mountNamed([{ source: '--ask', name }], { config, hasOverhead: true, keepsNotes: true });
  try {
    return await snakes[0]!.mount.answer(parseRequest(text), { text, at: performance.now() });
  } finally {
    await Promise.all(snakes.map(({ mount }) => mount.close()));
  }
}

/**
 * The snake to ask about a recorded game: the one of `ask`, or the prefix of the one that played; in an experiment, of
 * the variant. A file does not name the strategy: then the snake's name, if it is also one here; otherwise `undefined`.
 * Throws a `UsageError` if `ask` is {@link THEN}, and the version that played is not known.
 */
export function findAskedSnake(
  game: FullGameRow,
  { ask, config }: { readonly ask?: string | undefined; readonly config: string },
): string | undefined {
  if (ask !== undefined && ask !== THEN) return ask;
  const played = findPlayed(game, config);
  if (ask === undefined) return played;
  if (played !== undefined && game.hash !== '') return `${played}@${game.hash}`;
  throw usageFault('--ask', `"${THEN}" asks the version that played: only a game that a host has recorded names it.`);
}

function findPlayed(game: FullGameRow, config: string): string | undefined {
  if (game.file !== undefined) {
    // The suffix with which `play` distinguishes equal names.
    const name = game.snake.replace(/ (\d+|\(\w+\))$/, '');
    return isSnakeName(name, config) ? name : undefined;
  }
  return askedSnakeOf(game, readConfig(config, process.env, 'home').config.experiments);
}
