/** Checks where the journal is: the URL of its database, and the place of its file. Called by `read-config.ts`. */
import { existsSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { serviceKindOf } from '../service-url.js';
import type { ReportFault } from './check-shape.js';

const JOURNAL_URL = 'a URL such as "postgres://user:password@host:5432/database"';

/**
 * The absolute path of the journal's file, which is relative to the configuration. Version 0.1 took it relative to the
 * working directory, where `data/serpentarium.db` was the default: a journal that is there and not here is used, with a
 * warning.
 */
export function findJournalFile(
  path: string,
  { file, isWritten, warning }: { readonly file: string; readonly isWritten: boolean; readonly warning: ReportFault },
): string {
  const place = resolve(dirname(file), path);
  const oldPlace = resolve(isWritten ? path : 'data/serpentarium.db');
  if (place === oldPlace || existsSync(place) || !existsSync(oldPlace)) return place;
  const written = relative(resolve(dirname(file)), oldPlace).replaceAll('\\', '/');
  warning(
    ['journal', 'path'],
    `"path" is relative to this file now, and no journal is at "${place}": using "${oldPlace}", where version 0.1 kept it. ` +
      `Write "path: ${written}".`,
  );
  return oldPlace;
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
