/** The program of a child process that plays one turn in a debugger or a profiler; `study-turn.ts` starts it. */
import { once } from 'node:events';
import inspector from 'node:inspector';
import { Worker } from 'node:worker_threads';
import { divertOutput } from '../../processes/divert-output.js';
import { serveTask } from '../../processes/host-channel.js';
import { toLogLine } from '../../snakes/snake-report.js';
import { importBundle } from '../../snakes/strategy/import-bundle.js';
import { fillOptions, findMismatches } from '../../snakes/strategy/options.js';
import type { CallOutcome, TurnJob } from '../../snakes/strategy/runner.js';
import { Session } from '../../snakes/strategy/session.js';
import { validateModule } from '../../snakes/strategy/validate-module.js';
import { toCanonical } from '../../wire/canonical.js';
import { parseRequest } from '../../wire/reader.js';
import type { ProfilerTask } from './profiler-main.js';

export interface TurnTask {
  /** The bundle, and the folder in which it is written for the import. */
  readonly code: string;
  readonly folder: string;
  /** As configured. */
  readonly options: Readonly<Record<string, unknown>>;
  /** The request. */
  readonly text: string;
  /** The strategy's time, in ms. */
  readonly budget: number;
  /** Repeats the turn for `time` ms in a profiler (default: one turn in a debugger). */
  readonly profile?: (ProfilerTask & { readonly time: number }) | undefined;
}

interface TurnResult {
  readonly outcome: CallOutcome;
  readonly turns: number;
}

export interface TurnTypes {
  readonly task: TurnTask;
  /** A line that the strategy logs, or the address of the debugger. */
  readonly news: { readonly said: string } | { readonly listening: string };
  readonly result: TurnResult;
}

/** The longest wait of a timer, in ms. */
const ENDLESS = 2 ** 31 - 1;
/** The key of the first repetition. */
const FIRST = 'turn 0';
/** The global variable by which the debugger finds the strategy. */
const GLOBAL = '__serpentariumStrategy';

let session: Session | undefined;
const tell = serveTask<TurnTypes>(study);
divertOutput((line) => (session === undefined ? tell({ said: line }) : session.say(line)));

async function study({ code, folder, options, text, budget, profile }: TurnTask): Promise<TurnResult> {
  const strategy = validateModule(await importBundle(code, folder));
  const filled = fillOptions(strategy.options, options, findMismatches(strategy.options, options));
  if ('faults' in filled) throw new Error(filled.faults.map(({ message }) => message).join(' '));
  const playing = new Session(strategy, (report) => {
    // Each repetition would log the same lines again.
    if (report.key !== FIRST) return;
    tell({ said: report.type === 'logged' ? toLogLine(report) : report.reason });
  });
  session = playing;
  playing.options = filled.options;
  if (profile !== undefined) return repeat(playing, text, budget, profile);
  waitForDebugger(strategy);
  // CPU time counts, a pause does not: a search continues where it was paused.
  const began = process.cpuUsage();
  const timeLeft = () => {
    const { user, system } = process.cpuUsage(began);
    return budget - (user + system) / 1000;
  };
  const outcome = await playing.move(toJob(text, 0), performance.now() + ENDLESS, { timeLeft });
  return { outcome, turns: 1 };
}

/** Has the debugger stop at the first line of `move`, as `debug(move)` does in the console of a browser. */
function waitForDebugger(strategy: object): void {
  inspector.open(0, '127.0.0.1');
  tell({ listening: inspector.url()! });
  inspector.waitForDebugger();
  const own = new inspector.Session();
  own.connect();
  own.post('Debugger.enable');
  Object.assign(globalThis, { [GLOBAL]: strategy });
  own.post('Runtime.evaluate', { expression: `debug(${GLOBAL}.move)`, includeCommandLineAPI: true });
}

/** The profiler is in another thread, which can stop it although this one loops. */
async function repeat(
  playing: Session,
  text: string,
  budget: number,
  { time, ...task }: NonNullable<TurnTask['profile']>,
): Promise<TurnResult> {
  const profiler = new Worker(new URL('./profiler-main.js', import.meta.url), { workerData: task });
  await once(profiler, 'message');
  const end = performance.now() + time;
  let outcome: CallOutcome;
  let turns = 0;
  do {
    const job = toJob(text, turns++);
    outcome = await playing.move(job, performance.now() + budget);
    playing.forget(job.key);
  } while (performance.now() < end);
  profiler.postMessage('stop', []);
  await once(profiler, 'exit');
  return { outcome, turns };
}

/** Each repetition is a game: the strategy must not remember the turn. */
function toJob(text: string, repetition: number): TurnJob {
  const request = toCanonical(parseRequest(text), []);
  return { key: `turn ${repetition}`, request, text, dead: [], lastTurn: undefined };
}
