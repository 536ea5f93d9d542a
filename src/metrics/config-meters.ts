/** What the metrics say of the configuration: its version, and how the last reload went. Used by `metrics.ts`. */
import { Gauge, type Registry } from 'prom-client';
import { createCounter } from './counter.js';

/** What came of reading the configuration. `started`: at the start of the host. */
export type ConfigOutcome = 'started' | 'applied' | 'unchanged' | 'failed';

const RELOAD_OUTCOMES = ['applied', 'unchanged', 'failed'] as const;

/** Makes the meters. Returns what takes each outcome. */
export function createConfigMeters(registry: Registry): (outcome: ConfigOutcome, version: number) => void {
  const registers = [registry];
  const reloaded = createCounter(registry, {
    name: 'config_reloads_total',
    help: 'Reloads of the configuration, by what came of them.',
    label: 'outcome',
    values: RELOAD_OUTCOMES,
  });
  const gauge = (name: string, help: string) => new Gauge({ name: `serpentarium_config_${name}`, help, registers });
  const versions = gauge('version', 'Version of the configuration that is served, counted from 1 at the start.');
  const time = gauge('last_reload_timestamp_seconds', 'When the configuration was last read, in seconds since 1970.');
  const isGood = gauge('last_reload_successful', 'Whether the configuration had no fault when it was last read.');
  return (outcome, version) => {
    if (outcome !== 'started') reloaded(outcome);
    versions.set(version);
    time.set(Date.now() / 1000);
    isGood.set(outcome === 'failed' ? 0 : 1);
  };
}
