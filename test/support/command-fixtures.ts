/** The commands in `test/fixtures/commands`: snakes in Python and shell, most of which break one rule. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fixture } from './fixtures.js';

/** Debian's Python rather than a wrapper that starts it; undefined where there is none that is new enough. */
export const python = ['/usr/bin/python3', 'python3'].find(
  (file) => spawnSync(file, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

/** The C compiler; undefined where there is none. */
export const cCompiler = ['gcc', 'cc', 'clang'].find((file) => spawnSync(file, ['--version']).status === 0);

/** Builds a program in C, with all warnings as errors. Throws if it does not compile. */
export function compileC(source: string, program: string, ...flags: string[]): void {
  const words = ['-O2', '-std=gnu11', '-Wall', '-Wextra', '-Werror', ...flags, '-o', program, source];
  const { status, stderr } = spawnSync(cCompiler!, words, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** The words that start the command of this name. */
export function commandFixture(name: string): [string, ...string[]] {
  const file = fixture(`commands/${name}`);
  if (existsSync(`${file}.sh`)) return ['/bin/sh', `${file}.sh`];
  return [python ?? 'python3', '-B', `${file}.py`];
}
