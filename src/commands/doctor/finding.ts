/** Findings of `doctor` and `check`: a verdict each, and its remedy. */
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
  /** What to do, in whole sentences; only for faults. */
  readonly remedy?: string;
}

export function good(check: string, message: string): Finding {
  return { check, verdict: 'good', message };
}

export function skipped(check: string, message: string): Finding {
  return { check, verdict: 'skipped', message };
}

/** The operator should change something. */
export function wrong(verdict: 'warning' | 'bad', check: string, message: string, remedy: string): Finding {
  return { check, verdict, message, remedy };
}

export function worstOf(findings: readonly Finding[]): Verdict {
  return VERDICTS.findLast((verdict) => findings.some((finding) => finding.verdict === verdict)) ?? 'good';
}

const WORDS: Readonly<Record<Verdict, string>> = { good: 'ok', skipped: '-', warning: 'warning', bad: 'BAD' };

/** A table of all findings, followed by the remedies. @param width in terminal columns. */
export function formatFindings(subject: string, findings: readonly Finding[], width: number): string {
  const rows = findings.map(({ verdict, check, message }) => [WORDS[verdict], check, message]);
  const remedies = findings.flatMap(({ check, remedy }) => (remedy === undefined ? [] : [`${check}: ${remedy}`]));
  return [
    formatTable(['', 'check', subject], rows, { width, wraps: [2] }),
    ...(remedies.length === 0 ? [] : ['', 'What to do:', ...remedies]),
  ].join('\n');
}

/** Kinds in the wording of `exchange`, `readObject` and `RemoteSnake`; `$` stands for the request, `%` for its time. */
const REMEDIES: readonly (readonly [RegExp, string])[] = [
  [/^refused/, 'Start the server, or correct the port. In a container, listen on 0.0.0.0.'],
  [/^has a host name/, 'Correct the host name, or add its DNS record.'],
  [/^has a certificate/, 'Serve a certificate from a public authority for this host name, with its chain.'],
  [/^does not speak TLS/, 'Begin the URL with http:, or serve TLS on this port.'],
  [/^answered what is not HTTP/, 'Correct the port: something other than a web server listens there.'],
  [/^cut/, 'Look for a crash in the log of the server. If this port serves TLS, begin the URL with https:.'],
  [
    /^no answer|^answered after/,
    'Answer $ within %, network latency included: stop by the clock, not by the work done.',
  ],
  [/^answered something other than JSON/, 'Send valid JSON: {"move": "up"}, with double quotes around both words.'],
  [/^answered JSON/, 'Send a JSON object: {"move": "up"}.'],
  [/^answered a "move"/, 'Answer with "up", "down", "left" or "right" as "move", in lower case.'],
  [/^answered with status 2/, 'Answer $ with status 200: the command-line engine takes no other.'],
  [/^answered with status 3/, 'Register the URL that answers without a redirect: engines follow none.'],
  [/^answered with status 40[13]/, 'Let engines in: all they send is the URL as registered, with its query.'],
  [/^answered with status 40[45]/, 'Answer $, below the path of the registered URL, with status 200.'],
  [/^answered with status 429/, 'Exempt engines from the rate limit.'],
];
const ANY_OTHER = 'Look for $ in the log of the server: it shows the reason. Engines need status 200.';

/** @param problem such as `/move answered with status 500`; without an action, it is a `GET`. @param timeout in ms. */
export function remedyFor(problem: string, timeout: number): string {
  const [, action, kind] = /^(?:(\/\w+) )?(.*)/s.exec(problem)!;
  const remedy = REMEDIES.find(([pattern]) => pattern.test(kind!))?.[1] ?? ANY_OTHER;
  return remedy.replace('$', action === undefined ? 'GET' : `POST ${action}`).replace('%', `${timeout} ms`);
}
