#!/usr/bin/env node
/** `serpentarium`. In a clone, it first builds what has changed. The program runs in this process: signals reach it. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

if (existsSync(new URL('../src', import.meta.url)) && !(await import('./fingerprint.js')).isCurrent()) {
  const build = fileURLToPath(new URL('build.js', import.meta.url));
  // Standard output belongs to the program.
  const { status } = spawnSync(process.execPath, [build, 'src'], { stdio: ['ignore', 2, 2] });
  if (status !== 0) process.exit(2);
}
await import('../dist/src/cli.js');
