/** `serpentarium init`: writes what a repository of one's own needs, beside its package.json. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import { print } from '../../terminal/print.js';
import { DEFAULT_CONFIG } from '../arguments.js';
import { FIRST_FILES } from './first-files.js';

/** Adds the command to the program. */
export function addInitCommand(program: Command): void {
  program
    .command('init')
    .description('write a configuration and a first snake for a repository of your own; overwrites nothing')
    .argument('[DIR]', 'the directory', '.')
    .addHelpText('after', '\nExit codes: 0 written; 2 the directory has a configuration already.')
    .action(init);
}

function init(directory: string): void {
  if (existsSync(path.join(directory, DEFAULT_CONFIG))) {
    throw usageFault(
      path.join(directory, DEFAULT_CONFIG),
      'exists. "init" overwrites nothing, and has written nothing.',
    );
  }
  for (const [name, content] of Object.entries(FIRST_FILES)) {
    const file = path.join(directory, name);
    print(`${writeNew(file, content) ? 'wrote' : 'kept '} ${file}`);
  }
  print('\nNow `npx serpentarium check` checks the snake, and `npx serpentarium dev` serves it while you work on it.');
}

/** Returns whether the file was written; one that exists is left as it is. */
function writeNew(file: string, content: string): boolean {
  mkdirSync(path.dirname(file), { recursive: true });
  try {
    writeFileSync(file, content, { flag: 'wx' });
    return true;
  } catch (thrown) {
    if (thrown instanceof Error && 'code' in thrown && thrown.code === 'EEXIST') return false;
    throw thrown;
  }
}
