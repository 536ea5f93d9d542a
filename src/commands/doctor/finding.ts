/** What `doctor` finds: a list of verdicts, each with its remedy. */
import type { Action, Failure } from '../../exchange/exchange.js';
import { formatTable } from '../../terminal/format-table.js';

/** From best to worst; `skipped` was not tested. */
const VERDICTS = ['good', 'skipped', 'warning', 'bad'] as const;
/** `bad`: turns, games or the start are lost. `warning`: they may be, or sometimes are. */
export type Verdict = (typeof VERDICTS)[number];

export interface Finding {
  /** The checked thing, in a word or two. */
  readonly check: string;
  readonly verdict: Verdict;
  /** A sentence without its full stop. */
  readonly message: string;
  /** What to do, in whole sentences; only for faults, and only if the message does not tell. */
  readonly remedy?: string;
}

/** Everything found about this machine, the webhooks or one server. */
export interface Diagnosis {
  /** What was examined; of a server, the URL without its query, which may hold a key. */
  readonly subject: string;
  readonly findings: readonly Finding[];
}

export function good(check: string, message: string): Finding {
  return { check, verdict: 'good', message };
}

export function skipped(check: string, message: string): Finding {
  return { check, verdict: 'skipped', message };
}

export function warn(check: string, message: string, remedy?: string): Finding {
  return { check, verdict: 'warning', message, ...(remedy !== undefined && { remedy }) };
}

export function bad(check: string, message: string, remedy?: string): Finding {
  return { ...warn(check, message, remedy), verdict: 'bad' };
}

export function worstOf(findings: readonly Finding[]): Verdict {
  return VERDICTS.findLast((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'good';
}

const WORDS: Readonly<Record<Verdict, string>> = { good: 'ok', skipped: '-', warning: 'warning', bad: 'BAD' };

/** A table of all findings, followed by the remedies. @param width in terminal columns. */
export function formatDiagnosis({ subject, findings }: Diagnosis, width: number): string {
  const rows = findings.map(({ verdict, check, message }) => [WORDS[verdict], check, message]);
  const remedies = findings.flatMap(({ check, remedy }) => (remedy === undefined ? [] : [`${check}: ${remedy}`]));
  return [
    formatTable(['', 'check', subject], rows, { width, wraps: [2] }),
    ...(remedies.length === 0 ? [] : ['', 'What to do:', ...remedies]),
  ].join('\n');
}

/** `$` stands for the request, `%` for its time. */
const REMEDIES: Readonly<Record<Failure['kind'], string>> = {
  refused: 'Start the server, or correct the port. In a container, listen on 0.0.0.0.',
  unresolved: 'Correct the host name, or add its DNS record.',
  certificate: 'Serve a certificate from a public authority for this host name, with its chain.',
  notTls: 'Begin the URL with http:, or serve TLS on this port.',
  notHttp: 'Correct the port: something other than a web server listens there.',
  cut: 'Look for a crash in the log of the server. If this port serves TLS, begin the URL with https:.',
  late: 'Answer $ within %, network latency included: stop by the clock, not by the work done.',
  notJson: 'Send valid JSON: {"move": "up"}, with double quotes around both words.',
  notObject: 'Send a JSON object: {"move": "up"}.',
  notMove: 'Answer with "up", "down", "left" or "right" as "move", in lower case.',
  status: 'Look for $ in the log of the server: it shows the reason. Engines need status 200.',
  abandoned: 'Try again.',
  other: 'Look for $ in the log of the server: it shows the reason.',
};

/** By status, or by its first digit. */
const OF_STATUS: Readonly<Record<number, string>> = {
  2: 'Answer $ with status 200: the command-line engine takes no other.',
  3: 'Register the URL that answers without a redirect.',
  401: 'Let engines in: all they send is the URL as registered, with its query.',
  403: 'Let engines in: all they send is the URL as registered, with its query.',
  404: 'Answer $, below the path of the registered URL, with status 200.',
  405: 'Answer $, below the path of the registered URL, with status 200.',
  429: 'Exempt engines from the rate limit.',
};

/** @param timeout in ms. @param action absent for a `GET`. */
export function remedyFor({ kind, status = 0 }: Omit<Failure, 'problem'>, timeout: number, action?: Action): string {
  const remedy = OF_STATUS[status] ?? OF_STATUS[Math.floor(status / 100)] ?? REMEDIES[kind];
  return remedy.replace('$', action === undefined ? 'GET' : `POST /${action}`).replace('%', `${timeout} ms`);
}
