/** Checks what the journal needs: the URL of its database, and packages. Called by `read-config.ts`. */
import type { Fault } from '../errors.js';
import { missingPackages } from '../optional-packages.js';
import { serviceKindOf } from '../service-url.js';
import type { DeepPartial, ReportFault } from './check-shape.js';
import { variable, type Overrides } from './environment.js';
import type { ConfigFile } from './schema.js';

type Journal = DeepPartial<ConfigFile['journal']> | undefined;

const JOURNAL_URL = 'a URL such as "postgres://user:password@host:5432/database"';

/** Reports packages that the journal needs and that are not installed. One in a database has a spool in a file, too. */
export function checkJournalPackages(journal: Journal, { journal: override }: Overrides, report: ReportFault): void {
  if (journal === 'off') return;
  const isRemote = (override ?? journal?.url) !== undefined;
  for (const part of ['the embedded journal', ...(isRemote ? ['a journal in PostgreSQL' as const] : [])] as const) {
    const missing = missingPackages(part);
    if (missing !== undefined) report(['journal'], `${missing} Without a journal, write "journal: off".`);
  }
}

/** Reports a URL of the journal that is wrong, without showing it. */
export function checkJournalUrl(
  journal: Journal,
  { journal: override }: Overrides,
  report: ReportFault,
  faults: Fault[],
): void {
  if (journal === 'off') return;
  const mistake = override === undefined ? undefined : findUrlMistake(override);
  if (mistake !== undefined) faults.push({ source: variable('SERPENTARIUM_JOURNAL'), message: mistake });
  const { url } = journal ?? {};
  const written = url === undefined ? undefined : findUrlMistake(url);
  if (written !== undefined) report(['journal', 'url'], `"url" ${written}`);
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
