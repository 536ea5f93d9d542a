/** The YAML that makes a promoted candidate permanent. Printed by the host and by `serpentarium experiments`. */
import { stringify } from 'yaml';
import { isRecord } from '../errors/kind-of.js';
import { withoutCredentials } from './types.js';
import { readText } from './read-text.js';
import { parseYaml } from './yaml-tree.js';

/**
 * The candidate of an experiment as a snake at the experiment's prefix, as the file has it now; `undefined` if that
 * cannot be read. Without keys and passwords: a host logs it.
 */
export function formatPermanent(file: string, experiment: string): string | undefined {
  const read = readText(file);
  const value = 'text' in read ? parseYaml(file, read.text).value : undefined;
  const { prefix, candidate } = findEntry(value, 'experiments', 'name', experiment);
  const { key: _, arena: __, ...snake } = findEntry(value, 'snakes', 'prefix', candidate);
  if (prefix === undefined || snake['prefix'] === undefined) return undefined;
  const url = String(snake['upstream']);
  const upstream = URL.canParse(url) ? withoutCredentials(url) : url;
  const shown = { ...snake, prefix, ...('upstream' in snake && { upstream }) };
  const entry = stringify(shown, { collectionStyle: 'flow', lineWidth: 0 }).trimEnd();
  const missing = upstream === url ? 'key' : 'key, password';
  return `# Instead of the experiment "${experiment}", with its ${missing} and arena:\nsnakes:\n  - ${entry}`;
}

function findEntry(file: unknown, list: string, key: string, value: unknown): Record<string, unknown> {
  const entries = isRecord(file) && Array.isArray(file[list]) ? (file[list] as unknown[]) : [];
  return entries.filter(isRecord).find((entry) => entry[key] === value) ?? {};
}
