import { expect } from 'chai';
import { findPuzzles } from '../../../../src/page/client/game/puzzles.js';
import type { AutopsyView, TurnAnalysisView, TurnView } from '../../../../src/views/game.js';

const board = { width: 5, height: 5, food: [], hazards: [], snakes: [] };

function turnWith(turn: number, analysis?: Partial<TurnAnalysisView>): TurnView {
  const graded = { standing: 0.5, loss: 0.4, best: '+3', line: ['up', 'left'], ...analysis } as const;
  return { turn, board, ...(analysis && { analysis: graded }) };
}

const chance: AutopsyView['chance'] = { turn: 4, moves: ['down'], isLost: false, line: ['down', 'left'], cells: [] };

const summary = (...given: Parameters<typeof findPuzzles>) =>
  findPuzzles(...given).map(({ view, isChance, moves, line }) => [view.turn, isChance, moves, line]);

describe('findPuzzles', () => {
  const turns = [
    turnWith(0),
    turnWith(1, { mark: 'blunder' }),
    turnWith(2, { mark: 'mistake' }),
    turnWith(3, { mark: 'blunder', isLost: true }),
    turnWith(4),
  ];
  it('makes one of each blunder that was not lost anyway, and of the last chance', () => {
    expect(summary(turns, chance)).to.deep.equal([
      [1, false, ['up'], ['up', 'left']],
      [4, true, ['down'], ['down', 'left']],
    ]);
    expect(summary(turns, undefined)).to.have.length(1);
    expect(summary(turns, { ...chance, isLost: true })).to.have.length(1);
  });

  it('takes the best move of the search and the saving ones for a last chance that is a blunder', () => {
    const both = [turnWith(4, { mark: 'blunder' })];
    expect(summary(both, chance)).to.deep.equal([[4, true, ['down', 'up'], ['down', 'left']]]);
    expect(summary([turnWith(4, { mark: 'blunder', isLost: true })], chance)[0]![2]).to.deep.equal(['down']);
  });
});
