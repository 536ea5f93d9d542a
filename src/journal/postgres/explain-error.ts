/** Errors of PostgreSQL and of the way to it, in the words of the journal. Called for each that a connection throws. */
import { messageOf } from '../../errors.js';
import { withoutSecrets } from '../../service-url.js';
import { isPassing, sqlStateOf } from '../../backoff.js';
import { DatabaseUnavailable } from '../is-unavailable.js';

/** What is thrown instead: a {@link DatabaseUnavailable} if a later attempt may succeed, else the error itself. */
export function explainError(thrown: unknown, url: string): unknown {
  if (!isPassing(thrown)) return thrown;
  const sentence = sentenceOf(thrown, withoutSecrets(messageOf(thrown), url), new URL(url));
  return new DatabaseUnavailable(sentence, /^(28|3D|42501)/.test(codeOf(thrown)));
}

function sentenceOf(thrown: unknown, message: string, { host, hostname, pathname }: URL): string {
  const code = codeOf(thrown);
  const server = host === '' ? 'PostgreSQL' : `PostgreSQL at ${host}`;
  if (code.startsWith('28')) return `${server} refuses the login: ${message}. Are user and password right?`;
  if (code === '3D000') return `${message}. Create it: createdb ${decodeURIComponent(pathname.slice(1))}`;
  if (code === '42501') return `${message}. The user needs the right to create and change tables`;
  if (code === '53300' || code.startsWith('57P')) return `${server} takes no connection now: ${message}`;
  if (code === 'ECONNREFUSED') return `nobody listens at ${host}. Is PostgreSQL running there?`;
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return `there is no machine named "${hostname}"`;
  if (/time(d )?out/i.test(message)) return `${server} does not answer: ${message}`;
  return sqlStateOf(thrown) !== undefined ? message : `the connection to ${server} broke: ${message}`;
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
}
