/** The last local games: `play` stores them in the project of the configuration, and the word `last` finds them. */
import { existsSync, mkdirSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { openLineFile, type LineFile } from '../../arena/output/game-lines.js';
import { pathOf } from '../../config/read-text.js';
import { UsageError } from '../../errors/errors.js';
import { findGames, LAST } from '../../journal/filter-words.js';
import { openJournal, withJournal } from '../../journal/open-journal.js';
import { findSnake, readGameFile } from './game-file.js';

const MOST_KEPT = 20;

/** Opens a file for a new game. None without a configuration, or if it cannot be written. */
export async function keepGame(config: string): Promise<LineFile[]> {
  if (!existsSync(config)) return [];
  const folder = folderOf(config);
  try {
    mkdirSync(folder, { recursive: true });
    for (const file of listPlayed(config).slice(MOST_KEPT - 1)) rmSync(file);
    return [await openLineFile(path.join(folder, `${new Date().toISOString().replaceAll(':', '-')}.jsonl`))];
  } catch {
    // A user without write access can still play.
    return [];
  }
}

/**
 * The file that a word for a game means: its path, or {@link LAST} if a local game is the newest one, of `you` if
 * given. Otherwise nothing: look in the journal.
 */
export async function findGameFile(word: string, config: string, you?: string): Promise<string | undefined> {
  if (existsSync(word)) return word;
  const played = word === LAST ? listPlayed(config).find((file) => isGameOf(you, file)) : undefined;
  if (played === undefined) return undefined;
  try {
    const [newest] = await withJournal(openJournal, config, (journal) => findGames(journal, LAST, you));
    // A host knows more about its own game than its opponent's recording.
    const isSame = newest?.game === readGameFile(played).turns[0].request.game.id;
    return isSame || (newest?.endedAt ?? 0) > statSync(played).mtimeMs ? undefined : played;
  } catch (thrown) {
    if (thrown instanceof UsageError) return played;
    throw thrown;
  }
}

function folderOf(config: string): string {
  return pathOf(config, undefined, 'data/played');
}

/** Newest first. */
function listPlayed(config: string): string[] {
  const folder = folderOf(config);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names
    .toSorted()
    .toReversed()
    .map((name) => path.join(folder, name));
}

/** Whether the snake takes part in the game; false if that was stopped before its first turn. */
function isGameOf(you: string | undefined, file: string): boolean {
  try {
    findSnake(readGameFile(file), you);
    return true;
  } catch (thrown) {
    if (thrown instanceof UsageError) return false;
    throw thrown;
  }
}
