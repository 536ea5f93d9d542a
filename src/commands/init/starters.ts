/** The first text of a strategy and of its test. Called by `init` and `new`. */
import { readShipped, readTemplate } from './templates.js';

/** What a strategy can begin as: a shipped one, or hardly anything. */
export const STARTERS = ['greedy', 'cautious', 'champion', 'empty'] as const;
export type Starter = (typeof STARTERS)[number];

/** The languages of a strategy that the host runs itself, by the ends of their files. */
export type Extension = 'ts' | 'js';

export function strategyText(starter: Starter, extension: Extension): string {
  if (starter === 'empty') return readTemplate(`strategies/empty.${extension}`, {});
  const text = extension === 'ts' ? readShipped(`strategies/${starter}.ts`) : withoutTraces(starter);
  // Behind the sentence that opens the file.
  return text.replace(/\*\/\n/, (end) => `${end}${origin(starter)}`);
}

/** The text of a test of a strategy: one drawn position, which every starter solves. */
export function testText(name: string, extension: Extension, folder: string): string {
  return readTemplate('script/test/__NAME__.test.__EXT__', { NAME: name, EXT: extension, FOLDER: folder });
}

/** The compiled strategy, laid out as people write JavaScript, with the types of its arguments for editors. */
function withoutTraces(starter: Starter): string {
  return readShipped(`dist/strategies/${starter}.js`)
    .replace(/\n?\/\/# sourceMappingURL=.*\s*$/, '\n')
    .replace(/^( {4})+/gm, (indent) => indent.slice(indent.length / 2))
    .replace(/, \} from/g, ' } from')
    .replace(/^export function move\((\w+), /m, (head, turn: string) => `${typesOf(turn)}${head}`);
}

function typesOf(turn: string): string {
  return `/**
 * @param {import('serpentarium').Turn} ${turn}
 * @param {import('serpentarium').Context<typeof options>} context
 * @returns {import('serpentarium').MoveResult}
 */
`;
}

function origin(starter: Starter): string {
  return `// A copy of the shipped strategy "${starter}": change what you like.
// node_modules/serpentarium/docs/strategy.md explains all that it imports.
`;
}
