/** Builds another commit, so that a benchmark can compare it with this one. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { inRepository } from '../../support/fixtures.js';
import type { ServedBuild } from './served-process.js';

/**
 * Checks a commit out into `folder`, which does not exist yet, and builds it: with the packages of this commit if it
 * wants the same ones, else with its own, which npm fetches.
 */
export function buildAt(ref: string, folder: string): ServedBuild {
  mkdirSync(folder);
  run('sh', ['-c', 'git archive "$0" | tar -x -C "$1"', ref, folder], inRepository('.'));
  const [ours, theirs] = [inRepository('.'), folder].map((root) =>
    readFileSync(join(root, 'package-lock.json'), 'utf8'),
  );
  if (ours === theirs) symlinkSync(inRepository('node_modules'), join(folder, 'node_modules'));
  else run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], folder);
  run('npm', ['run', 'build'], folder);
  return { root: folder };
}

function run(command: string, args: readonly string[], cwd: string): void {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`"${command} ${args.join(' ')}" failed:\n${stdout}${stderr}`);
}
