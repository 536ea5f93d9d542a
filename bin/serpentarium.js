#!/usr/bin/env node
/**
 * `serpentarium`. A global install runs the version of the project around the current folder, which has the packages of
 * that project. In a clone, it first builds what has changed. The program runs in this process: signals reach it.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const isClone = existsSync(new URL('../src', import.meta.url));
const installed = isClone ? undefined : findInProject();
if (installed !== undefined && installed !== import.meta.url) await import(installed);
else {
  if (isClone && !(await import('./fingerprint.js')).isCurrent()) {
    const build = fileURLToPath(new URL('build.js', import.meta.url));
    // Standard output belongs to the program.
    const { status } = spawnSync(process.execPath, [build, 'src'], { stdio: ['ignore', 2, 2] });
    if (status !== 0) process.exit(2);
  }
  await import('../dist/src/cli.js');
}

/** This file as the project has it installed. */
function findInProject() {
  try {
    const entry = createRequire(path.resolve('package.json')).resolve('serpentarium');
    return new URL('../../bin/serpentarium.js', pathToFileURL(entry)).href;
  } catch {
    return undefined;
  }
}
