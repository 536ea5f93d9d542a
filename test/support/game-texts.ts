/** Games as their lines of JSON. */
import { createGameLines } from '../../src/arena/output/game-lines.js';
import { play } from '../../src/arena/game/play.js';
import { fillPlayOptions, type PlayOptions } from '../../src/arena/game/play-options.js';

/** The lines of a game, as `play --output` writes them. */
export async function linesOf(options: PlayOptions): Promise<string[]> {
  const lines: string[] = [];
  const watcher = createGameLines(fillPlayOptions(options), (line) => void lines.push(line));
  await play({ ...options, watchers: [...(options.watchers ?? []), watcher] });
  return lines;
}
