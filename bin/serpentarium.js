#!/usr/bin/env node
/** `serpentarium`. npm links to this file in a clone that is not built yet, too. */
import { existsSync } from 'node:fs';

const program = new URL('../dist/src/cli.js', import.meta.url);
if (existsSync(program)) await import(program.href);
else {
  console.error('Serpentarium is not built yet: "npm run build" builds it.');
  process.exitCode = 2;
}
