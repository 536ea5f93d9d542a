/** The commands in `test/fixtures/commands`: snakes in Python and shell, most of which break one rule. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fixture } from './fixtures.js';

/** Debian's Python rather than a wrapper that starts it; undefined where there is none that is new enough. */
export const python = ['/usr/bin/python3', 'python3'].find(
  (file) => spawnSync(file, ['-c', 'import sys; sys.exit(sys.version_info < (3, 9))']).status === 0,
);

/** For suites whose snakes are written in Python: skipped by name where it is missing. */
export const describeWithPython = python === undefined ? describe.skip : describe;

/** The words that start the command of this name. */
export function commandFixture(name: string): [string, ...string[]] {
  const file = fixture(`commands/${name}`);
  if (existsSync(`${file}.sh`)) return ['/bin/sh', `${file}.sh`];
  return [python ?? 'python3', '-B', `${file}.py`];
}
