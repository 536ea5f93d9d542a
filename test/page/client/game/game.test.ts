/** The frames of a game's page, the marks on them, and how live turns join the turns of the journal. */
import { expect } from 'chai';
import type { GameView, AnswerView, GameBoardView, GamePieceView, TurnView } from '../../../../src/views/game.js';
import type { LiveTurnView } from '../../../../src/views/live.js';
import { drawFrame } from '../../../../src/page/client/board/to-drawing.js';
import {
  barKindOf,
  findMarks,
  markBeside,
  nextMistake,
  openingOf,
  rankSnakes,
  describeUnseen,
  toFrames,
  findGap,
  takeGameNews,
  type GameData,
  type GameNews,
  type TurnMark,
} from '../../../../src/page/client/game/frames.js';
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
  return { turn, at: turn, board: BOARD, answer: MOVED, ...rest };
}

function streamed(turn: number, rest: Partial<LiveTurnView> = {}): LiveTurnView {
  return { id: 'g', turn, at: turn, fallbacks: 0, lost: 0, board: BOARD, answer: MOVED, ...rest };
}

function pieceOf(turns: readonly TurnView[], rest: Partial<GamePieceView> = {}): GameNews {
  return { kind: 'piece', piece: { game: ROW, timeout: 500, turns, ...rest } };
}

function heard(...news: readonly GameNews[]): GameData | undefined {
  return news.reduce<GameData | undefined>(takeGameNews, undefined);
}

describe('the frames of a game', () => {
  const frames = toFrames({ turns: [asked(0), asked(1), asked(3)], end: { turn: 4, board: DEAD } });

  it('are its turns and the final board', () => {
    expect(frames.map(({ turn, asked: turnAsked }) => [turn, turnAsked?.turn])).to.deep.equal([
      [0, 0],
      [1, 1],
      [3, 3],
      [4, undefined],
    ]);
  });

  it('are marked where an answer was lost, perhaps lost or late, at the last chance and at the death', () => {
    const turns = [
      asked(0, { answer: LATE, feedback: { used: 'no', latency: '0' } }),
      asked(1, { feedback: { used: 'unlikely', latency: '505' } }),
      asked(2),
      asked(3),
    ];
    const marks = findMarks(toFrames({ turns, end: { turn: 4, board: DEAD } }), { chance: 2 });
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
    expect([...rankSnakes({ snakes })]).to.deep.equal([
      ['0', 3.5],
      ['1', 1],
      ['2', 3.5],
      ['3', 2],
    ]);
    const unseen = snakes.map((snake, seat) =>
      seat === 3 ? { ...snake, death: { turn: 9, isLatest: true } as const } : snake,
    );
    expect([...rankSnakes({ snakes: unseen }).keys()]).to.deep.equal(['0', '1', '2']);
    expect(rankSnakes({ snakes: [ME] }).size).to.equal(0);
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
  const frames = toFrames({ turns: [asked(0), asked(1, { analysis })] });

  const pathOf = (hasThoughts: boolean) =>
    drawFrame(frames[1]!, 'standard', { hasThoughts }).arrows?.find(({ kind }) => kind === 'better')?.path;

  it('come with the other marks', () => {
    expect(findMarks(frames, { chance: 1 })).to.deep.equal([
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
    const first = heard(pieceOf([asked(0), asked(1)], { next: 2 }))!;
    expect(first.isWhole).to.equal(false);
    const all = takeGameNews(first, pieceOf([asked(2)], { end: { turn: 3, board: DEAD } }))!;
    expect(all.turns.map(({ turn }) => turn)).to.deep.equal([0, 1, 2]);
    expect(all).to.deep.include({ isWhole: true, end: { turn: 3, board: DEAD } });
  });

  it('grows with the live stream, and receives the fate of each answer', () => {
    const data = heard(
      pieceOf([asked(0), asked(1)]),
      { kind: 'turn', turn: streamed(2, { before: { used: 'no', latency: '0' } }) },
      { kind: 'turn', turn: streamed(2) },
    )!;
    expect(data.turns.map(({ turn, feedback }) => [turn, feedback?.used])).to.deep.equal([
      [0, undefined],
      [1, 'no'],
      [2, undefined],
    ]);
  });

  it('has a gap where the stream left turns out, and asks the journal for them', () => {
    const data = heard(pieceOf([asked(0), asked(1)]), { kind: 'turn', turn: streamed(4) })!;
    expect(findGap(data)).to.equal(2);
    const repaired = takeGameNews(data, pieceOf([asked(2), asked(3), asked(4)]))!;
    expect(repaired.turns.map(({ turn }) => turn)).to.deep.equal([0, 1, 2, 3, 4]);
    expect(findGap(repaired)).to.equal(undefined);
  });

  it('is nothing before the host has answered, whatever streams', () => {
    expect(heard({ kind: 'turn', turn: streamed(5) })).to.equal(undefined);
    const data = heard(pieceOf([asked(6)]), { kind: 'turn', turn: streamed(7) })!;
    expect(data.turns.map(({ turn }) => turn)).to.deep.equal([6, 7]);
    expect(findGap(data)).to.equal(0);
  });

  it('has an end once the stream has sent one', () => {
    const final = { turn: 4, board: DEAD };
    const ending = { id: 'g', at: 9, result: 'loss', turns: 5, died: 4, cause: 'wall-collision', final } as const;
    const data = heard(pieceOf([asked(3)]), { kind: 'ended', ending })!;
    expect(data.row).to.deep.include({ endedAt: 9, result: 'loss', turns: 5, died: 4, cause: 'wall-collision' });
    expect(toFrames(data).map(({ turn }) => turn)).to.deep.equal([3, 4]);
    expect(data.isFinal).to.equal(false);
    const row = { ...ROW, endedAt: 9, result: 'loss' } as const;
    const kept = { game: row, timeout: 500, turns: [asked(2), asked(3)], end: { turn: 4, board: DEAD } };
    expect(takeGameNews(data, { kind: 'piece', piece: kept })!.isFinal).to.equal(true);
  });
});

describe('the frames of a game', () => {
  it('end with the final board once, though some engines ask for a move on it', () => {
    const frames = toFrames({ turns: [asked(3), asked(4)], end: { turn: 4, board: DEAD } });
    expect(frames.map(({ turn, board, asked: move }) => [turn, board === DEAD, move !== undefined])).to.deep.equal([
      [3, false, true],
      [4, true, false],
    ]);
  });

  it('have the answer that a survivor gave on the final board, with its time', () => {
    const last = asked(4, { answer: { ...LATE, took: 126, budget: 101 } });
    const frames = toFrames({ turns: [asked(3), last], end: { turn: 4, board: BOARD } });
    expect(frames.map(({ turn, asked: turnAsked }) => [turn, turnAsked?.answer.took])).to.deep.equal([
      [3, undefined],
      [4, 126],
    ]);
    expect(findMarks(frames, {}).map(({ turn, kind }) => [turn, kind])).to.deep.equal([[4, 'fallback']]);
  });
});

describe('the final frame', () => {
  it('names the unknown turns of a game that continued without the snake', () => {
    for (const [turn, unseen] of [
      [3, undefined],
      [4, undefined],
      [5, [4, 4]],
      [70, [4, 69]],
    ] as const) {
      expect(toFrames({ turns: [asked(3)], end: { turn, board: DEAD } }).at(-1)!.unseen).to.deep.equal(unseen);
    }
    expect(describeUnseen([4, 4])).to.equal('turn 4 was not sent to it');
    expect(describeUnseen([4, 69])).to.equal('turns 4 to 69 were not sent to it');
  });
});

describe('the drawing of a frame', () => {
  const [frame] = toFrames({
    turns: [
      asked(0, {
        answer: {
          ...MOVED,
          note: {
            line: ['left', 'up'],
            cells: toCells('3,3 3,3'),
          },
        },
      }),
    ],
  });
  const chance = {
    turn: 0,
    moves: ['up'],
    answered: 'left',
    isLost: false,
    line: ['up'],
    cells: toCells('0,5 0,6'),
  } as const;

  it('has the answer as an arrow, and the way that would have lived', () => {
    const { arrows } = drawFrame(frame!, 'standard', {}, chance);
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
    const drawn = drawFrame({ ...frame!, asked: { ...frame!.asked!, analysis } }, 'standard', {}, chance);
    expect(drawn.arrows?.filter(({ kind }) => kind === 'better').map(({ path }) => path)).to.deep.equal([
      toCells('0,5 1,5 1,6'),
    ]);
  });

  it('goes around a wrapped board, and shows thoughts if it may', () => {
    const drawn = drawFrame(frame!, 'wrapped', { hasThoughts: true });
    expect(drawn.arrows).to.deep.equal([
      {
        kind: 'answered',
        path: toCells('0,5 10,5 10,6'),
      },
    ]);
    expect(drawn.marks).to.deep.equal(frame!.asked!.answer.note!.cells);
  });

  it('says in words what it shows', () => {
    expect(drawFrame(frame!, 'standard', {}).label).to.equal('Board of 11 by 11 on turn 0. Me, length 2, health 90.');
  });
});
