/** What is measured of the process as a whole: one registry however many hosts live in it. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { collectDefaultMetrics, Gauge, Registry } from 'prom-client';

/** How often the event loop is looked at, in ms. */
const RESOLUTION = 10;

let registry: Registry | undefined;

/** The registry of this process, made when first asked for. Measuring goes on for as long as the process lives. */
export function processRegistry(): Registry {
  return (registry ??= createProcessRegistry());
}

function createProcessRegistry(): Registry {
  const created = new Registry();
  collectDefaultMetrics({ register: created, eventLoopMonitoringPrecision: 60_000 });
  // The library's own figures of the event loop contain the sampling interval; ours below do not.
  for (const { name } of created.getMetricsAsArray()) {
    if (name.startsWith('nodejs_eventloop_lag')) created.removeSingleMetric(name);
  }
  created.registerMetric(createEventLoopDelay());
  return created;
}

function createEventLoopDelay(): Gauge {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION });
  delay.enable();
  const toSeconds = (nanoseconds: number) => Math.max(0, nanoseconds / 1e9 - RESOLUTION / 1000);
  return new Gauge({
    name: 'serpentarium_event_loop_delay_seconds',
    help: 'How late the event loop came to its timers since the last look; quantile 1 is the worst.',
    labelNames: ['quantile'],
    registers: [],
    collect() {
      this.set({ quantile: '0.5' }, toSeconds(delay.percentile(50)));
      this.set({ quantile: '0.99' }, toSeconds(delay.percentile(99)));
      this.set({ quantile: '1' }, toSeconds(delay.count === 0 ? 0 : delay.max));
      delay.reset();
    },
  });
}
