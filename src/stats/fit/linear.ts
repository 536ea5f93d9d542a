/** Solves small systems of linear equations, for the fits that need one at each step. */

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
