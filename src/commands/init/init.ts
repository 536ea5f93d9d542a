/** `serpentarium init`: writes what a repository of one's own needs, beside its package.json. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import { print } from '../../terminal/print.js';
import { DEFAULT_CONFIG } from '../arguments.js';

export function addInitCommand(program: Command): void {
  program
    .command('init')
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

const CONFIGURATION = `# yaml-language-server: $schema=../node_modules/serpentarium/config/snakes.schema.json
# Which snakes this host serves, and how.
# node_modules/serpentarium/config/reference.yaml shows every key with its default.

snakes:
  - prefix: /first # register https://your-host/first at play.battlesnake.com
    strategy: first # the file strategies/first.ts
`;

const STRATEGY = `/** Goes to the nearest food by safe moves. Each export is explained in node_modules/serpentarium/docs/strategy.md. */
import { findFood, safeMoves, type Context, type Customization, type MoveResult, type Turn } from 'serpentarium';

export const customization: Customization = { color: '#6a5acd', head: 'smile', tail: 'curled' };

export function move(turn: Turn, { position, seat, log }: Context): MoveResult {
  const safe = safeMoves(position, seat);
  if (safe.length === 0) log('no safe move', { health: turn.you.health });
  const food = findFood(position, seat);
  if (food !== undefined && safe.includes(food.move)) return food.move;
  return safe[0] ?? null; // null: the host sends its own safe move.
}
`;

/** For the editor alone: the host bundles strategies by itself. */
const TYPESCRIPT = `{
  "compilerOptions": {
    "target": "es2023",
    "module": "preserve",
    "strict": true,
    "noUncheckedIndexedAccess": true,
    "allowJs": true,
    "checkJs": true,
    "noEmit": true,
    "skipLibCheck": true
  },
  "include": ["strategies"]
}
`;

/** Their content, by path. */
const FIRST_FILES: Readonly<Record<string, string>> = {
  'config/snakes.yaml': CONFIGURATION,
  'strategies/first.ts': STRATEGY,
  'tsconfig.json': TYPESCRIPT,
  '.gitignore': 'node_modules\ndata\n',
  Procfile: 'web: serpentarium serve\n',
};
