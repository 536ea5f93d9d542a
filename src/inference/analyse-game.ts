/** Searches the turns of a recorded game for the best move, and for the value of the move that was played. */
import type { Position } from '../rules/position.js';
import { seatOf } from '../rules/snakes.js';
import { DIRECTIONS, type Direction, type Seat } from '../rules/types.js';
import { DRAW_SCORE, evaluationFor } from '../search/evaluation/evaluate.js';
import { search, type SearchOptions, type SearchResult } from '../search/search.js';
import type { TurnAnalysis } from '../views/analysis.js';
import { boardsOf, type AskedGame } from './replay-game.js';

export interface AnalyseOptions {
  /** The positions to search for each score. */
  readonly nodes: number;
  /** Only these turns (default: all). */
  readonly turns?: readonly number[];
}

/** Default nodes for each score: about as many as `champion` searches in 100 ms. */
export const ANALYSED_NODES = 50_000;

/** The weights of the house snakes: the same object always gives the same evaluation. */
const WEIGHTS = {};
/** Without late-move reductions, so that the scores of all moves can be compared. */
const EXTENSIONS = { reductions: false };

/** A move of a position, and its value with the best play of both sides after it. */
export interface RankedMove extends Pick<SearchResult, 'move' | 'score' | 'depth'> {
  /** Our moves of the principal variation, this one first; empty if it loses at once. */
  readonly line: readonly Direction[];
}

/**
 * Yields the result of `champion`'s search on each turn, with this number of nodes for each score: the same on every
 * machine. A move other than the best one is searched separately, no deeper; a turn whose move is unknown is left out.
 * Throws like {@link boardsOf}.
 */
export function* analyseGame(
  game: AskedGame,
  { nodes, turns }: AnalyseOptions,
): Generator<TurnAnalysis, void, undefined> {
  const boards = boardsOf(game);
  for (const [index, { turn, answer }] of game.list.entries()) {
    if (turns?.includes(turn) === false || answer.move === undefined) continue;
    const position = boards[index]!;
    const [best, played = best] = rankMoves(position, seatOf(position, game.you), nodes, [answer.move]);
    const { score, depth, line } = best;
    yield { turn, score, depth, line, played: { move: answer.move, score: played.score } };
  }
}

/** The best move of a position, then the remaining ones of `others`, in order. */
export function rankMoves(
  position: Position,
  seat: Seat,
  nodes: number,
  others: readonly Direction[] = DIRECTIONS,
): [RankedMove, ...RankedMove[]] {
  const searchFor = (held: Pick<SearchOptions, 'moves' | 'depth'>): RankedMove => {
    const options = { evaluate: evaluationFor(WEIGHTS), draw: DRAW_SCORE, extensions: EXTENSIONS, nodes, ...held };
    const { move, score, depth, pv } = search({ position, seat }, options);
    return { move, score, depth, line: pv };
  };
  const best = searchFor({});
  const depth = Math.max(1, best.depth);
  const held = others.filter((move) => move !== best.move);
  return [best, ...held.map((move) => ({ ...searchFor({ moves: [move], depth }), move }))];
}
