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
  const played = listPlayed(config);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of played.slice(MOST_KEPT - 1)) rmSync(file);
    return [await openLineFile(path.join(folder, nameAfter(played[0])))];
  } catch {
    // A user without write access can still play.
    return [];
  }
}

/** The name is the time, and sorts behind the newest file also within one millisecond or if the clock was set back. */
function nameAfter(newest = ''): string {
  const last = Date.parse(path.basename(newest, '.jsonl').replace(/T(\d\d)-(\d\d)-/, 'T$1:$2:'));
  const time = Math.max(Date.now(), (last || 0) + 1);
  return `${new Date(time).toISOString().replaceAll(':', '-')}.jsonl`;
}
