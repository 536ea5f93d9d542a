import { expect } from 'chai';
import {
  formatAnalysis,
  formatGameAnalysis,
  formatLastChance,
  pickTurns,
} from '../../../src/commands/analyse/format-analysis.js';
import { gradeTurn, type TurnAnalysis } from '../../../src/views/analysis.js';
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
      [CALM, BLUNDER, SLIP, { ...CALM, played: { move: 'left', score: -400 } } as const].map((turn) =>
        formatAnalysis(turn, 8),
      ),
    ).to.deep.equal([
      'analysis: 0, depth 7: ↑ ← ↓',
      'analysis: win can be forced by turn 12, depth 7: ↑ ← ↓; blunder: right, loss can be forced by turn 9, gave away 200 points',
      'analysis: 0, depth 7: ↑ ← ↓; inaccuracy: down, −24, gave away 24 points',
      'analysis: 0, depth 7: ↑ ← ↓; played: left, −8, gave away 8 points',
    ]);
    expect(formatAnalysis({ ...CALM, score: lostOn(7), line: [], depth: 0 }, 6)).to.equal(
      'analysis: loss can be forced by turn 7, depth 0: no move is left',
    );
  });

  it('lists the turns that gave most away, the worst first', () => {
    const analysis = { version: '1', nodes: 1000, at: 0, turns: [CALM, SLIP, BLUNDER] };
    expect(formatGameAnalysis(analysis, pickTurns(analysis), { width: 100, lived: 8 }).split('\n')).to.deep.equal([
      '3 turns, 1000 nodes each: 1 blunder, 0 mistakes, 1 inaccuracy; 74.6 points given away per turn',
      '▅▅█',
      'turn  mark        went   worth      best       line',
      '7     blunder     right  loss by 9  win by 12  ↑ ← ↓',
      '8     inaccuracy  down   −24        0          ↑ ← ↓',
      '"loss by 81": the opponents can force it by turn 81; "missed": they did not.',
    ]);
  });

  it('lists the last chance first, marked or not', () => {
    const analysis = { version: '1', nodes: 1000, at: 0, turns: [CALM, SLIP, BLUNDER] };
    expect(
      formatGameAnalysis(analysis, pickTurns(analysis, 6), { width: 100, lived: 8, chance: 6 }).split('\n').slice(3, 5),
    ).to.deep.equal([
      '6     last chance  up     0          0          ↑ ← ↓',
      '7     blunder      right  loss by 9  win by 12  ↑ ← ↓',
    ]);
    expect(pickTurns(analysis, 8)).to.deep.equal([SLIP, BLUNDER]);
  });

  it('says that the opponents did not punish a mistake, if the snake lived on', () => {
    expect(formatAnalysis(BLUNDER, 9)).to.match(/, gave away 200 points, not punished$/);
    expect(formatAnalysis({ ...CALM, score: lostOn(9), played: { move: 'up', score: lostOn(9) } }, 9)).to.match(
      /^analysis: loss can be forced by turn 9, depth 7, not punished: /,
    );
    const analysis = { version: '1', nodes: 1000, at: 0, turns: [BLUNDER] };
    expect(formatGameAnalysis(analysis, [BLUNDER], { width: 100, lived: Infinity })).to.match(
      /\n7 +blunder, missed +right /,
    );
  });

  it('grades nothing on the first three turns', () => {
    const grades = [0, 1, 2, 3].map((turn) => gradeTurn({ ...BLUNDER, turn }));
    expect(grades.map(({ mark }) => mark)).to.deep.equal([undefined, undefined, undefined, 'blunder']);
    expect(grades.map(({ loss }) => loss)).to.deep.equal([0, 0, 0, 1]);
  });

  it('says where the last chance was, or that there was none', () => {
    const found = { died: 1, cause: 'wall-collision', until: 11, unsure: [] };
    const answer = { kind: 'moved', move: 'up', took: 1 } as const;
    const answered = { turn: 0, at: 0, answer, budget: 430, overhead: 60 };
    const chance = { turn: 0, moves: ['left'] as const, answered, isLost: false };
    expect(formatLastChance({ ...found, chance })).to.equal(
      'The last chance was on turn 0: left would have led to turn 11 against the moves that were played. It went up.',
    );
    expect(formatLastChance({ ...found, chance: { ...chance, moves: ['up'], isLost: true } })).to.equal(
      'The last chance was on turn 0: up would have led to turn 11 against the moves that were played. It answered up, which the engine did not use.',
    );
    expect(formatLastChance({ ...found, unsure: [3, 2] })).to.equal(
      'On no recorded turn was there a way to survive until turn 11. Try a smaller --longer.\n' +
        'Turn 3, 2: too many possibilities to try them all.',
    );
  });
});
