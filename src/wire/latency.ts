/**
 * The `latency` that an engine reports with each snake. Read when a request shows what became of the answer before it.
 */

/** The reported latency in ms; NaN if the engine reports none. "0" may also stand for a timeout. */
export function parseLatency(latency: string): number {
  return latency.trim() === '' ? Number.NaN : Number(latency);
}
