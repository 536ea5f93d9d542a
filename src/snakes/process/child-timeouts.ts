/** How patient a runner is with its children: used by the runner and each child. */

/** How long a runner waits for its children, in ms. */
export interface ChildTimeouts {
  /** To import the strategy's file. */
  readonly load: number;
  /** After the deadline of a job, before the child counts as stuck and is killed. */
  readonly grace: number;
  /** After its client has gone, before a job that others wait for counts as stuck; twice the grace unless given. */
  readonly abandoned?: number;
}
/** The timeouts of a host. */
export const CHILD_TIMEOUTS: ChildTimeouts = { load: 5000, grace: 50 };
