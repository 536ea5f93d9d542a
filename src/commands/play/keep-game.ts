/** Keeps the last local games in the project of the configuration, where the word `last` finds them. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { openLineFile, type LineFile } from '../../arena/output/game-lines.js';
import { listPlayed, playedFolder } from '../../recorded/open-game.js';

const MOST_KEPT = 20;

/** Opens a file for a new game. None without a configuration, or if it cannot be written. */
export async function keepGame(config: string): Promise<LineFile[]> {
  if (!existsSync(config)) return [];
  const folder = playedFolder(config);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of listPlayed(config).slice(MOST_KEPT - 1)) rmSync(file);
    return [await openLineFile(path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}.jsonl`))];
  } catch {
    // A user without write access can still play.
    return [];
  }
}
