#!/usr/bin/env node
/** The shell's `exec` for Windows, whose shell has none. `npm start` calls it: elsewhere, npm's signals reach the host. */
import { spawn } from 'node:child_process';

const [command, ...words] = process.argv.slice(2);
spawn(command, words, { stdio: 'inherit' }).once('exit', (code) => process.exit(code ?? 1));
