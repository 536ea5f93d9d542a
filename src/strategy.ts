/** All that a strategy may import: `import { … } from 'serpentarium'`. Types of its contract, and tools on the fast board. */
export type { Customization } from './wire/customization.js';
export type { Move } from './wire/move.js';
export type { Board, Coordinate, Game, Ruleset, RulesetSettings, Snake } from './wire/resources.js';
export type { Context, LastTurn, Strategy, Turn, Used } from './snakes/contract.js';
export type { FastBoard } from './rules/board.js';
export { DIRECTIONS, type Cell, type Direction, type Seat } from './rules/types.js';
export { legalMoves, neighbours, safeMoves, step } from './rules/toolkit/moves.js';
export { reachableSpace } from './rules/toolkit/space.js';
export { safeMove } from './rules/toolkit/safe-move.js';
