/** Trains the network of an evaluation on duels, and says how much more it knows than the built-in evaluation does. */
import type { Chance } from '../../../rules/chance.js';
import { loadBoard, SearchBoard } from '../../../search/board/board.js';
import { createEvaluation } from '../../../search/evaluation/evaluate.js';
import { BUILT_IN, INPUTS, readInputs } from '../../../search/evaluation/network/inputs.js';
import {
  NETWORK_FORMAT,
  type NetworkFile,
  type NetworkInput,
} from '../../../search/evaluation/network/network-file.js';
import type { Evaluate } from '../../../search/tree/alpha-beta.js';
import { fitLogistic, logLoss, type Observation } from '../../../stats/fit/logistic.js';
import { createPerceptron, lossOf, trainPerceptron, type Cases } from '../../../stats/fit/perceptron.js';
import { fitWeights, readDuels, type DuelSource, type ScoredDuel } from './fit-weights.js';
import { toOptions, type TunedOption } from './parameters.js';

export interface NetworkFit {
  /** The games that it learnt from, and the boards in them, each seen by both snakes. */
  readonly games: number;
  /** Further games that said when to stop. */
  readonly stopGames: number;
  readonly positions: number;
  readonly network: NetworkFile;
  /** Games that nothing was learnt from: the mean surprise at their outcomes, in nats, by who predicts them. */
  readonly heldOut: {
    readonly games: number;
    readonly builtIn: number;
    readonly regression: number;
    readonly network: number;
  };
}

/** What is known of the games once they are read. */
export interface NetworkGames {
  /** Games to learn from, to stop by, and to hold out. */
  readonly games: readonly [learnt: number, stop: number, heldOut: number];
  /** The logarithm of the odds for each point of the built-in evaluation. The network begins with it. */
  readonly slope: number;
}

export interface NetworkTraining {
  /** The weights of the regression that the network is compared with. */
  readonly parameters: readonly TunedOption[];
  readonly chance: Chance;
  /** Called before anything is learnt; what it throws ends the training. It refuses a slope that is not above 0. */
  readonly check: (read: NetworkGames) => void;
  /** Called after each round through the boards, with the loss on games that are not learnt from. */
  readonly report: (round: number, loss: number) => void;
}

/** As many as cost a search a fifth of its nodes. */
const UNITS = 24;
/** Of this many pairs, one says when to stop and one is held out. Games of a pair are alike, so they stay together. */
const SHARE = 10;

/** The numbers of a board: all inputs, then what the regression says. */
const WIDTH = INPUTS.length + 1;

/**
 * Trains a network on some of the duels. It begins as the built-in evaluation, at the odds that fit best, and stops
 * when it gets no better on games that it does not learn from. Each source is read when it is needed, twice at most.
 */
export function trainNetwork(
  sources: readonly DuelSource[],
  { parameters, chance, check, report }: NetworkTraining,
): NetworkFit {
  const fraction = () => chance.fraction();
  const parts = [0, 1, 2].map((part) => sources.filter((_, index) => partOf(index) === part));
  const values = fitWeights(readDuels(parts[0]!), parameters).parameters.map(({ value }) => value);
  const regression = createEvaluation(toOptions(parameters, values));
  const seen = parts.map((part) => see(readDuels(part), regression));
  const [train, stopping, held] = seen;
  const slope = slopeOf(train!, BUILT_IN);
  check({ games: [train!.games, stopping!.games, held!.games], slope });
  const inputs = spreadOf(train!);
  const [learnt, stop, judged] = seen.map((cases) => standardize(cases, inputs));
  const from = inputs.findIndex(({ name }) => name === 'built_in');
  const { mean, scale } = inputs[from] ?? { mean: 0, scale: 0 };
  const perceptron = createPerceptron(inputs.length, UNITS, {
    from,
    slope: slope * scale,
    bias: slope * mean,
    fraction,
  });
  trainPerceptron(perceptron, { train: learnt!, stop: stop!, fraction, report });
  const { numbers } = perceptron;
  const hidden = UNITS * inputs.length;
  const row = (unit: number) => round(numbers.subarray(unit * inputs.length, (unit + 1) * inputs.length));
  return {
    games: train!.games,
    stopGames: stopping!.games,
    positions: train!.outcomes.length / 2,
    network: {
      format: NETWORK_FORMAT,
      inputs,
      layers: [
        {
          weights: Array.from({ length: UNITS }, (_, unit) => row(unit)),
          biases: round(numbers.subarray(hidden, hidden + UNITS)),
        },
        { weights: [round(numbers.subarray(hidden + UNITS, -1))], biases: round(numbers.subarray(-1)) },
      ],
      scale: 1 / slope,
    },
    heldOut: {
      games: held!.games,
      builtIn: logLoss(observe(held!, BUILT_IN), [slope]),
      regression: logLoss(observe(held!, INPUTS.length), [slopeOf(train!, INPUTS.length)]),
      network: lossOf(perceptron, judged!),
    },
  };
}

function round(list: Float64Array): number[] {
  return Array.from(list, (value) => Number(value.toPrecision(7)));
}

/** 1 for games that say when to stop, 2 for those that are held out, else 0. */
function partOf(index: number): number {
  return Math.max(0, (Math.floor(index / 2) % SHARE) - (SHARE - 3));
}

/** All boards of the duels, from the seats of both snakes. */
function see(duels: Iterable<ScoredDuel>, regress: Evaluate): Cases & { readonly games: number } {
  const [inputs, outcomes, weights]: [number[], number[], number[]] = [[], [], []];
  const row = new Float64Array(WIDTH);
  let games = 0;
  for (const { positions, score } of duels) {
    games += 1;
    const board = new SearchBoard(positions[0]!);
    for (const position of positions) {
      for (const seat of [0, 1]) {
        loadBoard(board, position, seat);
        readInputs(board, row);
        row[INPUTS.length] = regress(board);
        inputs.push(...row);
        outcomes.push(seat === 0 ? score : 1 - score);
        weights.push(1 / positions.length);
      }
    }
  }
  const [all, won, counts] = [inputs, outcomes, weights].map((list) => new Float64Array(list));
  return { games, inputs: all!, outcomes: won!, weights: counts! };
}

/** The boards as one evaluation sees them, the number of `column`. */
function observe({ inputs, outcomes, weights }: Cases, column: number): Observation[] {
  return Array.from(outcomes, (outcome, row): Observation => {
    return { features: [inputs[row * WIDTH + column]!], outcome, weight: weights[row]! };
  });
}

/** The logarithm of the odds for each point of an evaluation. */
function slopeOf(cases: Cases, column: number): number {
  return fitLogistic(observe(cases, column), { means: [0], precisions: [1e-9] }).weights[0]!;
}

/** The inputs with mean and deviation, without those that are the same on all boards. */
function spreadOf({ inputs, outcomes: { length } }: Cases): NetworkInput[] {
  return INPUTS.map((name, column): NetworkInput => {
    let [sum, squares] = [0, 0];
    for (let at = column; at < inputs.length; at += WIDTH) {
      sum += inputs[at]!;
      squares += inputs[at]! ** 2;
    }
    const mean = sum / length;
    return { name, mean, scale: Math.sqrt(Math.max(0, squares / length - mean ** 2)) };
  }).filter(({ mean, scale }) => scale > 1e-6 * Math.max(1, Math.abs(mean)));
}

function standardize({ inputs, outcomes, weights }: Cases, spread: readonly NetworkInput[]): Cases {
  const columns = spread.map(({ name }) => INPUTS.indexOf(name));
  const standard = new Float64Array(outcomes.length * spread.length);
  for (let at = 0; at < standard.length; at++) {
    const { mean, scale } = spread[at % spread.length]!;
    const row = Math.floor(at / spread.length);
    standard[at] = (inputs[row * WIDTH + columns[at % spread.length]!]! - mean) / scale;
  }
  return { inputs: standard, outcomes, weights };
}
