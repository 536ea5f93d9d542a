/** Boards on which several of the shipped strategies are tried, and how they are asked. */
import { playPosition } from 'serpentarium/testing';

/** Food in a pocket of three cells, which b's body closes. A is longer than the pocket. */
export const POCKET = `
  .bb....
  B.b....
  b.b...a
  bbb...a
  *..Aaaa
`;

/** A pocket with food, and an A that is short enough for it. */
export const ROOMY_POCKET = `
  .bb....
  B.b....
  b.b....
  bbb....
  *..Aaa.
`;

/** Food that both heads can reach. B is longer. */
export const CONTESTED = `
  .......
  .......
  ..A*B..
  ..a.b..
  ..a.b..
  ....b..
  .......
`;

/** Food that both heads can reach. A is longer. */
export const UNCONTESTED = `
  .......
  .......
  ..A*B..
  ..a.b..
  ..a.b..
  ..a....
  .......
`;

/** Asks a strategy for its move on a picture. */
export function asking(strategy: Parameters<typeof playPosition>[0]) {
  return async (picture: string, options: Readonly<Record<string, unknown>> = {}): Promise<string> =>
    (await playPosition(strategy, picture, { options })).move;
}
