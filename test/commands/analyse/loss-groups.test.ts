import { expect } from 'chai';
import { countWords, examineLoss, groupLosses, type LostGame } from '../../../src/commands/analyse/loss-groups.js';
import { DIRECTIONS, type Direction } from '../../../src/rules/types.js';
import { sketchRow } from '../../support/rows.js';
import { playDrawn, rowOf, rowsOf, type FramedGame } from '../../support/frames.js';

const LONGER = 10;
const MOST = 400_000;

function examine(framed: FramedGame, you: string): LostGame {
  const mine = rowOf(framed, you);
  const others = rowsOf(framed).filter((row) => row !== mine);
  return examineLoss([mine, ...others], LONGER, MOST);
}

const moveOf = (path: string, turn: number) => DIRECTIONS.find((move) => move.startsWith(path[turn]!))!;

/** The moves of each snake, by their first letters, as turns. */
function pathsOf(...paths: readonly string[]): Record<number, Direction>[] {
  return paths[0]!
    .split('')
    .map((_, turn) => Object.fromEntries(paths.map((path, seat) => [seat, moveOf(path, turn)])));
}

describe('what went wrong at the last chance', () => {
  const cases: [fault: string, picture: string, turns: Record<number, Direction>[]][] = [
    [
      'ran into a wall next to a free cell',
      '..... .Aaa. ..... .Bbb. .....',
      [
        { 0: 'left', 1: 'left' },
        { 0: 'left', 1: 'up' },
      ],
    ],
    ['ran into another snake next to a free cell', '...b. .aAb. ...b. ...B. .....', [{ 0: 'right', 1: 'down' }]],
    [
      'lost head to head against a snake that was longer',
      '...... .aaA.. ...... bbbB.. ......',
      [{ 0: 'down', 1: 'up' }],
    ],
    [
      'lost head to head against a snake of its length',
      '..... aaA.. ..... bbB.. ..... .....',
      [{ 0: 'down', 1: 'up' }],
    ],
    [
      'was pinned against the edge by another snake',
      '....... ....... ....... ....... .B.b... .b.b... .bbb... A...... aaa....',
      pathsOf('uuuuuuuu', 'uuuurrrr'),
    ],
    [
      'was cut off by another snake',
      '....... ..Bb... ...b... ...b... ...b... ..Ab... ..ab... ..a.... ..a....',
      pathsOf('uuuu', 'lddd'),
    ],
    [
      'was cut off by two snakes together',
      '....... ....... ....... ....... .C.B... .c.b... cc.bb.. c.A.b.. c.aab..',
      pathsOf('uuuuuuuu', 'uuuurddd', 'uuuulddd'),
    ],
  ];
  for (const [fault, picture, turns] of cases) {
    it(fault, () => {
      const framed = playDrawn(picture.replaceAll(' ', '\n'), turns);
      expect(examine(framed, framed.frames[0]!.Snakes[0]!.ID).fault).to.equal(fault);
    });
  }

  it('is not known if the cause of death is not', () => {
    const row = sketchRow({ turns: [{ turn: 1 }], result: 'loss', died: 2 });
    expect(examineLoss([row], LONGER, MOST)).to.include({
      found: undefined,
      fault: 'died of an unknown cause',
    });
  });

  it('is no fault of the strategy if the engine did not use its answer', () => {
    const framed = playDrawn('.....\n.Aaa.\n.....\n.Bbb.\n.....', [
      { 0: 'left', 1: 'left' },
      { 0: 'left', 1: 'up' },
    ]);
    const row = rowOf(framed, framed.frames[0]!.Snakes[0]!.ID);
    const answer = { kind: 'moved', move: 'up', took: 4 } as const;
    const list = row.list.map((turn) => ({ ...turn, answer, feedback: { used: 'no', latency: '' } as const }));
    expect(examineLoss([{ ...row, list }], LONGER, MOST).fault).to.equal(
      'answered right, and the engine did not use it',
    );
  });
});

const lossOf = (fault: string, turns: number): LostGame => {
  return { fault, found: undefined, seats: [{ ...sketchRow({ turns: [{ turn: 0 }] }), turns }] };
};

describe('groups of losses', () => {
  it('are ordered by size, the game of median length first', () => {
    const losses = [lossOf('b', 9), lossOf('a', 30), lossOf('a', 10), lossOf('a', 20)];
    const groups = groupLosses(losses).map((group) => group.map(({ fault, seats }) => `${fault} ${seats[0].turns}`));
    expect(groups).to.deep.equal([['a 20', 'a 10', 'a 30'], ['b 9']]);
    expect(groupLosses([])).to.deep.equal([]);
  });

  it('count words, the most frequent first', () => {
    expect(countWords(['one', 'two', 'two'])).to.equal('two 2, one 1');
    expect(countWords([])).to.equal('');
  });
});
