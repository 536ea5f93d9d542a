/** The remedy for a failed request, by the kind of failure. */

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
const ANY_OTHER = 'Look for $ in the log of the server: it says why. Engines need status 200.';

/** @param problem such as `/move answered with status 500`; without an action, it is a `GET`. @param timeout in ms. */
export function remedyFor(problem: string, timeout: number): string {
  const [, action, kind] = /^(?:(\/\w+) )?(.*)/s.exec(problem)!;
  const remedy = REMEDIES.find(([pattern]) => pattern.test(kind!))?.[1] ?? ANY_OTHER;
  return remedy.replace('$', action === undefined ? 'GET' : `POST ${action}`).replace('%', `${timeout} ms`);
}
