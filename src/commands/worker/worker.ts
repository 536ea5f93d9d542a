/** `serpentarium worker`: plays the games of contests that other machines offer on a queue. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { timeFlag, whole } from '../arguments.js';
import { measureMachine } from '../../arena/workers/machine-speed.js';
import { toShownUrl } from '../../service-url.js';
import { usageFault } from '../../errors.js';
import { availableCores } from '../../processes/machine.js';
import type { WorkerFacts } from '../../queue/job-queue.js';
import type { QueueWorkerListener } from '../../queue/worker/queue-worker.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { version } from '../../version.js';
import { findQueueUrl, hideArguments, QUEUE_VARIABLE } from '../contest/queue-flags.js';
import { EXIT } from '../exit-codes.js';
import { createInterruptSignal } from '../interrupt.js';

/** Time for jobs under way when the worker is stopped, in ms: what runs containers waits for about ten seconds. */
const GRACE_MS = 8000;

interface WorkerFlags {
  readonly queue?: string;
  readonly concurrency?: number;
  readonly name?: string;
  readonly lock: number;
}

export function addWorkerCommand(program: Command): void {
  program
    .command('worker')
    .option('--queue <URL>', `the queue, redis://… or postgres://… (or ${QUEUE_VARIABLE})`)
    .option('--concurrency <NUMBER>', 'games at once (default: the number of cores)', whole(1, 1024))
    .option('--name <TEXT>', 'what reports call this worker (default: the name of the machine)')
    .addOption(
      timeFlag('--lock', 'silence after which others take its games', { min: '1s', max: '1h', fallback: '15s' }),
    )
    .addHelpText(
      'after',
      '\nCtrl-C or SIGTERM ends it: games under way are finished for some seconds, and given back then.\n' +
        'Exit codes: 0 stopped; 2 wrong usage, or a queue that cannot be used.',
    )
    .action(runWorker);
}

async function runWorker(flags: WorkerFlags): Promise<void> {
  const found = findQueueUrl(flags);
  if (found === undefined) {
    throw usageFault(
      '--queue',
      `is missing. Write for example --queue redis://localhost:6379, or set ${QUEUE_VARIABLE}.`,
    );
  }
  hideArguments();
  const shown = toShownUrl(found.url);
  const stopped = createInterruptSignal();
  const { openJobQueue } = await import('../../queue/bullmq/open-job-queue.js');
  const { DEFAULT_TIMINGS } = await import('../../queue/bullmq/queue-server.js');
  const { QueueWorker } = await import('../../queue/worker/queue-worker.js');
  const queue = await openJobQueue({
    ...found,
    timings: { ...DEFAULT_TIMINGS, lock: flags.lock },
    listener: {
      unreachable: (reason) => printError(`the queue ${shown} is unreachable: ${reason}`),
      reachable: () => printError(`the queue ${shown} is reachable again`),
    },
  });
  const facts = await readFacts(flags);
  print(`worker "${printable(facts.name)}" on ${shown}: ${describeFacts(facts)}`);
  const worker = await QueueWorker.start({ queue, facts, environment: process.env, listener: createListener() });
  if (!stopped.aborted) await new Promise((resolve) => void stopped.addEventListener('abort', resolve));
  print('stopping: games under way are finished or given back');
  await closeInTime(async () => {
    await worker.close(GRACE_MS);
    await queue.close();
  });
}

/** A queue that does not answer must not keep the worker: its locks run out by themselves. */
async function closeInTime(close: () => Promise<void>): Promise<void> {
  const timer = setTimeout(() => process.exit(EXIT.ok), GRACE_MS + 3000);
  await close();
  clearTimeout(timer);
}

async function readFacts({ concurrency = availableCores(), name }: WorkerFlags): Promise<WorkerFacts> {
  const { speed } = await measureMachine(Math.min(concurrency, availableCores()));
  return {
    id: randomBytes(8).toString('hex'),
    name: name ?? hostname(),
    machine: hostname(),
    version,
    node: process.version,
    cores: availableCores(),
    concurrency,
    speed,
  };
}

function describeFacts({ version: own, node, cores, concurrency, speed }: WorkerFacts): string {
  const machine = `version ${own}, Node ${node}, ${formatCount(cores, 'core')}, speed ${speed.toFixed(2)}`;
  return `${machine}, ${formatCount(concurrency, 'game')} at once`;
}

function createListener(): QueueWorkerListener {
  return {
    joined({ title }, scale) {
      const time = Math.abs(scale - 1) < 0.005 ? '' : `, with ${scale.toFixed(2)} times the time for a move`;
      print(`plays ${printable(title)}${time}`);
    },
    refused: ({ title }, reason) => printError(`refuses ${printable(title)}: ${printable(reason)}`),
    left: ({ title }, jobs) => print(`done with ${printable(title)}: ${formatCount(jobs, 'job')}`),
  };
}
