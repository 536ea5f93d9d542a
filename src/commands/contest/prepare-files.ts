/** The files of a contest, checked before its first game is played. */
import { mkdirSync } from 'node:fs';
import { expectFree, expectSame, type ContestHeader, type ContestFile } from '../../arena/contest/contest-file.js';
import type { ContestFlags } from './contest-flags.js';

/**
 * Creates the directory of `--output-dir`, and returns the file to save the contest to, if any. Throws a `UsageError`
 * if `--resume` names another contest than the one asked for, or if `--save` names a file that must not be replaced.
 */
export function prepareFiles<Tally>(
  { save, resume, outputDir }: ContestFlags,
  kept: ContestHeader<Tally>,
  saved: ContestFile<Tally> | undefined,
): string | undefined {
  if (saved !== undefined) expectSame(resume!, saved, kept);
  if (save !== undefined && save !== resume) expectFree(save, '--save', kept.kind);
  if (outputDir !== undefined) mkdirSync(outputDir, { recursive: true });
  return save ?? resume;
}
