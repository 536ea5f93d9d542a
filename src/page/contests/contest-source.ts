/** Where the page's contests come from: the command itself, or all commands of this machine. */
import type { ContestLine, ContestView } from '../api/contests.js';

export interface ContestSource {
  /** Those that run first, then those that are over, the newest first. */
  list(): Promise<readonly ContestLine[]>;
  find(id: string): Promise<ContestView | undefined>;
}

export function toContestLine(contest: ContestView): ContestLine {
  const line: { -readonly [Key in keyof ContestView]?: ContestView[Key] } = { ...contest };
  delete line.seed;
  delete line.game;
  delete line.details;
  delete line.workerRows;
  return line as ContestLine;
}
