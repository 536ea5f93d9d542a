/** What the search makes of recorded games, and the grades of that. */
import { expect } from 'chai';
import { analyseGame, rankMoves } from '../../src/inference/analyse-game.js';
import { gradeTurn, standingOf, sumAnalysis, type TurnAnalysis } from '../../src/views/analysis.js';
import type { AskedGame } from '../../src/inference/replay-game.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import type { Direction } from '../../src/rules/types.js';
import { endOf, lostOn, wonOn } from '../../src/search/tree/scores.js';
import { sketchRequest, type RequestSketch } from '../support/requests.js';

const NODES = 3000;
const OTHER = { id: 'other', name: 'Other', body: '1,1 1,2 1,3' };

/** Me, whose way out of the corner is up: the other one is far away. */
const turnOf = (turn: number, body: string): RequestSketch => ({ turn, snakes: [{ id: 'me', body }, OTHER] });

function gameOf(...turns: readonly [sketch: RequestSketch, move: Direction][]): AskedGame {
  const list = turns.map(([sketch, move]) => {
    return { turn: sketch.turn!, body: JSON.stringify(sketchRequest(sketch)), answer: { move } };
  });
  return { you: 'me', list };
}

/** Turn 3 leads along the upper wall, and turn 4 into it. */
const GAME = gameOf([turnOf(3, '9,9 8,9 7,9'), 'up'], [turnOf(4, '9,10 9,9 8,9'), 'up']);

function turnWith(score: number, played: number): TurnAnalysis {
  return { turn: 9, score, depth: 5, line: ['up'], played: { move: 'down', score: played } };
}

describe('analyseGame', () => {
  it('finds the best move of each turn, and the loss of the one that was played', () => {
    const [before, blunder, ...others] = analyseGame(GAME, { nodes: NODES });
    expect(others).to.deep.equal([]);
    expect(gradeTurn(before!)).not.to.have.property('mark', 'blunder');
    expect(blunder).to.deep.include({ turn: 4, played: { move: 'up', score: lostOn(5) } });
    expect(blunder!.line[0]).to.be.oneOf(['left', 'right']);
    expect(blunder!.depth).to.be.above(1);
    expect(gradeTurn(blunder!)).to.deep.include({ mark: 'blunder', loss: standingOf(blunder!.score) });
  });

  it('finds the same every time, and on one turn alone', () => {
    const all = [...analyseGame(GAME, { nodes: NODES })];
    expect([...analyseGame(GAME, { nodes: NODES })]).to.deep.equal(all);
    expect([...analyseGame(GAME, { nodes: NODES, turns: [4] })]).to.deep.equal([all[1]]);
    expect([...analyseGame(GAME, { nodes: NODES, turns: [9] })]).to.deep.equal([]);
  });

  it('has a line for every move of a position, except moves that lose at once', () => {
    const position = parsePicture('.aaa...\n.a.A...\n.a.....\n.......\n....bbB\n.......\n.......\nA body 3,5 ulldd');
    const ranked = rankMoves(position, 0, NODES);
    expect(ranked.map(({ move }) => move)).to.have.members(['up', 'down', 'left', 'right']);
    expect(ranked.find(({ move }) => move === 'up')).to.deep.include({ score: lostOn(1), line: [] });
    for (const { move, line, score } of ranked)
      if (line.length > 0) expect([line[0], endOf(score)]).to.deep.equal([move, undefined]);
    const scores = ranked.map(({ score }) => score);
    expect(scores[0]).to.equal(Math.max(...scores));
  });

  it('has no best move if no move is left', () => {
    const ranked = rankMoves(parsePicture('bbb\nbAb\nBaa\nB length 9'), 0, NODES);
    expect(ranked).to.deep.equal(
      ['up', 'down', 'left', 'right'].map((move) => ({ move, score: lostOn(1), depth: 0, line: [] })),
    );
  });
});

describe('gradeTurn', () => {
  it('marks a move by what it gave away', () => {
    const marks = [0, -700, -1000, -2200, -4000].map((played) => gradeTurn(turnWith(0, played)).mark);
    expect(marks).to.deep.equal([undefined, undefined, 'inaccuracy', 'mistake', 'blunder']);
    expect(gradeTurn(turnWith(700, wonOn(90)))).to.deep.include({ loss: 0 });
  });

  it('marks nothing in a game that is decided anyway', () => {
    expect(gradeTurn(turnWith(wonOn(80), wonOn(90)))).to.deep.equal({ standing: 1, loss: 0 });
    expect(gradeTurn(turnWith(12_000, 8000))).not.to.have.property('mark');
    expect(gradeTurn(turnWith(lostOn(90), lostOn(80)))).to.deep.equal({ standing: 0, loss: 0, isLost: true });
  });

  it('is summed up', () => {
    const turns = [turnWith(0, -1000), turnWith(0, -4000), turnWith(0, 0)];
    const { meanLoss, ...marks } = sumAnalysis({ turns });
    expect(marks).to.deep.equal({ blunder: 1, mistake: 0, inaccuracy: 1 });
    expect(meanLoss).to.be.closeTo((0.1 + 0.336) / 3, 0.01);
    expect(sumAnalysis({ turns: [] }).meanLoss).to.equal(0);
  });
});
