/** The places of a game, from the turns on which its snakes went. */

/** By seat: 1 is the best, and those that went on the same turn share theirs. `undefined` stands for a snake that lived. */
export function placesOf(deaths: readonly (number | undefined)[]): number[] {
  const lasted = deaths.map((turn) => turn ?? Number.POSITIVE_INFINITY);
  return lasted.map((mine) => {
    const better = lasted.filter((other) => other > mine).length;
    const same = lasted.filter((other) => other === mine).length;
    return better + (same + 1) / 2;
  });
}
