/**
 * The metrics library's own figures about this process: one registry, however many hosts run in it. Used by
 * `metrics.ts`.
 */
import { collectDefaultMetrics, Registry } from 'prom-client';

let registry: Registry | undefined;

/** The registry of this process, made at the first call. It collects until the process ends. */
export function processRegistry(): Registry {
  return (registry ??= createProcessRegistry());
}

function createProcessRegistry(): Registry {
  const created = new Registry();
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 60_000 });
  // The library's figures of the event loop contain its sampling interval; `metrics.ts` has better ones.
  for (const { name } of created.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) created.removeSingleMetric(name);
  }
  return created;
}
