import { expect } from 'chai';
import { formatAnalysis, formatGameAnalysis } from '../../../src/commands/analyse/format-analysis.js';
import type { TurnAnalysis } from '../../../src/inference/analysis.js';
import { lostOn, wonOn } from '../../../src/search/tree/scores.js';

const CALM: TurnAnalysis = {
  turn: 6,
  score: 0,
  depth: 7,
  line: ['up', 'left', 'down'],
  played: { move: 'up', score: 0 },
};
const BLUNDER: TurnAnalysis = { ...CALM, turn: 7, score: wonOn(12), played: { move: 'right', score: lostOn(9) } };
const SLIP: TurnAnalysis = { ...CALM, turn: 8, played: { move: 'down', score: -1200 } };

describe('an analysis for people', () => {
  it('says how a turn stands, and what was better', () => {
    expect(
      [CALM, BLUNDER, SLIP, { ...CALM, played: { move: 'left', score: -400 } } as const].map(formatAnalysis),
    ).to.deep.equal([
      'analysis: 50 of 100, depth 7: ↑ ← ↓',
      'analysis: won on turn 12, depth 7: ↑ ← ↓; blunder: right, lost on turn 9, 100 given away',
      'analysis: 50 of 100, depth 7: ↑ ← ↓; inaccuracy: down, 38 of 100, 12 given away',
      'analysis: 50 of 100, depth 7: ↑ ← ↓; played: left, 46 of 100, 4 given away',
    ]);
    expect(formatAnalysis({ ...CALM, score: lostOn(7), line: [], depth: 0 })).to.equal(
      'analysis: lost on turn 7, depth 0: no move is left',
    );
  });

  it('lists the turns that gave most away, the worst first', () => {
    const analysis = { version: '1', nodes: 1000, at: 0, turns: [CALM, SLIP, BLUNDER] };
    expect(formatGameAnalysis('a1: /mine lost', analysis, 100).split('\n')).to.deep.equal([
      'a1: /mine lost',
      '3 turns, 1000 nodes each: 1 blunder, 0 mistakes, 1 inaccuracy; 37.3 of 100 given away a turn',
      '▅▅█',
      'turn  mark        went   worth           best  worth           line',
      '7     blunder     right  lost on turn 9  up    won on turn 12  ↑ ← ↓',
      '8     inaccuracy  down   38 of 100       up    50 of 100       ↑ ← ↓',
    ]);
  });
});
