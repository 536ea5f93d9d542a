/** The times of queues in tests: long enough for a busy machine, short enough to wait for. */
import type { QueueTimings } from '../../../src/queue/bullmq/queue-server.js';

export const SHORT_TIMINGS: QueueTimings = {
  lock: 1500,
  beat: 100,
  silent: 1500,
  look: { least: 20, most: 100 },
  leave: 1000,
};
