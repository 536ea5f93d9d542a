/** The files that the games of a match are kept in: one for each, written line by line, so that a game cut short is there too. */
import { closeSync, openSync, readdirSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { createGameLines, type GameHeader } from './game-lines.js';
import type { Watcher } from '../game/watcher.js';

export interface GameFile {
  readonly watcher: Watcher;
  close(): void;
}

/** A file for a game, in place of an older one. Pairs and games are counted from 0 here, and from 1 in its name. */
export function openGameFile(folder: string, pair: number, game: number, title: GameHeader): GameFile {
  const number = String(pair + 1).padStart(6, '0');
  const file = openSync(path.join(folder, `pair-${number}-game-${game + 1}.jsonl`), 'w');
  return {
    watcher: createGameLines(title, (line) => void writeSync(file, `${line}\n`)),
    close: () => closeSync(file),
  };
}

/** Removes games of pairs from `first` on: they were played ahead and do not count. */
export function removeGameFiles(folder: string, first: number): void {
  for (const name of readdirSync(folder)) {
    const pair = /^pair-(\d{6,})-game-\d+\.jsonl$/.exec(name)?.[1];
    if (pair !== undefined && Number(pair) > first) rmSync(path.join(folder, name));
  }
}
