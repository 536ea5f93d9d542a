/** Checks whether a server is reachable, and its snake's customization. */
import type { IncomingHttpHeaders } from 'node:http';
import { kindOf, quoteValue } from '../../errors/kind-of.js';
import { exchange, failureOf, readObject, type Answered, type Failure } from '../../exchange/exchange.js';
import { checkCustomization, CUSTOMIZATION_KEYS } from '../../wire/customization.js';
import { bad, good, remedyFor, warn, type Finding } from './finding.js';
import type { EngineSession } from './engine-session.js';

/** Servers that sleep between games take seconds to wake up; in timeouts of a turn: 10 s for 500 ms. */
const WAKE_UP = 20;
/** The platform's timeout for a `GET`, in timeouts of a turn: 1 s for 500 ms. */
const INFO_TIMEOUTS = 2;
/** A clock that is off by more than this is reported, in ms. */
const MAX_CLOCK_DIFFERENCE_MS = 30_000;

interface FirstLook {
  readonly findings: readonly Finding[];
  /** Whether a snake answers there: if not, that explains all later failures. */
  readonly isSnake: boolean;
}

/** Sends a `GET`, as engines do before each game. */
export async function checkFirstLook({ url, timeout, connections, meter }: EngineSession): Promise<FirstLook> {
  let headers: IncomingHttpHeaders = {};
  const began = performance.now();
  const result = await exchange({
    method: 'GET',
    url,
    timeout: WAKE_UP * timeout,
    connections,
    followsRedirects: true,
    onRequest(request) {
      meter.observe(request);
      request.once('response', (response) => (headers = response.headers));
    },
  });
  const took = performance.now() - began;
  if ('problem' in result) {
    const isFiltered = result.kind === 'late' && result.reach === 'nowhere';
    const remedy = isFiltered
      ? 'Correct the address, or open the port in the firewall.'
      : remedyFor(result, INFO_TIMEOUTS * timeout);
    return { findings: [bad('reachable', result.problem, remedy)], isSnake: false };
  }
  const answer = checkAnswer(result);
  const findings = [checkWait(took, INFO_TIMEOUTS * timeout), ...checkClock(headers.date), ...answer.findings];
  return { ...answer, findings };
}

function checkWait(took: number, limit: number): Finding {
  const ms = Math.round(took);
  if (took <= limit) return good('reachable', `answers; the first request took ${ms} ms`);
  return bad(
    'reachable',
    `took ${ms} ms for the first answer; the platform waits ${limit} ms before each game`,
    'Servers that sleep between games lose them: keep one awake, or move it to where it stays awake.',
  );
}

function checkClock(date: string | undefined): Finding[] {
  const server = Date.parse(date ?? '');
  const ahead = server - Date.now();
  if (Number.isNaN(server) || Math.abs(ahead) < MAX_CLOCK_DIFFERENCE_MS) return [];
  const seconds = Math.round(Math.abs(ahead) / 1000);
  const message = `its clock is ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} this machine's`;
  return [warn('clock', message, 'Set both clocks by NTP, so that the times of logs and games match.')];
}

function checkAnswer(result: Answered): FirstLook {
  const redirect = checkRedirect(result);
  const answer = failureOf(result) ?? readObject(result, true);
  if ('problem' in answer) return { findings: [...redirect, explain(answer)], isSnake: false };
  const { json } = answer;
  const findings = [...redirect, ...checkStatus(result), checkVersion(json), ...checkCustomizations(json)];
  return { findings, isSnake: true };
}

/** Engines send the other requests to the registered address as well. */
function checkRedirect(answered: Answered): Finding[] {
  const { status, location } = answered.redirect ?? answered;
  if (status < 300 || status >= 400 || location === undefined) return [];
  const message = `redirects with status ${status} to ${location.split('?')[0]}`;
  const remedy = 'Register the address that answers without a redirect';
  return status === 307 || status === 308
    ? [warn('redirect', message, `${remedy}: this one costs a round trip each turn.`)]
    : [bad('redirect', message, `${remedy}: engines send a GET without the body to this one.`)];
}

/** Why no snake answers, and what to do. */
function explain({ status }: Failure): Finding {
  const [problem, remedy] =
    status === undefined
      ? ['GET with something other than a JSON object', 'Answer GET with a JSON object: {"apiversion": "1", …}.']
      : status === 404
        ? ['with status 404: no snake is there', 'Check the path, and the key if the snake has one.']
        : [`with status ${status}`, 'The log of the server says why.'];
  return bad('appearance', `answers ${problem}`, remedy);
}

function checkStatus({ status }: Answered): Finding[] {
  if (status === 200) return [];
  return [warn('status', `answers with status ${status}`, 'The command-line engine takes only 200.')];
}

function checkVersion({ apiversion, color, head, tail }: Record<string, unknown>): Finding {
  const shown = [color, head, tail].filter((name) => typeof name === 'string' && name !== '').join(' ');
  if (apiversion === '1') return good('appearance', `apiversion "1"${shown === '' ? '' : `, ${shown}`}`);
  const given = typeof apiversion === 'string' ? quoteValue(apiversion) : kindOf(apiversion);
  const message = `"apiversion" is ${given}, not the string "1"`;
  return bad('appearance', message, 'The platform excludes snakes that lack it.');
}

function checkCustomizations(json: Record<string, unknown>): Finding[] {
  const given = CUSTOMIZATION_KEYS.flatMap((key) => (json[key] === undefined ? [] : [[key, json[key]] as const]));
  return checkCustomization(Object.fromEntries(given)).map(({ message }) =>
    warn('appearance', message, 'Engines show the default instead.'),
  );
}
