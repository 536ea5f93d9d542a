#!/usr/bin/env node
/** Starts the command line, if this Node can load it: an old one would not get beyond its syntax. */
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
  engines: { node: string };
};
const least = /[\d.]+/.exec(engines.node)![0];
if (process.versions.node.localeCompare(least, 'en', { numeric: true }) < 0) {
  process.stderr.write(
    `Serpentarium needs Node ${least} or newer, this is ${process.versions.node}: see nodejs.org.\n`,
  );
  process.exitCode = 2;
} else await import('./commands/program.js');
