/** The responses of the API v1, and the {@link Answer} of a mounted snake, from which the host makes them. */
import type { Direction } from '../rules/types.js';
import type { Customization } from './customization.js';
import type { CleanNote } from './note.js';

/** The body of the response to `GET`: appearance and author of the snake. */
export interface InfoResponse extends Customization {
  readonly apiversion: '1';
}

/** The source of a fallback move: the strategy's last proposal, or the host's safe move. */
export type Fallback = 'proposed' | 'safe';

export const LATE_CAUSES = ['strategy', 'machine', 'start', 'client'] as const;
/**
 * Why an answer was late. `strategy`: it took too long; `machine`: it got too little CPU time; `start`: its process was
 * still starting; `client`: the client has closed the connection.
 */
export type LateCause = (typeof LATE_CAUSES)[number];

/**
 * A mounted snake's answer to a turn. Every kind carries a move that can be sent. `took` is the time from the arrival
 * of the request to the answer, in ms.
 *
 * - `moved`: the strategy's own move, in time; its last proposal or the safe move if it returned nothing.
 * - `late`: no move by the deadline.
 * - `failed`: the strategy threw, or its process died.
 * - `illegal`: it answered something that is not a move.
 *
 * `note` is what the strategy noted down, if anybody keeps notes. `found` is whether the turn was one that it had
 * pondered; absent if it had pondered none. Neither is ever sent.
 */
export type Answer = { readonly note?: CleanNote; readonly found?: boolean } & (
  | {
      readonly kind: 'moved';
      readonly move: Direction;
      readonly shout?: string;
      readonly took: number;
      /** The strategy returned nothing and had proposed nothing, which leaves the turn to the host's safe move. */
      readonly isDelegated?: true;
    }
  | {
      readonly kind: 'late' | 'failed' | 'illegal';
      readonly move: Direction;
      readonly shout?: string;
      readonly took: number;
      readonly fallback: Fallback;
      /** One sentence for the log. */
      readonly reason: string;
      /** Of a `late` answer, unless an earlier release recorded it; of another one if the strategy is not to blame. */
      readonly cause?: LateCause;
    }
);

/** The kinds of answer, in the order in which reports list them. */
export const OUTCOMES = ['moved', 'late', 'failed', 'illegal'] as const satisfies readonly Answer['kind'][];
