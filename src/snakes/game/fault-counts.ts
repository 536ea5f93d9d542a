/** Tells the first of equal faults of a game from the others: the log shows one in full, and counts the rest. */
import type { Answer } from '../../wire/responses.js';

/** A turn without a move of the strategy. */
export type FailedTurn = Exclude<Answer, { readonly kind: 'moved' }>;

/** Most different faults of a game; others are equal if they are of one kind. */
const MOST_FAULTS = 8;

export interface RepeatedFault extends Pick<FailedTurn, 'kind' | 'reason'> {
  /** Turns with an equal fault after the first one. */
  readonly times: number;
}

/** Owns the counts of one game. Equal faults have the same kind, cause and reason, whatever digits are in it. */
export class FaultCounts {
  /** What they take of memory. */
  characters = 0;
  readonly #counts = new Map<string, { kind: FailedTurn['kind']; reason: string; times: number }>();

  /** Counts a fault. Returns whether the game has had an equal one. */
  note({ kind, cause, reason }: FailedTurn): boolean {
    const exact = `${kind} ${cause} ${reason.replace(/\d+/g, '0')}`;
    const key = this.#counts.size < MOST_FAULTS || this.#counts.has(exact) ? exact : kind;
    const known = this.#counts.get(key);
    if (known === undefined) {
      this.#counts.set(key, { kind, reason, times: 0 });
      this.characters += key.length + reason.length;
    } else known.times += 1;
    return known !== undefined;
  }

  get repeated(): readonly RepeatedFault[] {
    return [...this.#counts.values()].filter(({ times }) => times > 0);
  }
}
