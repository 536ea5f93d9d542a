/** The first text of a strategy and of its test. Called by `init` and `new`. */
import { readShipped } from './read-shipped.js';

/** What a strategy can begin as: a shipped one, or hardly anything. */
export const STARTERS = ['greedy', 'cautious', 'champion', 'empty'] as const;
export type Starter = (typeof STARTERS)[number];

/** The languages of a strategy that the host runs itself, by the ends of their files. */
export type Extension = 'ts' | 'js';

export function strategyText(starter: Starter, extension: Extension): string {
  if (starter === 'empty') return extension === 'ts' ? EMPTY_TS : EMPTY_JS;
  const text = extension === 'ts' ? readShipped(`strategies/${starter}.ts`) : withoutTraces(starter);
  // Behind the sentence that opens the file.
  return text.replace(/\*\/\n/, (end) => `${end}${origin(starter)}`);
}

/** The text of a test of a strategy: one drawn position, which every starter solves. */
export function testText(name: string, extension: Extension, folder = 'strategies'): string {
  return `/** What ${name} decides on drawn boards: node_modules/serpentarium/docs/strategy.md explains how to draw one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { playPosition } from 'serpentarium/testing';
import * as strategy from '../${folder}/${name}.${extension}';

test('${name} turns away from walls and its own neck', async () => {
  // A is its head, a its body, * food. Up and left are walls, below is the neck.
  const board = \`
    A....
    a....
    a..*.
    .....
  \`;
  const { move } = await playPosition(strategy, board);
  assert.equal(move, 'right');
});
`;
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

const WHAT_COMES = `// \`turn\` is the request of the Battlesnake API. \`position\` is the same board for the toolkit, and \`seat\` is you in it.
// node_modules/serpentarium/docs/strategy.md explains all that you can import, return and export.`;

const EMPTY_TS = `/** Takes the first move that does not kill it. */
import { safeMoves, type Context, type Customization, type MoveResult, type Turn } from 'serpentarium';

/** How it looks: https://play.battlesnake.com/customizations */
export const customization: Customization = { color: '#6a5acd', head: 'smile', tail: 'curled' };

${WHAT_COMES}
export function move(turn: Turn, { position, seat, log }: Context): MoveResult {
  const safe = safeMoves(position, seat);
  if (safe.length === 0) log('no safe move', { health: turn.you.health });
  return safe[0]; // Without a move, the host sends a safe one of its own.
}
`;

const EMPTY_JS = `/** Takes the first move that does not kill it. */
import { safeMoves } from 'serpentarium';

/** How it looks: https://play.battlesnake.com/customizations */
export const customization = { color: '#6a5acd', head: 'smile', tail: 'curled' };

${WHAT_COMES}
/**
 * @param {import('serpentarium').Turn} turn
 * @param {import('serpentarium').Context} context
 * @returns {import('serpentarium').MoveResult}
 */
export function move(turn, { position, seat, log }) {
  const safe = safeMoves(position, seat);
  if (safe.length === 0) log('no safe move', { health: turn.you.health });
  return safe[0]; // Without a move, the host sends a safe one of its own.
}
`;
