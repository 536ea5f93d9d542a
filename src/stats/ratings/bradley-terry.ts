/** Ratings of snakes who met in duels, from all results at once; tournaments use them. */

/** Points of the row's snake against the column's: 1 for a win, ½ for a draw. The diagonal is not read. */
type PointTable = readonly (readonly number[])[];

/** Ratings in Elo, by snake. Their mean is 0: only differences mean something. */
interface BradleyTerryFit {
  readonly elo: readonly number[];
  /** The standard error of each rating, relative to the mean of all. */
  readonly errors: readonly number[];
  /**
   * False if the results have no finite maximum, because some snakes won (or lost) everything against the others. Half
   * a draw is then added for each two that met, which puts those snakes' ratings too near to the others.
   */
  readonly isFinite: boolean;
}

const ELO_PER_LOGIT = 400 / Math.LN10;
/** Newton's method doubles the digits at each step; after this many it circles in rounding errors. */
const MAX_STEPS = 100;
const PRECISION = 1e-10;
/** Largest difference, in logits: a snake that wins one game in 10⁸. */
const MAX_STEP = 5;

/**
 * The maximum likelihood fit of P(row beats column) = 1 / (1 + exp(column − row)), a draw as half a win. Players who
 * never met, not even by way of others, make no finite fit either.
 *
 * Bradley and Terry (1952), "Rank analysis of incomplete block designs", Biometrika 39; the maximum exists if and only
 * if the snakes cannot be split into two groups of which one never scored against the other: Ford (1957), "Solution of
 * a ranking problem from binary comparisons", American Mathematical Monthly 64. Standard errors come from the inverse
 * of the Fisher information on ratings with mean 0.
 */
export function fitBradleyTerry(points: PointTable): BradleyTerryFit {
  const isFinite = isConnected(points);
  const table = isFinite ? points : addDraws(points);
  const logits = points.map(() => 0);
  for (let step = 0; step < MAX_STEPS; step++) {
    const change = solve(informationOf(table, logits), gradientOf(table, logits));
    const largest = Math.max(...change.map(Math.abs));
    const scale = largest > MAX_STEP ? MAX_STEP / largest : 1;
    change.forEach((by, snake) => (logits[snake]! += scale * by));
    if (largest < PRECISION) break;
  }
  const mean = logits.reduce((sum, one) => sum + one, 0) / logits.length;
  const covariance = invert(informationOf(table, logits));
  // The information has the direction of the mean added, of which the results say nothing; subtract its share.
  const share = 1 / logits.length;
  return {
    elo: logits.map((logit) => ELO_PER_LOGIT * (logit - mean)),
    errors: covariance.map((row, snake) => ELO_PER_LOGIT * Math.sqrt(Math.max(0, row[snake]! - share))),
    isFinite,
  };
}

/** The Fisher information, plus 1 / n in each element, which makes it regular. */
function informationOf(points: PointTable, logits: readonly number[]): number[][] {
  const share = 1 / logits.length;
  const matrix = logits.map(() => logits.map(() => share));
  forEachMeeting(points, (row, column, games) => {
    const expected = probabilityOf(logits[row]! - logits[column]!);
    const information = games * expected * (1 - expected);
    matrix[row]![row]! += information;
    matrix[column]![column]! += information;
    matrix[row]![column]! -= information;
    matrix[column]![row]! -= information;
  });
  return matrix;
}

function gradientOf(points: PointTable, logits: readonly number[]): number[] {
  const gradient = logits.map(() => 0);
  forEachMeeting(points, (row, column, games) => {
    const surplus = points[row]![column]! - games * probabilityOf(logits[row]! - logits[column]!);
    gradient[row]! += surplus;
    gradient[column]! -= surplus;
  });
  return gradient;
}

function forEachMeeting(points: PointTable, visit: (row: number, column: number, games: number) => void): void {
  for (let row = 0; row < points.length; row++) {
    for (let column = 0; column < row; column++) {
      const games = points[row]![column]! + points[column]![row]!;
      if (games > 0) visit(row, column, games);
    }
  }
}

/** Whether each snake scored against each other one, directly or through others: Ford's condition. */
function isConnected(points: PointTable): boolean {
  const scored = (from: number, to: number) => points[from]![to]! > 0;
  return reachesAll(points.length, scored) && reachesAll(points.length, (from, to) => scored(to, from));
}

function reachesAll(count: number, isStep: (from: number, to: number) => boolean): boolean {
  const reached = new Set([0]);
  for (const from of reached) {
    for (let to = 0; to < count; to++) if (isStep(from, to)) reached.add(to);
  }
  return reached.size === count;
}

/** Adds half a draw for each two that met; for all, if nothing else connects them. */
function addDraws(points: PointTable): number[][] {
  const add = (hasMet: (games: number) => boolean) =>
    points.map((row, snake) =>
      row.map((own, other) => (other !== snake && hasMet(own + points[other]![snake]!) ? own + 0.25 : own)),
    );
  const among = add((games) => games > 0);
  return isConnected(among) ? among : add(() => true);
}

function probabilityOf(difference: number): number {
  return 1 / (1 + Math.exp(-difference));
}

/** A symmetric matrix, by row. */
type Matrix = readonly (readonly number[])[];

/**
 * The inverse of a symmetric positive definite matrix, by its Cholesky factor. Throws an `Error` if the matrix is not
 * positive definite.
 */
export function invert(matrix: Matrix): number[][] {
  const factor = factorize(matrix);
  const unit = (row: number) => matrix.map((_, column) => (row === column ? 1 : 0));
  return matrix.map((_, row) => solveWith(factor, unit(row)));
}

/** The x with matrix · x = b, for a symmetric positive definite matrix. Throws an `Error` if it is not one. */
export function solve(matrix: Matrix, b: readonly number[]): number[] {
  return solveWith(factorize(matrix), b);
}

/** The lower triangular L with L · Lᵀ = matrix. */
function factorize(matrix: Matrix): number[][] {
  const lower = matrix.map((row) => row.map(() => 0));
  for (let row = 0; row < matrix.length; row++) {
    for (let column = 0; column <= row; column++) {
      let rest = matrix[row]![column]!;
      for (let index = 0; index < column; index++) rest -= lower[row]![index]! * lower[column]![index]!;
      if (row !== column) lower[row]![column] = rest / lower[column]![column]!;
      else if (rest > 0) lower[row]![row] = Math.sqrt(rest);
      else throw new Error('the matrix is not positive definite');
    }
  }
  return lower;
}

function solveWith(lower: Matrix, b: readonly number[]): number[] {
  const x = [...b];
  for (let row = 0; row < x.length; row++) {
    for (let index = 0; index < row; index++) x[row]! -= lower[row]![index]! * x[index]!;
    x[row]! /= lower[row]![row]!;
  }
  for (let row = x.length - 1; row >= 0; row--) {
    for (let index = row + 1; index < x.length; index++) x[row]! -= lower[index]![row]! * x[index]!;
    x[row]! /= lower[row]![row]!;
  }
  return x;
}
