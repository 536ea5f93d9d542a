/** The state of a server that answers for a snake: from the runner that asks it, unchanged to the page. */

export interface UpstreamStatus {
  /** Without secrets. */
  readonly url: string;
  readonly isReachable: boolean;
  /** Start of the current state, in ms since 1970. */
  readonly since: number;
  readonly reason?: string;
  readonly answers: number;
  /** Moves that it answered late, with an error or not at all. */
  readonly failures: number;
  /** Time of an answer to `/move` as a mean of the last ones, in ms; absent before the first. */
  readonly latency?: number;
}
