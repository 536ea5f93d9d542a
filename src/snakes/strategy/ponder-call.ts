/** What a call of `ponder` gets beside a turn's context, how it ends, and whether it has expected the next turn. */
import type { Position } from '../../rules/position.js';
import { bodyCell, isAlive } from '../../rules/snakes.js';
import type { Direction } from '../../rules/types.js';
import type { Call } from './call.js';
import { isPromise } from '../../kind-of.js';
import type { PonderContext } from './contract.js';

/** Positions kept of one turn. */
const MAX_EXPECTED = 64;

/**
 * Owns how one `ponder` ends.
 *
 * Guarantees that its caller hears of that once, and at once if it was stopped, though its promise may settle later.
 */
export class PonderEnding {
  readonly #mustStop: () => boolean;
  readonly #returned: (isDone: boolean) => void;
  #isTold = false;
  #isOver = false;

  /** The same as of `Session.ponder`. */
  constructor(mustStop: () => boolean, returned: (isDone: boolean) => void) {
    this.#mustStop = mustStop;
    this.#returned = returned;
  }

  /** Whether its caller has heard that it is over. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether there is no time left for it, as it sees that. Once it is over, nobody is asked any more. */
  mustStop(): boolean {
    return this.#isOver || (this.#isTold ||= this.#mustStop());
  }

  /** What it returned. A promise that rejects because its signal has aborted does as it was told. */
  of(returned: unknown): unknown {
    if (!isPromise(returned)) return returned;
    return Promise.resolve(returned).catch((thrown: unknown) => {
      if (!this.#isOver) throw thrown;
    });
  }

  stop(): void {
    this.#isTold = true;
    this.finish();
  }

  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#returned(!this.#isTold);
  }
}

/** The context of a call, and what only `ponder` has. What it expects until its end is added to `expected`. */
export function toPonderContext(
  { context }: Call,
  move: Direction,
  expected: Set<string>,
  ending: PonderEnding,
): PonderContext {
  const expect = (position: Position) => {
    if (!ending.isOver && expected.size < MAX_EXPECTED) expected.add(snakesOf(position));
  };
  return Object.assign(context, { move, expect, propose: ignore });
}

/** What is proposed comes too late. */
function ignore(): void {}

/** Whether a position was expected. */
export function wasExpected(expected: ReadonlySet<string>, position: Position): boolean {
  return expected.has(snakesOf(position));
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
