import { expect } from 'chai';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { createChance } from '../../../src/rules/chance.js';
import { parsePicture } from '../../../src/rules/picture/parse-picture.js';
import { isAlive } from '../../../src/rules/snakes.js';
import { loadBoard, SearchBoard, type BoardView } from '../../../src/search/board/board.js';
import { evaluationFor } from '../../../src/search/evaluation/evaluate.js';
import { readFeatures } from '../../../src/search/evaluation/features.js';
import { INPUTS, readInputs } from '../../../src/search/evaluation/network/inputs.js';
import type { NetworkFile } from '../../../src/search/evaluation/network/network-file.js';
import { evaluationFrom } from '../../../src/search/evaluation/network/network.js';
import { fixture } from '../../support/fixtures.js';
import { playRandomly } from '../../support/games.js';
import { boardOf } from '../../support/search-boards.js';

const GAMES = 30;
const content = readFileSync(fixture('strategies/network.json'), 'utf8');
const small = () => JSON.parse(content) as NetworkFile;

/** A network with weights by chance. `units` has the number of units of each hidden layer. */
function randomNetwork(names: readonly (typeof INPUTS)[number][], units: readonly number[]): NetworkFile {
  const chance = createChance(units.join(' '));
  const number = () => 2 * chance.fraction() - 1;
  const numbers = (count: number) => Array.from({ length: count }, number);
  const inputs = names.map((name) => {
    const size = name === 'built_in' ? 3000 : 30;
    return { name, mean: size * number(), scale: size * (0.5 + chance.fraction()) };
  });
  const layers = [...units, 1].map((count, index) => ({
    weights: Array.from({ length: count }, () => numbers(index === 0 ? names.length : units[index - 1]!)),
    biases: numbers(count),
  }));
  return { format: 'serpentarium network 1', inputs, layers, scale: 1000 };
}

/** The same by the book: every layer is a list of sums. */
function valueByTheBook({ inputs, layers, scale }: NetworkFile, board: BoardView): number {
  const seen = readAll(board);
  let values = inputs.map((input) => (seen[input.name]! - input.mean) / input.scale);
  layers.forEach(({ weights, biases }, index) => {
    const sums = weights.map((row, unit) => row.reduce((sum, weight, at) => sum + weight * values[at]!, biases[unit]!));
    values = index === layers.length - 1 ? sums : sums.map((sum) => Math.max(0, sum));
  });
  return scale * values[0]!;
}

function readAll(board: BoardView): Record<string, number> {
  const values = new Float64Array(INPUTS.length);
  readInputs(board, values);
  return Object.fromEntries(INPUTS.map((name, index) => [name, values[index]!]));
}

const inputsOf = (picture: string, me = 0) => readAll(boardOf(parsePicture(picture), me));

const DUEL = '........*\n.aaA.....\n........b\n......Bbb\nA health 70';
const THREE = '...........\naaA.....Bbb\n...........\nccC........\nC length 4';

describe('the inputs of a network', () => {
  it('are the features of the snake and of an opponent, and what the board is like', () => {
    const { area, exits, tails, foods, foodSteps } = readFeatures(boardOf(parsePicture(DUEL), 0));
    expect(inputsOf(DUEL)).to.deep.equal({
      health: 70,
      length: 3,
      area: area[0],
      food_steps: 0,
      foods: foods[0],
      tails: tails[0],
      exits: exits[0],
      food_near: 0,
      rival_health: 100,
      rival_length: 4,
      rival_area: area[1],
      rival_food_steps: foodSteps[1],
      rival_foods: 1,
      rival_tails: tails[1],
      rival_exits: exits[1],
      rival_food_near: 1 / foodSteps[1]!,
      living: 2,
      full: 7 / 36,
      heads: 5,
      longer: -1,
      built_in: evaluationFor({})(boardOf(parsePicture(DUEL), 0)),
    });
  });

  it('are those of the opponent with the largest area', () => {
    expect(inputsOf(THREE)).to.include({ rival_length: 3, living: 3, longer: 0, heads: 6 });
    expect(inputsOf(`${THREE}\nB out hazard`)).to.include({ rival_length: 4, living: 2, longer: -1, heads: 2 });
  });
});

describe('evaluationFrom', () => {
  it('computes what a plain implementation does, on more than 1000 positions', () => {
    const networks = [
      small(),
      randomNetwork(INPUTS, [16]),
      randomNetwork(['heads', 'built_in', 'area'], [7, 5]),
      randomNetwork(['rival_length', 'length'], []),
    ];
    const values = networks.map(() => new Set<number>());
    const board = new SearchBoard({ width: 11, height: 11 });
    let positions = 0;
    for (let seed = 0; seed < GAMES; seed++) {
      playRandomly({ seed }, ({ position }) => {
        const [me, other] = [0, 1, 2, 3].filter((seat) => isAlive(position, seat));
        if (me === undefined || other === undefined) return;
        loadBoard(board, position, me);
        networks.forEach((network, index) => {
          const value = evaluationFrom(network)(board);
          expect(value).to.be.closeTo(valueByTheBook(network, board), 0.5 + 1e-6);
          values[index]!.add(value);
        });
        positions += 1;
      });
    }
    expect(positions).to.be.above(1000);
    for (const different of values) expect(different.size).to.be.above(10);
  });

  it('is one function for the content of one file', () => {
    const network = small();
    expect(evaluationFrom(network)).to.equal(evaluationFrom(network)).and.not.to.equal(evaluationFrom(small()));
  });

  it('is the built-in evaluation without an opponent', () => {
    const board = boardOf(parsePicture(`${DUEL}\nB out hazard`), 0);
    expect(evaluationFrom(small())(board)).to.equal(evaluationFor({})(board));
  });

  it('keeps to what an evaluation may be, whatever the weights', () => {
    const network = randomNetwork(INPUTS, [4]);
    for (const scale of [1e300, 1e9]) {
      const value = evaluationFrom({ ...network, scale })(boardOf(parsePicture(DUEL), 0));
      expect(Math.abs(value)).to.be.at.most(2 ** 23);
    }
  });

  it('allocates nothing', async () => {
    const program = new URL('../../support/evaluation-bytes.js', import.meta.url);
    const worker = new Worker(program, { workerData: { picture: DUEL, network: randomNetwork(INPUTS, [16, 8]) } });
    const [bytes] = (await once(worker, 'message')) as [number];
    expect(bytes).to.be.below(2);
  });

  it('is made from the content of a file, not from its path', () => {
    const message = /^a network is read from the content of its file, not from "\.\/network\.json"\. Write: import/;
    expect(() => evaluationFrom('./network.json')).to.throw(message);
    expect(() => evaluationFrom(undefined)).to.throw(/^network: it is undefined, not an object$/);
  });

  const slips: [what: string, from: string, to: string, message: RegExp][] = [
    ['another format', 'network 1', 'network 2', /^network: \/format is "[^"]+ 2", not "serpentarium network 1"$/],
    [
      'an unknown input',
      'rival_area',
      'rival_aera',
      /\/inputs\/1\/name is "rival_aera", which .* mean "rival_area"\?$/,
    ],
    ['an input that is there twice', 'rival_area', 'area', /\/inputs\/1\/name repeats "area"$/],
    ['a missing mean', '"mean": 0.2,', '', /\/inputs\/3\/mean is undefined, not a number$/],
    ['no spread', '"scale": 20 ', '"scale": 0 ', /\/inputs\/0\/scale is 0, but has to be above 0$/],
    [
      'a missing weight',
      '[-1, 1, -0.5, 0]',
      '[1, 2, 3]',
      /0\/weights\/1 has 3 entries, not 4: .* rows and columns swap/,
    ],
    ['a missing bias', '[0, 0, 0.5]', '[0, 0.5]', /\/layers\/0\/weights has 3 entries, not 2: one for each bias$/],
    ['a layer without units', '[0, 0, 0.5]', '[]', /\/layers\/0\/biases is an empty list, not a list with something/],
    ['a weight that is null', '[1, -1, 0.25]', '[1, -1, null]', /\/layers\/1\/weights\/0\/2 is null, not a number$/],
    ['a weight without end', '[1, -1, 0.25]', '[1, -1, 1e999]', /\/weights\/0\/2 is Infinity, not a finite number$/],
    [
      'several outputs',
      '"scale": 1600',
      '"layers": [{ "weights": [[1, 1, 1, 1], [1, 1, 1, 1]], "biases": [0, 0] }]',
      /2 units/,
    ],
    ['no scale', '"scale": 1600', '"scale": "big"', /^network: \/scale is a string, not a number$/],
  ];
  for (const [what, from, to, message] of slips) {
    it(`refuses ${what}`, () => {
      expect(content).to.include(from);
      expect(() => evaluationFrom(JSON.parse(content.replace(from, to)))).to.throw(message);
    });
  }
});
