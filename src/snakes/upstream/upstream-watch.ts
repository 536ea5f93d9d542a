/**
 * Asks a snake's server for its appearance, and checks that it is reachable between games. Owned by
 * `upstream-runner.ts`.
 */
import { Backoff, SoonestTimer } from '../../processes/timing.js';
import { exchange, readObject, type Connections, type ExchangeResult } from '../../exchange/exchange.js';
import { appendVia } from '../../exchange/via.js';
import { checkCustomization, CUSTOMIZATION_KEYS, type Customization } from '../../wire/customization.js';
import type { ServedProgram } from './served-program.js';
import { Reachability, type UpstreamChange } from './reachability.js';
import { cutString, MAX_NAME } from '../../wire/limits.js';

interface UpstreamWatchOptions {
  readonly url: URL;
  /** The URL without secrets. */
  readonly shownUrl: string;
  readonly connections: Connections;
  /** Runs the server, if the host does. */
  readonly program?: ServedProgram | undefined;
  readonly changed: (change: UpstreamChange) => void;
}

/** The result of the first request: a fault prevents the mount. Sentences. */
export type FirstAnswer = { readonly fault: string } | { readonly warnings: readonly string[] };

/** How long a starting host waits for a server, and for one that it runs itself, in ms. */
const BEGINNING = { served: 2000, run: 10_000 } as const;
/** A server that has answered nothing for this long is asked for its appearance, in ms. */
const CHECK_MS = 10_000;
/** Timeout of that request, in ms. */
const CHECK_TIMEOUT = 2000;
/** Between two requests to an unreachable server, in ms. */
const WAITS = { least: 200, most: CHECK_MS } as const;
/** Between two requests to a server that has just been started, in ms. */
const BOOT_WAIT = 50;
/** A program that runs and does not answer is killed after this long; longer before its first answer, in ms. */
const HANGS = { before: 60_000, after: 15_000 } as const;

/**
 * Owns the state of one server: its appearance, and whether it is reachable. It starts the server's program, if the
 * host runs it, whenever nothing answers at the URL and the program does not run.
 *
 * Guarantees that a server which starts, stops or changes is noticed within about ten seconds, with or without games.
 * Never sends a request of a game.
 */
export class UpstreamWatch {
  readonly reachability: Reachability;
  /** From the server's last answer; empty before it. */
  customization: Customization = {};
  readonly #options: UpstreamWatchOptions;
  /** Whether the customization belongs to the current server. */
  #isCurrent = false;
  readonly #backoff = new Backoff(WAITS, () => 0);
  /** Failed requests, however many, may bring it forward and never push it back. */
  readonly #check = new SoonestTimer(() => void this.#look());
  #hasBegun = false;
  #isClosed = false;

  constructor(options: UpstreamWatchOptions) {
    const { shownUrl, changed } = options;
    this.#options = options;
    this.reachability = new Reachability(shownUrl, (change) => {
      if (this.#hasBegun) changed(change);
      // A server that is reachable again may be another version.
      this.#isCurrent = false;
      if (this.#hasBegun) this.#checkAfter(change.isReachable ? 0 : WAITS.least);
    });
  }

  /**
   * Sends the first request. Resolves when it is answered, or there is nothing to wait for. Watches the server from
   * then on.
   */
  async begin(): Promise<FirstAnswer> {
    const { program } = this.#options;
    const until = performance.now() + (program === undefined ? BEGINNING.served : BEGINNING.run);
    const first = await this.#ask(BEGINNING.served);
    const isForeign = program?.isRunning === false && !('problem' in first);
    const beginning = await this.#judge(first, until);
    if ('fault' in beginning) return beginning;
    this.#hasBegun = true;
    this.#checkAfter(this.reachability.isReachable ? CHECK_MS : WAITS.least);
    if (!isForeign) return beginning;
    const warning = 'another server answers already: "run" starts once it has stopped';
    return { warnings: [...beginning.warnings, warning] };
  }

  /** Takes the result of a game's request. */
  note(result: ExchangeResult): void {
    this.reachability.note(result);
    if (!('problem' in result) || result.kind === 'late' || result.reach === 'answer') return;
    // Its server has exited, and may be replaced. Once it counts as unreachable, the backoff decides when to look.
    this.#isCurrent = false;
    if (this.reachability.isReachable) this.#checkAfter(WAITS.least);
  }

  close(): void {
    this.#isClosed = true;
    this.#check.stop();
  }

  /** Waits for a program that the host runs. */
  async #judge(first: ExchangeResult, until: number): Promise<FirstAnswer> {
    const { program } = this.#options;
    const exitBefore = program?.lastExit;
    let result = first;
    while ('problem' in result) {
      if (program === undefined) return { warnings: [`${result.problem} Its customization follows when it answers.`] };
      const { lastExit } = program;
      if (lastExit !== undefined && lastExit !== exitBefore) return { fault: lastExit.reason };
      if (performance.now() > until) return { warnings: ['has not answered yet. Its customization follows later'] };
      program.start();
      await new Promise((resolve) => setTimeout(resolve, BOOT_WAIT));
      result = await this.#ask(CHECK_TIMEOUT);
    }
    const fault = faultOf(result);
    if (fault !== undefined) return { fault };
    return { warnings: this.#take(result) };
  }

  /** Applies the appearance of an answer. Returns its faults. */
  #take(result: ExchangeResult): readonly string[] {
    const answer = readObject(result);
    if ('problem' in answer) return [`${answer.problem} to GET`];
    const { customization, problems } = readInfo(answer.json);
    this.customization = customization;
    this.#isCurrent = true;
    return problems;
  }

  async #ask(timeout: number): Promise<ExchangeResult> {
    const { url, connections } = this.#options;
    const headers = { via: appendVia(undefined) };
    const result = await exchange({ method: 'GET', url, timeout, connections, headers });
    if (this.#isClosed) return result;
    this.reachability.note(result);
    return result;
  }

  #checkAfter(wait: number): void {
    if (!this.#isClosed) this.#check.within(wait);
  }

  async #look(): Promise<void> {
    const { program } = this.#options;
    const quiet = performance.now() - this.reachability.answeredAt;
    if (this.#isCurrent && quiet < CHECK_MS) return this.#checkAfter(CHECK_MS - quiet);
    const result = await this.#ask(CHECK_TIMEOUT);
    if (this.#isClosed) return;
    if (!('problem' in result)) {
      this.#take(result);
      this.#backoff.succeed();
      return this.#checkAfter(CHECK_MS);
    }
    const wait = this.#backoff.fail();
    program?.start();
    if (program !== undefined && this.#isHanging(program)) program.kill('its server did not answer');
    this.#checkAfter(wait);
  }

  #isHanging({ startedAt }: ServedProgram): boolean {
    const { answeredAt } = this.reachability;
    const limit = answeredAt > startedAt ? HANGS.after : HANGS.before;
    return performance.now() - Math.max(answeredAt, startedAt) > limit;
  }
}

/** The fault of a URL, judged by the response. */
function faultOf(result: ExchangeResult): string | undefined {
  if ('problem' in result) return undefined;
  const { status, location } = result;
  if (status === 404) return 'answered with status 404. No snake is there: is the path right?';
  if (status === 508) return 'points back to this host: it would ask itself';
  if (status < 300 || status >= 400) return undefined;
  return `answered with status ${status}, a redirect${location === undefined ? '' : ` to ${location}`}. Write that URL.`;
}

interface ServedInfo {
  readonly customization: Customization;
  readonly problems: readonly string[];
}

/** Reads a response. Keeps the fields that engines show. */
function readInfo(json: Readonly<Record<string, unknown>>): ServedInfo {
  const problems: string[] = [];
  if (json['apiversion'] !== '1') problems.push('"apiversion" is not the string "1", which engines ask for');
  const customization: Record<string, string> = {};
  for (const key of CUSTOMIZATION_KEYS) {
    const given = json[key];
    const value = typeof given === 'string' ? cutString(given, MAX_NAME) : given;
    if (value === undefined || value === null || value === '') continue;
    const found = checkCustomization({ [key]: value });
    problems.push(...found.map(({ message }) => message));
    if (typeof value === 'string' && found.every(({ level }) => level === 'warning')) customization[key] = value;
  }
  return { customization, problems };
}
