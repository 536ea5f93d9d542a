import { expect } from 'chai';
import { createChance } from '../../../src/rules/chance.js';
import {
  addGradient,
  createPerceptron,
  lossOf,
  trainPerceptron,
  type Cases,
  type Perceptron,
} from '../../../src/stats/fit/perceptron.js';

const INPUTS = 3;
const fractionOf = (seed: string) => {
  const chance = createChance(seed);
  return () => chance.fraction();
};

/** Cases whose odds are e to the power of `oddsOf` of the inputs, which are from −2 to 2. */
function casesOf(count: number, seed: string, oddsOf: (row: Float64Array) => number): Cases {
  const fraction = fractionOf(seed);
  const inputs = Float64Array.from({ length: count * INPUTS }, () => 4 * fraction() - 2);
  const outcomes = Float64Array.from({ length: count }, (_, index) => {
    const odds = oddsOf(inputs.subarray(index * INPUTS, (index + 1) * INPUTS));
    return Number(fraction() < 1 / (1 + Math.exp(-odds)));
  });
  return { inputs, outcomes, weights: Float64Array.from({ length: count }, () => 0.5 + fraction()) };
}

/** The loss of somebody who knows the odds. */
function lossOfKnown({ inputs, outcomes, weights }: Cases, oddsOf: (row: Float64Array) => number): number {
  let [loss, total] = [0, 0];
  outcomes.forEach((outcome, index) => {
    const odds = oddsOf(inputs.subarray(index * INPUTS, (index + 1) * INPUTS));
    loss += weights[index]! * Math.log(1 + Math.exp(outcome === 1 ? -odds : odds));
    total += weights[index]!;
  });
  return loss / total;
}

const create = (units: number, slope = 0): Perceptron =>
  createPerceptron(INPUTS, units, { from: 1, slope, bias: 0.25, fraction: fractionOf('weights') });

/** Where the third input says which way the first counts: no sum of weights can tell. */
const crossed = (row: Float64Array) => 2 * row[0]! * row[2]!;

describe('a perceptron', () => {
  it('begins with what it is told about one input', () => {
    const cases = casesOf(500, 'linear', (row) => 1.5 * row[1]! + 0.25);
    expect(lossOf(create(4, 1.5), cases)).to.be.closeTo(
      lossOfKnown(cases, (row) => 1.5 * row[1]! + 0.25),
      1e-12,
    );
  });

  it('has the slopes of its loss', () => {
    const fraction = fractionOf('numbers');
    const network = create(5);
    for (let at = 0; at < network.numbers.length; at++) network.numbers[at] = 2 * fraction() - 1;
    const cases = casesOf(40, 'slopes', crossed);
    const rows = Int32Array.from({ length: 25 }, (_, index) => index + 10);
    const gradient = new Float64Array(network.numbers.length);
    addGradient(network, cases, rows, gradient);
    const STEP = 1e-6;
    network.numbers.forEach((value, at) => {
      const [above, below] = [value + STEP, value - STEP].map((moved) => {
        network.numbers[at] = moved;
        return addGradient(network, cases, rows, undefined);
      });
      network.numbers[at] = value;
      expect(gradient[at], `number ${at}`).to.be.closeTo((above! - below!) / (2 * STEP), 1e-7);
    });
  });

  it('learns odds that no sum of weights has', () => {
    const network = create(12);
    const train = casesOf(6000, 'train', crossed);
    const held = casesOf(3000, 'held', crossed);
    trainPerceptron(network, { train, stop: casesOf(1000, 'stop', crossed), fraction: fractionOf('order') });
    const [learnt, known] = [lossOf(network, held), lossOfKnown(held, crossed)];
    expect(learnt).to.be.below(known + 0.03);
    expect(known).to.be.below(0.5);
  });

  it('is the same for the same chance, and stops where it gets no better', () => {
    const [train, stop] = [casesOf(300, 'train', crossed), casesOf(300, 'coin', () => 0)];
    const [one, other] = [0, 1].map(() => {
      const network = create(6);
      const losses: number[] = [];
      const report = (_: number, loss: number) => void losses.push(loss);
      const least = trainPerceptron(network, { train, stop, fraction: fractionOf('order'), report });
      expect(lossOf(network, stop)).to.equal(least);
      expect(losses.length).to.be.below(100);
      return network;
    });
    expect(one!.numbers).to.deep.equal(other!.numbers);
  });
});
