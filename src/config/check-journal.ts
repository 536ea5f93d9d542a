/** Finds the URL of the journal's database, which may be in the environment. Called by `read-config.ts`. */
import { serviceKindOf } from '../service-url.js';
import type { Fault } from '../errors.js';
import type { DeepPartial, ReportFault } from './check-shape.js';
import { variable, type Environment, type Overrides } from './environment.js';
import type { ConfigFile } from './schema.js';

/** What the URL of a journal looks like. */
export const JOURNAL_URL = 'a URL such as "postgres://user:password@host:5432/database"';

/**
 * The URL of the database: `SERPENTARIUM_JOURNAL`, or else that of the file. `undefined` if there is none, or if
 * it is wrong. A variable of the file that is not set is a fault: the games would go to a file that nobody looks for.
 * Never shows a value.
 */
export function readJournalUrl(
  journal: DeepPartial<ConfigFile['journal']> | undefined,
  { overrides, env }: { readonly overrides: Overrides; readonly env: Environment },
  report: ReportFault,
  faults: Fault[],
): string | undefined {
  if (journal === 'off') return undefined;
  const { journal: override } = overrides;
  if (override !== undefined) {
    const mistake = findUrlMistake(override);
    if (mistake === undefined) return override;
    faults.push({ source: variable('SERPENTARIUM_JOURNAL'), message: mistake });
    return undefined;
  }
  const written = journal?.url;
  if (written === undefined) return undefined;
  const name = written.startsWith('$') ? written.slice(1) : undefined;
  const value = name === undefined ? written : (env[name]?.trim() ?? '');
  const mistake = value === '' ? 'is not set. Did you forget it?' : findUrlMistake(value);
  if (mistake === undefined) return value;
  report(['journal', 'url'], `${name === undefined ? '"url"' : variable(name)} ${mistake}`);
  return undefined;
}

/** What is wrong with the URL of a journal, as the end of a sentence without the URL; `undefined` if nothing is. */
export function findUrlMistake(url: string): string | undefined {
  const scheme = /^[a-z][a-z0-9+.-]*:\/\//i.exec(url)?.[0];
  if (scheme === undefined) return `is not ${JOURNAL_URL}.`;
  if (!/^postgres(ql)?:\/\/$/i.test(scheme)) return `begins with "${scheme}". The journal takes "postgres://".`;
  if (serviceKindOf(url) === undefined || !isDecodable(url)) {
    return `is not ${JOURNAL_URL}. In a password, write "/" as "%2F", "#" as "%23", "?" as "%3F" and "%" as "%25".`;
  }
  const { hostname, pathname, searchParams } = new URL(url);
  if (hostname === '' && !searchParams.has('host')) return `names no host. Expected ${JOURNAL_URL}.`;
  return pathname.length > 1 ? undefined : `names no database. Expected ${JOURNAL_URL}.`;
}

function isDecodable(url: string): boolean {
  try {
    const { username, password, pathname } = new URL(url);
    return [username, password, pathname].every((part) => decodeURIComponent(part) !== undefined);
  } catch {
    return false;
  }
}
