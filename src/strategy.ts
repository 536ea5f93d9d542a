/** All that a strategy may import from `'serpentarium'`. docs/guides/strategy.md has examples. */
export type { Customization } from './wire/customization.js';
export type { Move } from './wire/move.js';
export type { Note } from './wire/note.js';

export type { Board, Game, GameRequest, Ruleset, RulesetSettings, Snake, UnseenSnake } from './wire/resources.js';
export type { Context, MoveResult, LastTurn, PonderContext, Strategy, Turn } from './snakes/strategy/contract.js';
export type { Used } from './views/game-rows.js';
export {
  boolean,
  integer,
  list,
  number,
  oneOf,
  Options,
  string,
  type OptionSchema,
  type OptionsSchema,
} from './snakes/strategy/option-schema.js';

export { DIRECTIONS, type Cell, type Coordinate, type Direction, type MoveNumber, type Seat } from './rules/types.js';
export { copyPosition, type BoardRules, type Position } from './rules/position.js';
export { cellAt, UNSEEN, xOf, yOf } from './rules/cells.js';
export { fromPlain, hashPosition, toPlain, type PlainPosition, type PlainSnake } from './rules/plain.js';
export { formatPicture } from './rules/picture/format-picture.js';
export { parsePicture } from './rules/picture/parse-picture.js';
export { bodyCell, headOf, isAlive, livingCount, seatOf, tailMoves, tailOf } from './rules/snakes.js';
export { neighbours, step } from './rules/steps.js';
export { areaControl, createAreaControl, CONTESTED, NOBODY, type AreaControl } from './rules/toolkit/area.js';
export { deepen, type DeepenOptions, type DepthSearch } from './rules/toolkit/deepen.js';
export { distances, findFood, findNearest, reachableSpace, type Route } from './rules/toolkit/reachable.js';
export { advance, lookAhead, moveNumbers, type MovesBySeat } from './rules/toolkit/look-ahead.js';
export { legalMoves, safeMoves } from './rules/toolkit/moves.js';
export { safeMove } from './rules/toolkit/safe-move.js';

export { search, warmUp, type SearchContext, type SearchOptions, type SearchResult } from './search/search.js';
export type { PonderSearchContext } from './search/ponder.js';
export { endOf } from './search/tree/scores.js';
export type { Evaluate } from './search/tree/alpha-beta.js';
export type { Extensions } from './search/tree/depths.js';
export type { BoardView } from './search/board/board.js';
export { DRAW_SCORE, evaluationFor } from './search/evaluation/evaluate.js';
export { readFeatures, type Features } from './search/evaluation/features.js';
export type { Weights } from './search/evaluation/weights.js';
export { weightOptions, type WeightOptions } from './snakes/strategy/option-schema.js';
