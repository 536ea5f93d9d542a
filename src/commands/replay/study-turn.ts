/** Plays one turn in a debugger or a profiler, in a separate process. Called by `replay`. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SnakeConfig } from '../../config/types.js';
import { EXIT, messageOf, usageFault } from '../../errors/errors.js';
import { startTask, type TaskEnd } from '../../processes/task.js';
import { environmentFor } from '../../snakes/mount-snake.js';
import { launchCommand } from '../../snakes/process/command-dialect.js';
import { resolveIsolation } from '../../snakes/process/isolation.js';
import { toMachineTime } from '../../snakes/process/messages.js';
import { readSource, type CommandContent } from '../../snakes/source-content.js';
import { readSourceMap } from '../../snakes/strategy/source-map.js';
import type { CallOutcome } from '../../snakes/strategy/runner.js';
import { terminalWidth } from '../../terminal/format-table.js';
import { print, printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { formatCount, formatMs } from '../../views/numbers.js';
import { toCanonical } from '../../wire/canonical.js';
import { parseRequest } from '../../wire/reader.js';
import { interruptSignal } from '../interrupt.js';
import { chooseNamed } from '../resolve-snakes.js';
import { writeFlagged } from './pictures.js';
import { formatProfile, parseProfile } from './profile-table.js';
import type { TurnTask, TurnTypes } from './turn-main.js';
import { quoteWord } from '../../views/words.js';

/** A turn, and what to do with it. */
export interface TurnStudy {
  /** A prefix or a strategy's name. */
  readonly snake: string;
  readonly config: string;
  /** The request. */
  readonly text: string;
  /** The strategy's time, in ms (default: the timeout of the request). */
  readonly budget?: number | undefined;
  /** What files are named after: `turn-66`. */
  readonly name: string;
  /** `inspect`: in a debugger; else repeated for this time in a profiler, in ms. */
  readonly kind: 'inspect' | number;
}

const PROGRAM = new URL('./turn-main.js', import.meta.url);
/** A forgotten debugger ends after this time, in ms. */
const INSPECT_LIMIT_MS = 3_600_000;
/** Memory of a strategy and its debugger, in MB. */
const INSPECT_MB = 2048;
/** A profile ends this long after the time of its last turn, in ms: the strategy loops. */
const LOOP_ALLOWANCE_MS = 2000;

/** Throws a `UsageError` if the strategy cannot be studied here. */
export async function studyTurn(study: TurnStudy): Promise<void> {
  const { snake } = chooseNamed([{ source: '--ask', name: study.snake }], study.config).chosen[0]!;
  if ((await resolveIsolation(snake.isolation)).isolation === 'sandbox')
    throw usageFault(study.snake, 'plays in a sandbox, where no debugger and no profiler can reach it.');
  const content = await readSource(snake.source).catch((thrown: unknown) => {
    throw usageFault(study.snake, messageOf(thrown));
  });
  if (content.kind === 'upstream') throw usageFault(study.snake, 'is a server: debug and profile it there.');
  if (content.kind === 'command') return writeCommand(content, snake, study);
  const folder = mkdtempSync(path.join(tmpdir(), 'serpentarium-'));
  try {
    await playTurn(snake, content.code, folder, study);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function playTurn(snake: SnakeConfig, code: string, folder: string, study: TurnStudy): Promise<void> {
  const { text, kind, name, budget = parseRequest(text).game.timeout } = study;
  const file = path.join(folder, 'profile.json');
  const limit = kind === 'inspect' ? INSPECT_LIMIT_MS : kind + budget + LOOP_ALLOWANCE_MS;
  const profile = kind === 'inspect' ? undefined : { file, limit, time: kind };
  const task = { code, folder: path.join(folder, 'import'), options: snake.options, text, budget, profile };
  const end = await runTurn(task, snake, limit);
  if (interruptSignal().aborted) return void (process.exitCode = EXIT.interrupted);
  const hasFailed = end.kind !== 'done';
  if (!hasFailed) print(formatOutcome(end.result.outcome));
  if (!existsSync(file)) {
    if (hasFailed) throw usageFault(study.snake, `has not played the turn: ${end.reason.replace(/(?<![.?!])$/, '.')}`);
    return;
  }
  if (hasFailed)
    printError(`It did not return within ${formatMs(limit, 0)}: the profile shows what it did until then.`);
  const turns = hasFailed ? 1 : end.result.turns;
  const found = parseProfile(readFileSync(file, 'utf8'), readSourceMap(code)!);
  writeFlagged('--profile', `${name}.cpuprofile`, JSON.stringify(found.cpu));
  print(`\n${formatProfile(found, turns, terminalWidth())}`);
  print(`\n${formatCount(turns, 'repetition')}. DevTools, VS Code and speedscope open ${name}.cpuprofile.`);
  if (hasFailed) process.exitCode = EXIT.failed;
}

async function runTurn(task: TurnTask, snake: SnakeConfig, limit: number): Promise<TaskEnd<TurnTypes['result']>> {
  const { end, stop } = startTask<TurnTypes>(PROGRAM, task, {
    memoryMb: task.profile === undefined ? INSPECT_MB : snake.memory / 1024 ** 2,
    env: environmentFor(snake, process.env),
    told: (news) => print('said' in news ? printable(news.said) : describeDebugger(news.listening)),
  });
  interruptSignal().addEventListener('abort', () => stop('interrupted'));
  // The profiler has the same limit, and ends first.
  const timer = setTimeout(() => stop('its time is over'), limit + LOOP_ALLOWANCE_MS);
  return end.finally(() => clearTimeout(timer));
}

function describeDebugger(url: string): string {
  const { host, port } = new URL(url);
  return [
    `The debugger waits on ${host}, and stops at the first line of "move". Open it with one of:`,
    `  VS Code  a launch configuration { "type": "node", "request": "attach", "port": ${port} }`,
    `  Chrome   devtools://devtools/bundled/js_app.html?v8only=true&ws=${url.replace('ws://', '')}`,
    `  Chrome   chrome://inspect, Configure… ${host}`,
    'Ctrl-C ends it.',
  ].join('\n');
}

function formatOutcome(outcome: CallOutcome): string {
  if (outcome.kind === 'moved') return `It answered ${outcome.move.move}.`;
  const reason = 'reason' in outcome ? printable(outcome.reason) : 'it returned nothing';
  return `It proposed ${outcome.proposal?.move ?? 'nothing'}: ${reason}.`;
}

/** Writes what the program would read on its standard input, and prints how to give it that. */
function writeCommand({ source }: CommandContent, { prefix, options }: SnakeConfig, study: TurnStudy): void {
  if (study.kind !== 'inspect') throw usageFault(study.snake, 'is a command: use the profiler of its language.');
  const { command, cwd } = source;
  const { dialect } = launchCommand({ program: { command, channel: 'stdio' }, prefix, options })();
  const request = toCanonical(parseRequest(study.text), []);
  const head = { key: study.name, dead: [], lastTurn: undefined };
  const deadline = toMachineTime(performance.now() + INSPECT_LIMIT_MS);
  const move = { type: 'move', id: 1, ...head, deadline, latest: deadline } as const;
  const file = path.resolve(`${study.name}.jsonl`);
  writeFlagged('--inspect', file, dialect.greeting + dialect.write(move, { ...head, request, text: study.text }));
  print(
    `${path.basename(file)} has what the host would send. Run the command with it, in the debugger of its language:`,
  );
  print(`  cd ${quoteWord(cwd)} && ${command.map(quoteWord).join(' ')} < ${quoteWord(file)}`);
}
