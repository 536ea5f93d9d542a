import { expect } from 'chai';
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { loadBoard, SearchBoard } from '../../../src/search/board/board.js';
import { evaluationFor } from '../../../src/search/evaluation/evaluate.js';
import { readFeatures } from '../../../src/search/evaluation/features.js';
import type { Evaluate } from '../../../src/search/tree/alpha-beta.js';
import { houseWeights, weightRules, type Weights } from '../../../src/search/evaluation/weights.js';

const evaluate = evaluationFor(houseWeights);

function boardOf(picture: string, me = 0): SearchBoard {
  const position = parsePicture(picture);
  const board = new SearchBoard(position);
  loadBoard(board, position, me);
  return board;
}

function valueOf(picture: string, me = 0, from: Evaluate = evaluate): number {
  return from(boardOf(picture, me));
}

/** An evaluation in which only these weights count. */
function only(weights: Partial<Weights>): Evaluate {
  const none = Object.fromEntries(Object.keys(houseWeights).map((name) => [name, 0])) as Weights;
  return evaluationFor({ ...none, ...weights });
}

function exitsOf(picture: string): number {
  return readFeatures(boardOf(picture)).exits[0]!;
}

/** The value of a board with one snake and these lines. */
function alone(lines: string): number {
  return valueOf(`aaA......\n.........\n${lines}`);
}

/** The value of a duel with a longer snake of this squad, for one of the red squad. */
function mates(squad: string): number {
  return valueOf(`aaA..Bbb\nA squad red\nB squad ${squad} length 9`);
}

const MIRRORED = `
  .......
  aaA.Bbb
  .......
`;

const EMPTY_ROWS = Array.from({ length: 5 }, () => '...........');

describe('features', () => {
  it('are the cells that can be walked, exits, tails and food of each snake', () => {
    const { area, exits, tails, foods, foodSteps } = readFeatures(boardOf('*..\naA.\na..\n...'));
    expect([area[0], exits[0], tails[0], foods[0], foodSteps[0]]).to.deep.equal([12, 3, 1, 1, 2]);
  });

  it('count a tail that moves away as an exit, but not one that stays after a meal', () => {
    expect(exitsOf('aa\nAa\nA body 0,0 urd')).to.equal(1);
    expect(exitsOf('aa\nAa\nA body 0,0 urd=')).to.equal(0);
  });
});

describe('the built-in evaluation', () => {
  it('is one function for one object of weights', () => {
    const weights = { areaEarly: 2 };
    expect(evaluationFor(weights))
      .to.equal(evaluationFor(weights))
      .and.not.to.equal(evaluationFor({ ...weights }));
  });

  it('is 0 where both snakes have the same', () => {
    expect(valueOf(MIRRORED)).to.equal(0);
  });

  it('is zero-sum in a duel', () => {
    const picture = '.*.....\naaA.Bbb\n......b\nA health 30';
    expect(valueOf(picture, 1)).to.equal(-valueOf(picture, 0));
    expect(valueOf(picture)).not.to.equal(0);
  });

  it('prefers the longer snake', () => {
    expect(valueOf(`${MIRRORED}\nA length 4`)).to.be.above(0);
  });

  it('always prefers a meal to staying near food early in a game', () => {
    for (const [a, b] of [
      [3, 3],
      [4, 3],
      [6, 3],
      [3, 5],
    ]) {
      const rows = [...EMPTY_ROWS, 'aaA.....Bbb', ...EMPTY_ROWS].join('\n');
      const before = valueOf(`${rows}\nA length ${a}\nB length ${b}\nfood 3,5`);
      const after = valueOf(`${rows}\nA length ${a! + 1}\nB length ${b}`);
      expect(after, `${a} against ${b}`).to.be.above(before);
    }
  });

  it('prefers room that can be walked', () => {
    expect(valueOf('A.B....\na.b....\na.b....')).to.be.below(0);
  });

  it('sees that food is farther away than health lasts', () => {
    const far = '*........\n.........\naaA...Bbb';
    expect(valueOf(`${far}\nA health 3`) - valueOf(`${far}\nA health 5`)).to.be.below(-8 * 300);
  });

  it('weighs hunger more, the lower health is', () => {
    const judge = only({ hunger: 10 });
    const hungry = (health: number) => valueOf(`${MIRRORED}\nfood 2,2\nA health ${health}`, 0, judge);
    expect(hungry(40)).to.equal(0);
    expect(hungry(20)).to.be.below(hungry(30));
  });

  it('changes from the early to the late weights as the board fills', () => {
    const judge = only({ areaEarly: 0, areaLate: 10 });
    expect(valueOf('A....\na....\na..bB', 0, judge)).to.be.above(0);
    const early = Math.abs(valueOf(`A${'.'.repeat(20)}Bb`, 0, judge));
    const late = Math.abs(valueOf(`A${'.'.repeat(20)}Bb\nA length 10`, 0, judge));
    expect(late).to.be.above(early);
  });

  it('looks at nothing but room where all snakes grow', () => {
    const fed = valueOf('A.....B\nrules grows\nA length 9\nB length 2\nA health 3');
    const judge = only({ areaEarly: 1, areaLate: 1 });
    expect(valueOf('A.....B\nrules grows', 0, judge)).to.equal(0);
    expect(Math.abs(fed)).to.be.below(8 * 100);
  });

  it('does not go for food alone on a board, but against hunger', () => {
    expect(alone('food 3,1')).to.equal(alone('food 8,0'));
    expect(alone('food 3,1\nA health 20')).to.be.above(alone('food 8,0\nA health 20'));
  });

  it('wants to grow three times as much while a third snake lives', () => {
    const judge = only({ longerEarly: 100, longerLate: 100 });
    const three = `${MIRRORED.replace('.......', 'ccC....')}\nA length 5`;
    expect(valueOf(three, 0, judge)).to.equal(3 * valueOf(`${three}\nC out hazard`, 0, judge));
  });

  it('takes squad mates for no opponents', () => {
    expect(mates('red')).to.be.above(mates('blue'));
  });

  it('values each opponent that is out of the game', () => {
    const three = MIRRORED.replace('.......', 'ccC....');
    expect(valueOf(`${three}\nC out hazard`)).to.be.above(valueOf(three));
  });

  it('counts no hazards as area, and carries health along', () => {
    const judge = only({ areaEarly: 1, areaLate: 1 });
    expect(valueOf('A.......', 0, judge) - valueOf('A###....', 0, judge)).to.equal(8 * 3);
    const health = only({ healthInHazards: 1 });
    expect(valueOf('A###....\nA health 90', 0, health)).to.equal(8 * 90);
  });

  it('has a weight within its bounds for every feature', () => {
    for (const [name, { minimum, maximum, description, default: value }] of Object.entries(weightRules)) {
      expect(value, name).to.be.within(minimum, maximum);
      expect(description, name).not.to.equal('');
    }
  });

  for (const [name, picture] of [
    ['a duel', MIRRORED],
    ['three snakes, one of them longer', `${MIRRORED.replace('.......', 'ccC....')}\nB length 5`],
  ] as const) {
    it(`allocates nothing for ${name}`, async () => {
      const program = new URL('../../support/evaluation-bytes.js', import.meta.url);
      const worker = new Worker(program, { workerData: { picture: `${picture}\nfood 6,2` } });
      const [bytes] = (await once(worker, 'message')) as [number];
      expect(bytes).to.be.below(2);
    });
  }
});
