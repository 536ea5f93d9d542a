/** Counters with one label whose values are known. Used by the other files of `metrics/`. */
import { Counter, type Registry } from 'prom-client';

/**
 * Makes a counter. Returns what counts one more, or `by`, of a value. A series that starts with its first event hides
 * that event from every rate over time, so each value starts at 0.
 */
export function createCounter<Value extends string>(
  registry: Registry,
  { name, help, label, values }: { name: string; help: string; label: string; values: readonly Value[] },
): (value: Value, by?: number) => void {
  const counter = new Counter<string>({
    name: `serpentarium_${name}`,
    help,
    labelNames: [label],
    registers: [registry],
  });
  for (const value of values) counter.inc({ [label]: value }, 0);
  return (value, by) => counter.inc({ [label]: value }, by);
}
