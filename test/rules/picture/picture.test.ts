import { expect } from 'chai';
import * as fc from 'fast-check';
import { formatPicture } from '../../../src/rules/picture/format-picture.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { fromPlain, toPlain } from '../../../src/rules/plain.js';
import { anyPosition } from '../../support/arbitraries.js';
import { expectSound } from '../../support/boards.js';
import { isSamePosition } from '../../support/same-position.js';
import { toCells } from '../../support/cells.js';

describe('the picture of a position', () => {
  it('shows snakes, food and hazards, and says below what the rows cannot show', () => {
    const position = parsePicture(`
      ..*....
      .aaA.#.
      .a..b3.
      ....bB.
      turn 7
      A health 93 length 6
    `);
    const { snakes, food, hazards, turn, width, height } = toPlain(position);
    expect({ turn, width, height }).to.deep.equal({ turn: 7, width: 7, height: 4 });
    expect(food).to.deep.equal([{ x: 2, y: 3 }]);
    expect(hazards).to.deep.equal(toCells('5,2 5,1 5,1 5,1'));
    expect(snakes).to.deep.equal([
      {
        id: 'a',
        health: 93,
        squad: '',
        body: toCells('3,2 2,2 1,2 1,1 1,1 1,1'),
      },
      {
        id: 'b',
        health: 100,
        squad: '',
        body: toCells('5,0 4,0 4,1'),
      },
    ]);
  });

  it('writes out a body that touches itself, and one of an eliminated snake', () => {
    const picture = ['.aa..', '.aA..', '.....', 'A body 2,1 lur', 'B body 5,0 l= out wall-collision on 3'].join('\n');
    const position = parsePicture(picture);
    expect(formatPicture(position)).to.equal(picture);
    expect(toPlain(position).snakes.map(({ body }) => body)).to.deep.equal([
      toCells('2,1 1,1 1,2 2,2'),
      toCells('5,0 4,0 4,0'),
    ]);
  });

  it('follows a body over the edge of a board that wraps', () => {
    const position = parsePicture('A..aa\nrules wraps');
    expect(toPlain(position).snakes[0]!.body.map(({ x }) => x)).to.deep.equal([0, 4, 3]);
  });

  it('adds up the lines of a snake; of two that contradict each other, the last counts', () => {
    const once = parsePicture('aA.\naa.\nA body 1,1 ldr health 20');
    expect(parsePicture('aA.\naa.\nA health 50\nA body 1,1 ldr\nA health 20')).to.deep.equal(once);
  });

  it('parses to the same position, for any position', () => {
    fc.assert(
      fc.property(anyPosition, (plain) => {
        const position = fromPlain(plain);
        const copy = parsePicture(formatPicture(position));
        expectSound(copy);
        expect(isSamePosition(copy, position), formatPicture(position)).to.equal(true);
        expect(toPlain(copy)).to.deep.equal(toPlain(position));
      }),
    );
  });

  it('names what it cannot read', () => {
    expect(() => parsePicture('..\n...')).to.throw('The row "..." is not as long as ".."');
    expect(() => parsePicture('.aA\n.aa')).to.throw('Cannot follow the body of snake A');
    expect(() => parsePicture('...\nhealth 3')).to.throw('Cannot read the line "health 3"');
    expect(() => parsePicture('A..\nfood 3')).to.throw('"3" is not a cell');
    expect(() => parsePicture('A..\nA out of luck')).to.throw('"of" is not a cause');
    expect(() => parsePicture('..B')).to.throw('Cannot follow the body of snake A');
  });
});
