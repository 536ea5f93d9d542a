import { expect } from 'chai';
import { formatKeys, pageOf, pressKey, type Shown } from '../../../src/commands/replay/page-keys.js';

const pages = Array.from({ length: 40 }, (_, index) => ({ turn: index < 30 ? index : index + 10, text: '' }));
const turning = { pages, death: 25 };

/** What is shown after these keys, from the fifth page on. */
const after = (...keys: string[]) =>
  keys.reduce<Shown | 'quit'>((shown, key) => (shown === 'quit' ? shown : pressKey(turning, shown, key)), { index: 5 });

describe('the keys of a replay', () => {
  const JUMPS: [keys: string[], index: number][] = [
    [['right'], 6],
    [['left'], 4],
    [['home', 'left'], 0],
    [['end'], 39],
    [['pagedown'], 15],
    [['pagedown', 'pageup', 'pageup'], 0],
    [['end', 'pagedown'], 39],
    [['d'], 25],
    [['g', '2', '1', 'return'], 21],
    [['g', '2', '1', 'backspace', 'return'], 2],
    [['g', '3', '5', 'return'], 30],
    [['g', '9', '9', '9', 'return'], 39],
    [['g', '2', 'escape'], 5],
    [['g', 'return'], 5],
    [['x'], 5],
  ];
  for (const [keys, index] of JUMPS) {
    it(`lead with ${keys.join(' ')} to page ${index}`, () => {
      expect(after(...keys)).to.deep.equal({ index });
    });
  }

  it('quit, also one step beyond the last page, but not by a leap', () => {
    expect(after('q')).to.equal('quit');
    expect(after('end', 'right')).to.equal('quit');
    expect(after('g', 'ctrl-c')).to.equal('quit');
  });

  it('ignore d in a game that the snake survived', () => {
    expect(pressKey({ pages }, { index: 5 }, 'd')).to.deep.equal({ index: 5 });
    expect(formatKeys({ pages }, { index: 5 })).not.to.include('death');
  });

  it('show the turn that is being typed', () => {
    expect(formatKeys(turning, after('g', '2') as Shown)).to.include('go to turn: 2_');
  });
});

describe('pageOf', () => {
  it('finds the page of a turn, the next one if it was not kept, and the last one beyond the end', () => {
    expect([0, 29, 33, 99].map((turn) => pageOf(pages, turn))).to.deep.equal([0, 29, 30, 39]);
  });
});
