/** Fits the weights of the built-in evaluation to the outcomes of duels, from their quiet boards. */
import type { Position } from '../../../rules/position.js';
import { loadBoard, SearchBoard, type BoardView } from '../../../search/board/board.js';
import { createEvaluation } from '../../../search/evaluation/evaluate.js';
import { headDistance, readFeatures } from '../../../search/evaluation/features.js';
import { weightRules, type Weights } from '../../../search/evaluation/weights.js';
import type { Evaluate } from '../../../search/tree/alpha-beta.js';
import { fitLogistic, logLoss, type Observation } from '../../../stats/fit/logistic.js';
import { roundValues, type TunedOption } from './parameters.js';

/** The boards of a duel, and what the snake at seat 0 scored: 1, ½ or 0. */
export interface ScoredDuel {
  readonly positions: readonly Position[];
  readonly score: number;
}

/** Reads one game; `undefined` if it is no duel, or was cut short. */
export type DuelSource = () => ScoredDuel | undefined;

/** The duels of all sources, each read when it is asked for. */
export function* readDuels(sources: readonly DuelSource[]): Generator<ScoredDuel, void, undefined> {
  for (const read of sources) {
    const duel = read();
    if (duel !== undefined) yield duel;
  }
}

export interface FittedWeight {
  readonly name: string;
  readonly start: number;
  readonly value: number;
  /** The standard error of `value`; `null` if the games say nothing about this weight, which stays as it was. */
  readonly error: number | null;
}

export interface WeightFit {
  readonly games: number;
  /** Boards that were used. */
  readonly positions: number;
  readonly parameters: readonly FittedWeight[];
  /** The mean surprise at the outcomes, in nats, with the weights before and after; 0.69 is a coin. */
  readonly lossBefore: number;
  readonly lossAfter: number;
}

/** Heads that are nearer to each other are about to do something, and so is a head with a single exit. */
const QUIET_DISTANCE = 5;
const QUIET_EXITS = 2;
/** A weight of this size makes the rounding of evaluations to whole numbers small. */
const UNIT = 1000;
/** The weights so far count like this many games. */
const PRIOR_GAMES = 100;
/** The precision of a prior that says nothing. */
const NO_PRECISION = 1e-9;

/**
 * The most likely weights, by logistic regression on the difference that each feature makes. The unit of the weights
 * does not follow from outcomes: it stays what it was, because first one factor for all weights is fitted, and then
 * each weight with that factor held fixed. The boards of a game share its outcome, so together they count as one.
 */
export function fitWeights(duels: Iterable<ScoredDuel>, parameters: readonly TunedOption[]): WeightFit {
  const readers = parameters.map(({ name }) => createEvaluation({ ...NOTHING, [name]: UNIT }));
  const observed = Array.from(duels, (duel) => observe(duel, readers));
  const games = observed.length;
  const observations = observed.flat();
  const start = parameters.map((one) => one.start);
  const sums = observations.map(({ features, ...rest }): Observation => {
    return { ...rest, features: [features.reduce((sum, value, index) => sum + value * start[index]!, 0)] };
  });
  const factor = fitLogistic(sums, { means: [0], precisions: [NO_PRECISION] }).weights[0]!;
  const before = start.map((value) => factor * value);
  const precisions = parameters.map((_, index) => {
    const squares = observations.reduce((sum, { features, weight }) => sum + weight * features[index]! ** 2, 0);
    return Math.max(NO_PRECISION, (PRIOR_GAMES * squares) / (4 * Math.max(1, games)));
  });
  const { weights, errors } = fitLogistic(observations, { means: before, precisions });
  // Without a factor above 0 the weights so far say nothing about who wins, and there is no unit to keep.
  const found = factor > 0 ? weights.map((weight) => weight / factor) : start;
  const values = roundValues(parameters, found);
  return {
    games,
    positions: observations.length,
    parameters: parameters.map(({ name }, index) => {
      const error = Math.abs(errors[index]! / factor);
      const isKnown = factor > 0 && precisions[index]! > NO_PRECISION;
      return { name, start: start[index]!, value: values[index]!, error: isKnown ? error : null };
    }),
    lossBefore: logLoss(observations, before),
    lossAfter: logLoss(
      observations,
      values.map((value) => factor * value),
    ),
  };
}

const NOTHING = Object.fromEntries(Object.keys(weightRules).map((name) => [name, 0])) as Weights;

/** One observation for each quiet board of a game. */
function observe({ positions, score }: ScoredDuel, readers: readonly Evaluate[]): Observation[] {
  const [first] = positions;
  if (first === undefined) return [];
  const board = new SearchBoard(first);
  const seen = positions.flatMap((position) => {
    loadBoard(board, position, 0);
    return isQuiet(board) ? [readers.map((read) => read(board) / UNIT)] : [];
  });
  return seen.map((features) => ({ features, outcome: score, weight: 1 / seen.length }));
}

function isQuiet(board: BoardView): boolean {
  if (board.snakeCount !== 2 || board.living !== 2 || headDistance(board, 0, 1) < QUIET_DISTANCE) return false;
  const { exits } = readFeatures(board);
  return exits[0]! >= QUIET_EXITS && exits[1]! >= QUIET_EXITS;
}
