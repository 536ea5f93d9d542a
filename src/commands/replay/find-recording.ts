/** Finds the recorded game that a user names, in the journal or in a file. Called by `replay` and `autopsy`. */
import { existsSync } from 'node:fs';
import { usageFault } from '../../errors.js';
import { findGames, LAST, type WantedGame } from '../../journal/find-game.js';
import type { FullGameRow } from '../../journal/game-rows.js';
import { openJournal } from '../journal/open-journal.js';
import { readGameFile, toFileRecording } from './game-file.js';
import { toRecording, type Recording } from './recording.js';

/** How the files end that hold games or positions. */
const FILE = /\.(jsonl?|txt)$/;

/** Which recorded game a user wants to see. */
export interface WantedRecording extends WantedGame {
  /** The configuration that names the journal. */
  readonly config: string;
}

/** A game from a file or the journal. Throws a `UsageError` if there is no such game, or if there are several. */
export async function findRecording(game: string, wanted: WantedRecording): Promise<Recording> {
  return existsSync(game)
    ? toFileRecording(readGameFile(game), wanted.snake)
    : toRecording(await findKept(game, wanted));
}

/**
 * A game of the journal: by the word `last`, by its id or the beginning of it, or by the engine's id. Throws a
 * `UsageError` if there is none, or if there are several.
 */
export async function findKept(word: string, { config, ...wanted }: WantedRecording): Promise<FullGameRow> {
  if (FILE.test(word)) throw usageFault(word, 'does not exist.');
  const journal = await openJournal(config);
  try {
    const [found, ...others] = await findGames(journal, word, wanted);
    if (found === undefined) throw usageFault(word, whyNone(word, wanted));
    if (others.length > 0) {
      const games = [found, ...others].map(({ id, snake }) => `${id} (${snake})`);
      throw usageFault(word, `could be ${games.join(' or ')}. Which one?`);
    }
    return (await journal.findGame(found.id))!;
  } finally {
    await journal.close();
  }
}

function whyNone(word: string, { hasCause }: WantedGame): string {
  if (word === LAST)
    return `is the newest game ${hasCause ? 'in which a snake died' : 'that has ended'}: the journal has none.`;
  return 'is neither a file nor a game in the journal. "serpentarium games" lists the games.';
}
