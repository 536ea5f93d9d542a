import { expect } from 'chai';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import type { Direction } from '../../src/rules/types.js';
import { createEvaluation } from '../../src/search/evaluation/evaluate.js';
import { search, type SearchOptions, type SearchResult, warmUp } from '../../src/search/search.js';
import { endOf, lostOn } from '../../src/search/tree/scores.js';

/** Food in a pocket of three cells, which b's body closes. A is longer than the pocket. */
const POCKET = '.bb....\nB.b....\nb.b...a\nbbb...a\n*..Aaaa';
/** Food that both heads can reach. B is longer. */
const CONTESTED = '.......\n.......\n..A*B..\n..a.b..\n..a.b..\n....b..\n.......';
/** Two snakes with room for both. */
const APART = '........\n.aaA..*.\n.a......\n........\n.*......\n.....b..\n...Bbb..\n........';
const EXTENSIONS = { forced: true, quiescence: 2 };

const nothing = () => 0;
const house = createEvaluation();

/** Positions of A in which the best play of both sides ends the game after this number of turns. */
const MATES: readonly [turns: number, move: Direction, picture: string][] = [
  [1, 'up', '....bb.\n....b..\n..bbb..\n..bBaA.\n...aa..\n..aa...\n*......\nB body 3,3 lurruur'],
  [1, 'up', '..aa..B\n..aaaAb\n*.a...b\n.....bb\n.......\n.......\n.......\nA body 5,5 lluldd'],
  [2, 'right', '..aa...\n..aaA.B\n*.a..bb\n..a..bb\n.......\n.......\n.......\nA body 4,5 lulddd\nB body 6,5 ddlu'],
  [2, 'up', '.....*.\nB.aaa..\nbAa.a..\nb...a..\nbb..a..\nbb.aa..\n...a...\nB body 0,5 ddddru'],
  [3, 'right', '..aa...\n..aA...\n*.a.bbB\n.aa..bb\n.......\n.......\n.......\nA body 3,5 uldddl\nB body 6,4 dlul'],
  [
    3,
    'left',
    '.....*.\n..aaa..\nB.A.a..\nb...a..\nbbb.a..\nbb.aa..\n...aa..\nA body 2,4 urrddddldr\nB body 0,4 dddrur',
  ],
  [4, 'down', 'b.*..*.\nbaaa..*\nbA.a...\nB..a...\n.......\n.......\n.......'],
  [4, 'up', 'bbbB...\nbaa...*\nbaaA..*\nbaa....\nbaa....\n.......\n.....*.\nA body 3,4 lddluuur'],
];

function searchPicture(picture: string, options: Partial<SearchOptions> = {}): SearchResult {
  return search({ position: parsePicture(picture), seat: 0 }, { evaluate: nothing, nodes: 20_000, ...options });
}

describe('search', () => {
  for (const [turns, move, picture] of MATES) {
    it(`wins in ${turns}, by ${move}`, () => {
      const found = searchPicture(picture);
      expect([found.move, endOf(found.score)]).to.deep.equal([move, turns]);
      expect(found.score).to.be.above(0);
      expect(found.pv[0]).to.equal(move);
    });

    it(`wins in ${turns} with the evaluation of the house and what it found before`, () => {
      const clock = { timeLeft: () => 1000 };
      for (let round = 0; round < 2; round++) {
        const position = parsePicture(picture);
        const found = search({ position, seat: 0, ...clock }, { evaluate: house, depth: 6 });
        expect([found.move, endOf(found.score)]).to.deep.equal([move, turns]);
      }
    });
  }

  it('knows who survives when heads meet', () => {
    expect(searchPicture('aaA.Bbb').score).to.equal(0);
    expect(searchPicture('aaA.Bbb', { draw: -50 }).score).to.equal(-50);
    const longer = searchPicture('aaaA.Bbb').score;
    const shorter = searchPicture('aaA.Bbbb').score;
    expect([longer > 0, endOf(longer)]).to.deep.equal([true, 1]);
    expect([shorter < 0, endOf(shorter)]).to.deep.equal([true, 1]);
  });

  it('refuses a table without a size, and searches on with the next', () => {
    expect(() => searchPicture('aaA.Bbb', { tableMb: Infinity })).to.throw(RangeError, '"tableMb" is Infinity');
    expect(searchPicture('aaA.Bbb', { tableMb: 1 }).score).to.equal(0);
  });

  it('loses as late as it can', () => {
    const { move, score } = searchPicture('.A...bB.......\nbbbbbb........\nrules grows\nB body 6,1 ldlllll');
    expect([move, score < 0, endOf(score)]).to.deep.equal(['left', true, 6]);
  });

  it('reaches food with its last health, also alone', () => {
    const race = '.....\n.....\n..aa.\n*..A.';
    for (const [health, move] of [
      [3, 'left'],
      [2, undefined],
    ] as const) {
      const found = searchPicture(`${race}\nA health ${health}`);
      if (move === undefined) expect(endOf(found.score)).to.equal(2);
      else expect([found.move, endOf(found.score)]).to.deep.equal([move, undefined]);
    }
  });

  it('leaves food to a longer snake that gets there as soon', () => {
    expect(searchPicture(CONTESTED, { evaluate: house }).move).not.to.equal('right');
  });

  it('stays out of a pocket that is smaller than itself', () => {
    expect(searchPicture(POCKET, { evaluate: house }).move).to.equal('up');
  });

  it('always has a move, even if none is left', () => {
    expect(searchPicture(MATES[2]![2]).move).to.equal('right');
    expect(searchPicture('bbb\nbAb\nBaa\nB length 9')).to.deep.include({ move: 'up', depth: 0, pv: [] });
  });

  it('chooses among the moves that it is given, to the same depth', () => {
    const picture = MATES[7]![2];
    const free = searchPicture(picture, { evaluate: house });
    const bound = searchPicture(picture, { evaluate: house, moves: ['left', 'right'], depth: free.depth });
    expect([free.move, bound.move, bound.depth]).to.deep.equal(['up', 'right', free.depth]);
    expect(bound.score).to.be.below(free.score);
    expect(searchPicture(picture, { moves: [free.move], evaluate: house, depth: 3 }).score).to.equal(
      searchPicture(picture, { evaluate: house, depth: 3 }).score,
    );
    expect(searchPicture(picture, { moves: ['left'] })).to.include({ depth: 0, score: lostOn(1) });
  });

  it('finds the same with the same number of nodes, whatever was searched before', () => {
    const picture = MATES[6]![2];
    const options = { evaluate: house, nodes: 3000 };
    const first = searchPicture(picture, options);
    searchPicture(picture, { evaluate: (view) => view.health[view.me]!, nodes: 5000 });
    search({ position: parsePicture(picture), seat: 1, timeLeft: () => 1000 }, { evaluate: house, depth: 4 });
    expect(searchPicture(picture, options)).to.deep.equal(first);
    expect(first.nodes).to.be.at.most(3000);
  });

  it('uses what it found before, for the same evaluation only', () => {
    const position = parsePicture('.......\n.A...B.\n.a...b.\n.a...b.\n.......\n...*...\n.......');
    const searchAgain = (evaluate = house) =>
      search({ position, seat: 0, timeLeft: () => 1000 }, { evaluate, depth: 5 }).nodes;
    const first = searchAgain(createEvaluation());
    const fresh = createEvaluation();
    expect(searchAgain(fresh)).to.equal(first);
    expect(searchAgain(fresh)).to.be.below(first / 10);
  });

  it('reaches the same depth with half the nodes by late-move reductions', () => {
    const [all, few] = [false, true].map((reductions) =>
      searchPicture(APART, { evaluate: house, depth: 7, nodes: Infinity, extensions: { ...EXTENSIONS, reductions } }),
    );
    expect([few!.depth, few!.move]).to.deep.equal([all!.depth, all!.move]);
    expect(few!.nodes).to.be.below(all!.nodes / 2);
  });

  it('proposes a move after each of its moves, and stops in time', () => {
    const proposed: Direction[] = [];
    let left = 100;
    const position = parsePicture('.......\n.A...B.\n.a...b.\n.a...b.\n.......\n...*...\n.......');
    const found = search(
      { position, seat: 0, timeLeft: () => left--, propose: (move) => proposed.push(move) },
      { evaluate: house, reserve: 20 },
    );
    expect(left).to.be.within(15, 20);
    expect(proposed.length).to.be.at.least(3 * found.depth);
    expect(proposed.at(-1)).to.equal(found.move);
  });

  it('stops at once when nobody waits any more', () => {
    const position = parsePicture(MATES[7]![2]);
    const signal = AbortSignal.abort();
    const found = search({ position, seat: 0, timeLeft: () => 1000, signal }, { evaluate: createEvaluation() });
    expect(found.nodes).to.be.at.most(128);
  });

  it('warms up for as long as it is given', () => {
    const counts = [0, 200].map((ms) => {
      let count = 0;
      warmUp(() => ((count += 1), 0), ms);
      return count;
    });
    expect(counts[1]).to.be.above(counts[0]!);
  });
});
