/** The files that `init` writes. */

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
export const FIRST_FILES: Readonly<Record<string, string>> = {
  'config/snakes.yaml': CONFIGURATION,
  'strategies/first.ts': STRATEGY,
  'tsconfig.json': TYPESCRIPT,
  '.gitignore': 'node_modules\ndata\n',
  Procfile: 'web: serpentarium serve\n',
};
