/** Checks what the journal needs: its place, the URL of its database, and packages. Called by `read-config.ts`. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import type { Fault } from '../errors.js';
import { missingPackages } from '../optional-packages.js';
import { serviceKindOf } from '../service-url.js';
import type { DeepPartial, ReportFault, Reports } from './check-shape.js';
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

/**
 * The journal with the absolute path of its file. Version 0.1 took its path relative to the working directory, where
 * `data/serpentarium.db` was the default: a journal that is there and not beside the configuration is used, with a
 * warning.
 */
export function findJournal(
  journal: ConfigFile['journal'],
  file: string,
  { isWritten, warning }: Pick<Reports, 'isWritten' | 'warning'>,
): ConfigFile['journal'] {
  if (journal === 'off') return journal;
  const folder = dirname(resolve(file));
  const path = resolve(folder, journal.path);
  const old = resolve(isWritten(['journal', 'path']) ? journal.path : 'data/serpentarium.db');
  if (path === old || existsSync(path) || !existsSync(old)) return { ...journal, path };
  const written = relative(folder, old).replaceAll('\\', '/');
  warning(
    ['journal', 'path'],
    `"path" is relative to this file now, and no journal is at "${path}": using "${old}", where version 0.1 kept it. ` +
      `Write "path: ${written}".`,
  );
  return { ...journal, path: old };
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
