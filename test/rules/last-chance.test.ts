import { expect } from 'chai';
import type { Position } from '../../src/rules/position.js';
import { findLastChance } from '../../src/rules/last-chance.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { lookAhead, moveNumbers } from '../../src/rules/toolkit/look-ahead.js';
import type { Direction } from '../../src/rules/types.js';

/** The boards of a game from the one drawn: the moves of each turn, by seat. */
function played(picture: string, ...turns: readonly (readonly Direction[])[]): Position[] {
  const boards = [parsePicture(picture)];
  for (const moves of turns) boards.push(lookAhead(boards.at(-1)!, moveNumbers(moves)));
  return boards;
}

describe('a last chance', () => {
  it('is the turn before the wall', () => {
    const boards = played(
      `
        .....
        .....
        aaA..
      `,
      ['right'],
      ['right'],
      ['right'],
    );
    expect(findLastChance(boards, 'a', 6)).to.deep.equal({ chance: { turn: 2, moves: ['up'] }, unsure: [] });
  });

  it('lies before the mouth of a dead end', () => {
    const boards = played(
      `
        .bbbbb
        ..B..b
        a.bbbb
        aA....
        B body 2,2 drrruullll
      `,
      ['right', 'left'],
      ['right', 'left'],
      ['right', 'up'],
      ['right', 'right'],
      ['right', 'right'],
    );
    expect(findLastChance(boards, 'a', 8)).to.deep.equal({ chance: { turn: 0, moves: ['up'] }, unsure: [] });
  });

  const crash = `
    ......
    ...B..
    aaAb..
    ...b..
    ...b..
  `;
  it('holds against the moves that the others really made', () => {
    const met = played(crash, ['right', 'left']);
    expect(findLastChance(met, 'a', 3).chance).to.deep.equal({ turn: 0, moves: ['down'] });
    const missed = played(crash, ['right', 'up']);
    expect(findLastChance(missed, 'a', 3).chance).to.deep.equal({ turn: 0, moves: ['up', 'down'] });
  });

  it('assumes that snakes whose move is not seen keep their direction', () => {
    const [before] = played(crash);
    const gone = parsePicture('......\n......\n......\n......\n......\nturn 1');
    expect(findLastChance([before!, gone], 'a', 3).chance).to.deep.equal({ turn: 0, moves: ['up', 'down'] });
  });

  it('may be food that appeared meanwhile', () => {
    const boards = [
      parsePicture('.....\naaA..\n.....\nA health 2'),
      parsePicture('.....\n.aaA.\n...*.\nturn 1\nA health 1'),
      parsePicture('...A.\n..aa.\n...*.\nturn 2\nA health 0 out out-of-health on 2'),
    ];
    expect(findLastChance(boards, 'a', 7)).to.deep.equal({ chance: { turn: 1, moves: ['down'] }, unsure: [] });
  });

  it('is not there for a snake that starves far from any food', () => {
    const circle = Array.from({ length: 40 }, (_, turn) => [(['up', 'left', 'down', 'right'] as const)[turn % 4]!]);
    const boards = played(
      `${'...........\n'.repeat(5)}..aaA......\n${'...........\n'.repeat(5)}A health 40`,
      ...circle,
    );
    expect(boards.at(-1)!.causes[0]).not.to.equal(0);
    expect(findLastChance(boards, 'a', 41)).to.deep.equal({ unsure: [] });
  });

  it('leaves the boards as they are', () => {
    const boards = played('...\naA.', ['right'], ['right']);
    const kept = JSON.stringify(boards);
    findLastChance(boards, 'a', 6);
    expect(JSON.stringify(boards)).to.equal(kept);
  });
});
