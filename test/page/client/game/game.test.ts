/** What a game's page finds in the turns of a game, and how new turns join the stored ones. */
import { expect } from 'chai';
import type { GameView, AnswerView, GameBoardView, GamePieceView, TurnView } from '../../../../src/views/game.js';
import { toTurnDrawing } from '../../../../src/page/client/board/to-drawing.js';
import {
  barKindOf,
  findMarks,
  markBeside,
  nextMistake,
  openingOf,
  rankSnakes,
  describeUnseen,
  takePiece,
  type TurnMark,
} from '../../../../src/page/client/game/turns.js';
import { toFinalTurn } from '../../../../src/page/game-view.js';
import { toCells } from '../../../support/cells.js';

const ME = {
  id: 'me',
  name: 'Me',
  color: '#2e8b57',
  health: 90,
  body: toCells('0,5 1,5'),
  isYou: true,
} as const;
const BOARD: GameBoardView = { width: 11, height: 11, food: [], hazards: [], snakes: [ME] };
const DEAD: GameBoardView = { ...BOARD, snakes: [{ ...ME, death: { turn: 4, cause: 'wall-collision' } }] };
const MOVED: AnswerView = { move: 'left', source: 'strategy', kind: 'moved' };
const LATE: AnswerView = { move: 'left', source: 'safe', kind: 'late' };
const ROW: GameView = {
  id: 'g',
  snake: '/greedy',
  game: 'e',
  you: 'me',
  startedAt: 1,
  ruleset: 'standard',
  map: 'standard',
  source: '',
  width: 11,
  height: 11,
  snakes: 1,
  opponents: [],
  strategy: 'greedy',
  version: '',
  turns: 3,
  moved: 3,
  late: 0,
  failed: 0,
  illegal: 0,
  lost: 0,
};

function asked(turn: number, rest: Partial<TurnView> = {}): TurnView {
  return { turn, board: BOARD, answer: MOVED, ...rest };
}

const DIED: TurnView = { turn: 4, board: DEAD, isFinal: true };

function pieceOf(turns: readonly TurnView[], rest: Partial<GamePieceView> = {}): GamePieceView {
  return { game: ROW, timeout: 500, turns, ...rest };
}

function heard(...pieces: readonly [GamePieceView, ...GamePieceView[]]): GamePieceView {
  return pieces.reduce<GamePieceView | undefined>(takePiece, undefined)!;
}

describe('the turns of a game', () => {
  it('are marked where an answer was lost, perhaps lost or late, at the last chance and at the death', () => {
    const turns = [
      asked(0, { answer: LATE, feedback: { used: 'no', latency: '0' } }),
      asked(1, { feedback: { used: 'unlikely', latency: '505' } }),
      asked(2),
      asked(3),
      DIED,
    ];
    const marks = findMarks(turns, 2);
    expect(marks.map(({ at, kind }) => [at, kind])).to.deep.equal([
      [0, 'lost'],
      [0, 'fallback'],
      [1, 'unlikely'],
      [2, 'chance'],
      [4, 'death'],
    ]);
    expect([markBeside(marks, 1, 1), markBeside(marks, 1, -1), markBeside(marks, 4, 1)]).to.deep.equal([
      2,
      0,
      undefined,
    ]);
  });
});

function deathsIn(turns: readonly TurnView[]) {
  return findMarks(turns).flatMap(({ kind, at, title }) => (kind === 'death' ? [[at, title]] : []));
}

describe('a death', () => {
  it('is one mark, although every later board has it, too', () => {
    const later = [5, 6, 7].map((turn) => ({ turn, board: DEAD }));
    expect(deathsIn([asked(2), asked(3), { turn: 4, board: DEAD }, ...later])).to.deep.equal([
      [2, 'hit the wall on turn 4'],
    ]);
  });

  it('is on the last turn that our snake saw, if the game continued unseen', () => {
    const final: TurnView = { turn: 100, board: DEAD, isFinal: true };
    expect(deathsIn([asked(2), asked(3), final])).to.deep.equal([[1, 'hit the wall on turn 4']]);
    const latest = { ...BOARD, snakes: [{ ...ME, death: { turn: 100, isLatest: true } as const }] };
    expect(deathsIn([asked(2), asked(3), { ...final, board: latest }]))
      .to.have.length(1)
      .and.have.nested.property('[0][0]', 2);
  });
});

function markOf(kind: TurnMark['kind'], turn: number): TurnMark {
  return { kind, turn, at: turn, title: '' };
}

describe('a game', () => {
  const ALL = [markOf('fallback', 1), markOf('mistake', 3), markOf('blunder', 5), markOf('chance', 7)];

  it('opens at its first big mistake, else at the last chance, else at its beginning', () => {
    expect(openingOf(ALL)).to.equal(5);
    expect(openingOf(ALL.filter(({ kind }) => kind !== 'blunder'))).to.equal(3);
    expect(openingOf([ALL[0]!, ALL[3]!])).to.equal(7);
    expect(openingOf([ALL[0]!])).to.equal(0);
  });

  it('leads from mistake to mistake, and begins again; without an analysis from mark to mark', () => {
    expect([0, 3, 5].map((at) => nextMistake(ALL, at))).to.deep.equal([3, 5, 3]);
    expect([0, 1].map((at) => nextMistake([ALL[0]!, ALL[3]!], at))).to.deep.equal([1, 7]);
    expect(nextMistake([], 0)).to.equal(undefined);
  });

  it('ranks its snakes by how long they lived; who may have died unseen has no rank', () => {
    const snakes = [{ turn: 4 }, undefined, { turn: 4 }, { turn: 9 }].map((death, seat) => ({
      ...ME,
      id: `${seat}`,
      ...(death && { death }),
    }));
    const final = (shown: GameBoardView['snakes']) => [asked(3), { ...DIED, board: { ...BOARD, snakes: shown } }];
    const ranks = (shown: GameBoardView['snakes'], rank?: number) =>
      rankSnakes(final(shown), [{ you: '0', ...(rank !== undefined && { rank }) }]);
    expect([...ranks(snakes)!]).to.deep.equal([
      ['0', 3.5],
      ['1', 1],
      ['2', 3.5],
      ['3', 2],
    ]);
    expect(ranks(snakes, 3)!.get('0')).to.equal(3);
    const unseen = snakes.map((snake, seat) =>
      seat === 3 ? { ...snake, death: { turn: 9, isLatest: true } as const } : snake,
    );
    expect([...ranks(unseen)!.keys()]).to.deep.equal(['0', '1', '2']);
    expect(ranks([ME])!.size).to.equal(0);
    const seats = ['0', '1', '2', '3'].map((you, seat) => ({ you, rank: seat + 1 }));
    expect([...rankSnakes(final(unseen), seats)!.values()]).to.have.members([1, 2, 3, 4]);
    expect(rankSnakes([asked(3)], [{ you: 'me' }])).to.equal(undefined);
  });
});

describe('the bar of an answer', () => {
  it('is late or a fallback because the host reports it, not because of its time', () => {
    const times = { took: 120, budget: 100 };
    expect(barKindOf({ ...MOVED, ...times })).to.equal('used');
    expect(barKindOf({ ...LATE, took: 90, budget: 100 })).to.equal('late');
    expect(barKindOf({ ...LATE, kind: 'failed' })).to.equal('fallback');
  });
});

describe('the marks of an analysis', () => {
  const words = { best: '+20, depth 6', played: 'left, −30, gave away 50 points' };
  const analysis = { ...words, standing: 0.6, loss: 0.25, mark: 'mistake', line: ['up', 'up'] } as const;
  const turns = [asked(0), asked(1, { analysis })];

  const pathOf = (hasThoughts: boolean) =>
    toTurnDrawing(turns[1]!, 'standard', { hasThoughts }).arrows?.find(({ kind }) => kind === 'better')?.path;

  it('come with the other marks', () => {
    expect(findMarks(turns, 1)).to.deep.equal([
      { at: 1, turn: 1, kind: 'chance', title: 'last chance' },
      { at: 1, turn: 1, kind: 'mistake', title: 'mistake: left, −30, gave away 50 points' },
    ]);
  });

  it('come with the better line on the board', () => {
    expect(pathOf(true)).to.deep.equal(toCells('0,5 0,6 0,7'));
    expect(pathOf(false)).to.equal(undefined);
  });
});

describe('what is known of a game', () => {
  it('comes in pieces', () => {
    const first = heard(pieceOf([asked(0), asked(1)], { isWhole: false }));
    expect(first.isWhole).to.equal(false);
    const all = takePiece(first, pieceOf([asked(2), DIED], { isWhole: true }));
    expect(all.turns.map(({ turn }) => turn)).to.deep.equal([0, 1, 2, 4]);
    expect(all.isWhole).to.equal(true);
    expect(all.turns.at(-1)).to.equal(DIED);
  });

  it('grows with new turns, and receives the fate of each answer', () => {
    const feedback = { used: 'no', latency: '0' } as const;
    const data = heard(
      pieceOf([asked(0), asked(1)], { isWhole: true }),
      pieceOf([asked(1, { feedback }), asked(2)]),
      pieceOf([asked(2)]),
    );
    expect(data.turns.map(({ turn, feedback: fate }) => [turn, fate?.used])).to.deep.equal([
      [0, undefined],
      [1, 'no'],
      [2, undefined],
    ]);
    expect(data.isWhole).to.equal(true);
  });

  it('has no turn twice and none too few when turns that were left out arrive later', () => {
    const data = heard(pieceOf([asked(0), asked(1)]), pieceOf([asked(4)]), pieceOf([asked(2), asked(3), asked(4)]));
    expect(data.turns.map(({ turn }) => turn)).to.deep.equal([0, 1, 2, 3, 4]);
  });

  it('stays as it was known first while the game runs, whichever host has restarted', () => {
    const restarted = { ...ROW, startedAt: 7, experiment: 'x' };
    expect(heard(pieceOf([asked(0)]), pieceOf([asked(1)], { game: restarted })).game).to.deep.include({
      startedAt: 1,
      experiment: 'x',
    });
  });

  it('has an end once there is one', () => {
    const game = { ...ROW, endedAt: 9, result: 'loss', turns: 5, died: 4, cause: 'wall-collision' } as const;
    const data = heard(pieceOf([asked(3)]), pieceOf([DIED], { game }));
    expect(data.game).to.deep.include({ endedAt: 9, result: 'loss', turns: 5, died: 4, cause: 'wall-collision' });
    expect(data.turns.map(({ turn }) => turn)).to.deep.equal([3, 4]);
    // The journal may have turns from before the end only.
    expect(takePiece(data, pieceOf([asked(2)], { isWhole: true })).game.endedAt).to.equal(9);
  });
});

describe('the final turn', () => {
  it('has no answer of the dead, though some engines ask for a move on it', () => {
    const final = toFinalTurn({ turn: 4, board: DEAD }, asked(4));
    expect(final).to.deep.equal(DIED);
    expect(heard(pieceOf([asked(3), asked(4)]), pieceOf([final])).turns).to.deep.equal([asked(3), DIED]);
  });

  it('has the answer that a survivor gave on it, with its time', () => {
    const last = asked(4, { answer: { ...LATE, took: 126, budget: 101 } });
    const final = toFinalTurn({ turn: 4, board: BOARD }, last);
    expect(final).to.deep.equal({ ...last, board: BOARD, isFinal: true });
    expect(findMarks([asked(3), final]).map(({ turn, kind }) => [turn, kind])).to.deep.equal([[4, 'fallback']]);
    expect(toFinalTurn({ turn: 5, board: BOARD }, last).answer).to.equal(undefined);
  });

  it('names the unknown turns of a game that continued without the snake', () => {
    for (const [turn, unseen] of [
      [3, undefined],
      [4, undefined],
      [5, 'turn 4 was not sent to it'],
      [70, 'turns 4 to 69 were not sent to it'],
    ] as const) {
      expect(describeUnseen([asked(3), { ...DIED, turn }], 1)).to.equal(unseen);
    }
    expect(describeUnseen([asked(3), asked(9)], 1)).to.equal(undefined);
  });
});

describe('the drawing of a turn', () => {
  const note = { line: ['left', 'up'], cells: toCells('3,3 3,3') } as const;
  const turn = asked(0, { answer: { ...MOVED, note } });
  const chance = {
    turn: 0,
    moves: ['up'],
    answered: 'left',
    isLost: false,
    line: ['up'],
    cells: toCells('0,5 0,6'),
  } as const;

  it('has the answer as an arrow, and the way that would have lived', () => {
    const { arrows } = toTurnDrawing(turn, 'standard', {}, chance);
    expect(arrows).to.deep.equal([
      {
        kind: 'answered',
        path: toCells('0,5 -1,5'),
      },
      { kind: 'better', path: chance.cells },
    ]);
  });

  it('has one best line, from the analysis', () => {
    const analysis = { best: '', standing: 0.6, loss: 0, line: ['right', 'up'] } as const;
    const drawn = toTurnDrawing({ ...turn, analysis }, 'standard', {}, chance);
    expect(drawn.arrows?.filter(({ kind }) => kind === 'better').map(({ path }) => path)).to.deep.equal([
      toCells('0,5 1,5 1,6'),
    ]);
  });

  it('goes around a wrapped board, and shows thoughts if it may', () => {
    const drawn = toTurnDrawing(turn, 'wrapped', { hasThoughts: true });
    expect(drawn.arrows).to.deep.equal([
      {
        kind: 'answered',
        path: toCells('0,5 10,5 10,6'),
      },
    ]);
    expect(drawn.marks).to.deep.equal(note.cells);
  });

  it('says in words what it shows', () => {
    expect(toTurnDrawing(turn, 'standard', {}).label).to.equal('Board of 11 by 11 on turn 0. Me, length 2, health 90.');
  });
});
