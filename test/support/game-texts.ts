/** Games as their lines of JSON. */
import { createGameLines } from '../../src/arena/game-lines.js';
import { play } from '../../src/arena/play.js';
import { fillTerms, type GivenTerms } from '../../src/arena/terms.js';

/** The lines of a game, as `play --output` writes them. */
export async function linesOf(given: GivenTerms): Promise<string[]> {
  const lines: string[] = [];
  const watcher = createGameLines(fillTerms(given), (line) => void lines.push(line));
  await play({ ...given, watchers: [...(given.watchers ?? []), watcher] });
  return lines;
}
