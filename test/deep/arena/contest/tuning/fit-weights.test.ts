import { expect } from 'chai';
import { fitWeights, type ScoredDuel } from '../../../../../src/arena/contest/tuning/fit-weights.js';
import type { TunedOption } from '../../../../../src/arena/contest/tuning/parameters.js';
import { fromPlain } from '../../../../../src/rules/plain.js';
import { loadBoard, SearchBoard } from '../../../../../src/search/board/board.js';
import { createEvaluation } from '../../../../../src/search/evaluation/evaluate.js';
import { houseWeights, weightRules, type Weights } from '../../../../../src/search/evaluation/weights.js';
import { STANDARD_BOARD_RULES } from '../../../../../src/rules/position.js';
import { createRandom } from '../../../../support/simulated-sprt.js';

const NAMES = ['areaEarly', 'longerEarly', 'foodEarly'] as const;
const NOTHING = Object.fromEntries(Object.keys(weightRules).map((name) => [name, 0])) as Weights;

describe('fitWeights', () => {
  it('finds the weights by which outcomes were drawn, in their unit', () => {
    const truth = { ...NOTHING, areaEarly: 2, longerEarly: 30, foodEarly: 12 };
    const start = { areaEarly: 2, longerEarly: 80, foodEarly: 2 };
    const fit = fitWeights(drawDuels(truth, 3000), parametersOf(start));
    expect(fit.games).to.equal(3000);
    expect(fit.positions).to.be.within(1000, 3000);
    expect(fit.lossAfter).to.be.below(fit.lossBefore);
    const [area, longer, food] = fit.parameters.map(({ value }) => value);
    // The unit is free: only the ratios follow from outcomes.
    expect(longer! / area!).to.be.within(8, 25);
    expect(food! / area!).to.be.within(3.5, 9);
  });

  it('leaves the weights as they are where outcomes follow from them', () => {
    const start = { areaEarly: 2, longerEarly: 40, foodEarly: 6 };
    const fit = fitWeights(drawDuels({ ...NOTHING, ...start }, 2000), parametersOf(start));
    for (const { value, start: before, error } of fit.parameters) {
      expect(Math.abs(value - before)).to.be.below(4 * error!);
    }
  });
});

function parametersOf(start: Readonly<Record<(typeof NAMES)[number], number>>): TunedOption[] {
  return NAMES.map((name) => ({ ...weightRules[name], name, start: start[name], isWhole: false }));
}

/** Duels of one random board each, won by the logistic model on an evaluation with these weights. */
function drawDuels(weights: Weights, count: number): ScoredDuel[] {
  const random = createRandom(21);
  const below = (n: number) => Math.floor(random() * n);
  const evaluate = createEvaluation({ ...houseWeights, ...weights });
  return Array.from({ length: count }, (): ScoredDuel => {
    const body = (x: number, length: number) => {
      const y = below(11 - length);
      return Array.from({ length }, (_, index) => ({ x, y: y + index }));
    };
    const columns = [below(5), 6 + below(5)];
    const snakes = columns.map((x, seat) => ({ id: `s${seat}`, health: 90, body: body(x, 3 + below(4)) }));
    const food = Array.from({ length: 4 }, () => ({ x: below(11), y: below(11) }));
    const position = fromPlain({
      width: 11,
      height: 11,
      turn: 20,
      food,
      hazards: [],
      rules: STANDARD_BOARD_RULES,
      snakes,
    });
    const board = new SearchBoard(position);
    loadBoard(board, position, 0);
    const chance = 1 / (1 + Math.exp(-evaluate(board) / 600));
    return { positions: [position], score: Number(random() < chance) };
  });
}
