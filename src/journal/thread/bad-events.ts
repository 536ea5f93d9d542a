/** Reports events that can never be written, but not each of thousands. Used in the writing thread. */
import { messageOf } from '../../errors.js';

/** Shortest time between two reports, in ms. */
const INTERVAL_MS = 60_000;

/** Makes a function that passes a reason on, unless it did so a short time ago. */
export function createBadEventReport(send: (reason: string) => void): (thrown: unknown) => void {
  let reportedAt = Number.NEGATIVE_INFINITY;
  return (thrown) => {
    const now = performance.now();
    if (now - reportedAt < INTERVAL_MS) return;
    reportedAt = now;
    send(messageOf(thrown));
  };
}
