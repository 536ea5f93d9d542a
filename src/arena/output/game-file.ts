/** Files of lines that games are written to, so that a game that is cut short is there, too. */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createGameLines, type GameHeader } from './game-lines.js';
import type { Watcher } from '../game/watcher.js';
import { open } from 'node:fs/promises';
import { UsageError, messageOf } from '../../errors.js';

export interface GameFile {
  /** Writes the game to the file. */
  readonly watcher: Watcher;
  close(): void;
}

/**
 * Opens the file of a game and replaces an older one. `pair` and `game` count from 0, the numbers in the file's name
 * from 1.
 */
export function openGameFile(folder: string, pair: number, game: number, header: GameHeader): GameFile {
  const number = String(pair + 1).padStart(6, '0');
  const file = openSync(path.join(folder, `pair-${number}-game-${game + 1}.jsonl`), 'w');
  return {
    watcher: createGameLines(header, (line) => void writeSync(file, `${line}\n`)),
    close: () => closeSync(file),
  };
}

/** Removes the games of the pairs from `first` on: they were played ahead and do not count. */
export function removeGameFiles(folder: string, first: number): void {
  for (const name of readdirSync(folder)) {
    const pair = /^pair-(\d{6,})-game-\d+\.jsonl$/.exec(name)?.[1];
    if (pair !== undefined && Number(pair) > first) rmSync(path.join(folder, name));
  }
}

export interface LineFile {
  /** Writes a line and its line break. Calls must not overlap. */
  write(line: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens a file, overwriting what is there. Throws a {@link UsageError} if that is not possible. */
export async function openLineFile(name: string): Promise<LineFile> {
  try {
    const file = await open(name, 'w');
    return {
      async write(line) {
        await file.write(`${line}\n`);
      },
      close: () => file.close(),
    };
  } catch (thrown) {
    throw new UsageError([{ source: name, message: `cannot be written: ${messageOf(thrown)}` }]);
  }
}
