/** The file of recorded figures: written by `run.ts` when a benchmark that is recorded has ended. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { FIGURES_FILE } from '../../support/benchmarks-page.js';
import { inRepository } from '../../support/fixtures.js';
import { RECORD_VARIABLE, type Figure, type Recording, type Recordings } from './record.js';

/**
 * Returns the environment in which a benchmark leaves its figures, and what puts them into the file. Throws if they
 * would not be figures of one commit.
 */
export function startRecording(name: string): { env: NodeJS.ProcessEnv; keep: () => void } {
  const commit = readCommit();
  const folder = mkdtempSync(join(tmpdir(), 'serpentarium-record-'));
  const path = join(folder, 'figures');
  writeFileSync(path, '');
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  return {
    env: { ...process.env, [RECORD_VARIABLE]: path },
    keep: () => keepFigures(name, commit, readFileSync(path, 'utf8')),
  };
}

function keepFigures(name: string, commit: string, lines: string): void {
  if (readCommit() !== commit) throw new Error(`"${name}" is not recorded: HEAD has moved from ${commit} meanwhile.`);
  const figures = lines
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as [string, Figure]);
  if (figures.length === 0) return;
  const recording: Recording = {
    commit,
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores`,
    node: process.versions.node,
    figures: Object.fromEntries(figures),
  };
  const recordings: Recordings = {
    ...(JSON.parse(readFileSync(FIGURES_FILE, 'utf8')) as Recordings),
    [name]: recording,
  };
  const text = JSON.stringify(recordings, null, 2);
  // One figure a line.
  writeFileSync(FIGURES_FILE, `${text.replaceAll(/\{\s+("median".*)\s+(.*)\s+(.*)\s+\}/g, '{ $1 $2 $3 }')}\n`);
}

/** The commit that is measured. The figures themselves do not count as a change. */
function readCommit(): string {
  const changed = git('status', '--porcelain', '--', '.', ':(exclude)test/bench/figures.json');
  if (changed !== '') throw new Error(`Commit your changes before you record figures:\n${changed}`);
  return git('rev-parse', '--short', 'HEAD');
}

function git(...args: string[]): string {
  return spawnSync('git', args, { cwd: inRepository('.'), encoding: 'utf8' }).stdout.trim();
}
