/** What a call of `ponder` gets beside a turn's context, and whether it has expected the next turn. */
import type { Position } from '../../rules/position.js';
import { bodyCell, isAlive } from '../../rules/snakes.js';
import type { Direction } from '../../rules/types.js';
import type { Call } from './call.js';
import type { PonderContext } from './contract.js';

/** Positions kept of one turn. */
const MAX_EXPECTED = 64;

/** The context of a call, and what only `ponder` has. What it expects is added to `expected`. */
export function toPonderContext({ context }: Call, move: Direction, expected: Set<string>): PonderContext {
  const expect = (position: Position) => {
    if (expected.size < MAX_EXPECTED) expected.add(snakesOf(position));
  };
  return Object.assign(context, { move, expect });
}

/** Whether a position was expected; `undefined` if none was. */
export function wasExpected(expected: ReadonlySet<string>, position: Position): boolean | undefined {
  return expected.size === 0 ? undefined : expected.has(snakesOf(position));
}

/** The bodies and healths of all that live, as text. */
function snakesOf(position: Position): string {
  const snakes: string[] = [];
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    const cells = Array.from({ length: position.lengths[seat]! }, (_, index) => bodyCell(position, seat, index));
    snakes.push(`${position.ids[seat]} ${position.health[seat]} ${cells.join()}`);
  }
  return snakes.join('\n');
}
