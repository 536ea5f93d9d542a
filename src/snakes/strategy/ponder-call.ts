/** The call of `ponder`: its context, how it ends, and whether it expected the next turn. */
import type { Position } from '../../rules/position.js';
import { bodyCell, isAlive } from '../../rules/snakes.js';
import type { Direction } from '../../rules/types.js';
import type { Call } from './call.js';
import { isPromise } from '../../errors/kind-of.js';
import type { PonderContext } from './contract.js';

/** Most positions kept of one turn. */
const MAX_EXPECTED = 64;

/**
 * Owns how one `ponder` ends.
 *
 * Guarantees that its caller is notified once, and at once if it was stopped, even if its promise settles later.
 */
export class PonderEnding {
  readonly #mustStop: () => boolean;
  readonly #returned: (isDone: boolean) => void;
  #isStopping = false;
  #isOver = false;

  constructor(mustStop: () => boolean, returned: (isDone: boolean) => void) {
    this.#mustStop = mustStop;
    this.#returned = returned;
  }

  /** Whether its caller has been notified. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /** Whether its time is up. */
  mustStop(): boolean {
    return this.#isOver || (this.#isStopping ||= this.#mustStop());
  }

  /** Takes its result. A promise that rejects because the signal aborted is no error. */
  of(returned: unknown): unknown {
    if (!isPromise(returned)) return returned;
    return Promise.resolve(returned).catch((thrown: unknown) => {
      if (!this.#isOver) throw thrown;
    });
  }

  stop(): void {
    this.#isStopping = true;
    this.finish();
  }

  finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#returned(!this.#isStopping);
  }
}

/** The context of a call plus the additions of `ponder`. Positions that it expects are added to `expected`. */
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

/** Proposals of a `ponder` are ignored. */
function ignore(): void {}

/** The snakes of a position, as one string. */
export function snakesOf(position: Position): string {
  const snakes: string[] = [];
  for (let seat = 0; seat < position.snakeCount; seat++) {
    if (!isAlive(position, seat)) continue;
    const cells = Array.from({ length: position.lengths[seat]! }, (_, index) => bodyCell(position, seat, index));
    snakes.push(`${position.ids[seat]} ${position.health[seat]} ${cells.join()}`);
  }
  return snakes.join('\n');
}
