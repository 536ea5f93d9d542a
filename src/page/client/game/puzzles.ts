/** Turns of a lost game on which another move was better, as puzzles. Needs no browser. */
import type { Direction } from '../../../rules/types.js';
import type { AutopsyView, TurnView } from '../../../views/game.js';

export interface Puzzle {
  readonly view: TurnView;
  /** It is the last turn on which a move would have saved the snake. */
  readonly isChance: boolean;
  /** The right moves. */
  readonly moves: readonly Direction[];
  readonly line: readonly Direction[];
}

/** The blunders that the analysis has marked, and the last chance, in the order of the game. */
export function findPuzzles(turns: readonly TurnView[], chance: AutopsyView['chance']): Puzzle[] {
  return turns.flatMap((view): Puzzle[] => {
    const { turn, analysis } = view;
    // An answer that the engine did not use may have been right.
    const isChance = turn === chance?.turn && !chance.isLost;
    // Where a loss can be forced after every move, no move is the right one.
    const best = analysis?.mark === 'blunder' && !analysis.isLost ? analysis.line : [];
    if (isChance)
      return [{ view, isChance, moves: [...new Set([...chance.moves, ...best.slice(0, 1)])], line: chance.line }];
    return best.length === 0 ? [] : [{ view, isChance, moves: best.slice(0, 1), line: best }];
  });
}
