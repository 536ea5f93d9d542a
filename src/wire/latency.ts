/** Reads the `latency` that an engine reports with each snake. Called when a request shows what became of an answer. */

/** The reported latency in ms; NaN if the engine reports none. "0" may also mean a timeout. */
export function parseLatency(latency: string): number {
  return latency.trim() === '' ? Number.NaN : Number(latency);
}
