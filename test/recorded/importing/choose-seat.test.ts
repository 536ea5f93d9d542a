/** Which snake an imported game is seen from. */
import { expect } from 'chai';
import { prefixProblem } from '../../../src/config/prefixes.js';
import { chooseSeat, toPrefix } from '../../../src/recorded/importing/choose-seat.js';
import { SourceError } from '../../../src/recorded/importing/game-boards.js';
import { playFrames, rowsOf } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';

function gameOf(names: readonly string[]) {
  const { game, frames } = playFrames({ seed: 1, snakes: snakesNamed(names.length) });
  const named = frames.map((frame) => ({
    ...frame,
    Snakes: frame.Snakes.map((snake, seat) => ({ ...snake, Name: names[seat]! })),
  }));
  return rowsOf({ game, frames: named });
}

describe('chooseSeat', () => {
  const game = gameOf(['Greedy', 'Twin', 'Twin']);

  it('takes a name, a prefix, an id, or how one of them begins', () => {
    for (const word of ['Greedy', '/Greedy', 'a', 'Gre']) expect(chooseSeat(game, word).you, word).to.equal('a');
    expect(chooseSeat(game, 'c').you).to.equal('c');
  });

  it('needs no name where there is one snake', () => {
    expect(chooseSeat(gameOf(['Alone']), undefined).snake).to.equal('Alone');
  });

  it('shows names of strangers on one line', () => {
    const hostile = gameOf(['a\n\u001B[31mb', 'c']);
    expect(() => chooseSeat(hostile, undefined)).to.throw(SourceError, 'has 2 snakes: a  [31mb, c. Name yours');
  });

  for (const [word, message] of [
    [undefined, 'has 3 snakes: Greedy, Twin (b), Twin (c). Name yours with --you.'],
    ['Twin', 'has several snakes "Twin": Twin (b) or Twin (c). Name one by its id.'],
    ['Gredy', 'has no snake "Gredy". Did you mean "Greedy"?'],
    ['zzzzzz', 'has no snake "zzzzzz". Its snakes are Greedy, Twin (b), Twin (c).'],
    ['', 'has no snake "". Its snakes are Greedy, Twin (b), Twin (c).'],
  ] as const) {
    it(`lists the snakes if it is given ${word ?? 'nothing'}`, () => {
      expect(() => chooseSeat(game, word)).to.throw(SourceError, message);
    });
  }
});

describe('toPrefix', () => {
  it('makes a prefix of any name', () => {
    expect(['Greedy', 'My  Snake!', 'Ünïcode', '🐍 Bob', 'a/b'].map(toPrefix)).to.deep.equal([
      '/greedy',
      '/my-snake',
      '/unicode',
      '/bob',
      '/a-b',
    ]);
  });

  it('tells names apart that have none of the letters of a prefix', () => {
    const names = ['ゴロゴロ', 'コロコロ', 'Змея', '🐍', '🐢', '../..', 'Змея 1', 'Дракон 1', 'Weiß', 'Wei'];
    const prefixes = names.map(toPrefix);
    expect(new Set(prefixes)).to.have.lengthOf(names.length);
    for (const prefix of prefixes) expect(prefixProblem(prefix), prefix).to.equal(undefined);
    expect(prefixes.slice(0, 6).join(' ')).to.match(/^(\/imported-[0-9a-f]{8} ?){6}$/);
    expect(toPrefix('ゴロゴロ')).to.equal(prefixes[0]);
  });
});
