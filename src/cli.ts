#!/usr/bin/env node
/** Starts the command line, if this Node can load it. An old one would not get beyond the syntax of its packages. */
import { writeSync } from 'node:fs';
import { EXIT } from './errors/errors.js';
import { leastNode } from './version.js';

const { node } = process.versions;
if (node.localeCompare(leastNode, 'en', { numeric: true }) < 0) {
  writeSync(2, `Serpentarium needs Node ${leastNode} or newer, this is ${node}. Install one from nodejs.org.\n`);
  process.exitCode = EXIT.usage;
} else await import('./commands/program.js');
