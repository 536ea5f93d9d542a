/** `serpentarium worker`: plays games of contests that other machines offer on a queue. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { EXIT, usageFault } from '../errors/errors.js';
import { availableCores } from '../processes/machine.js';
import type { QueueWorkerListener } from '../queue/queue-worker.js';
import { toShownUrl } from '../exchange/service-url.js';
import { formatCount } from '../views/numbers.js';
import { print, printError } from '../terminal/print.js';
import { printable } from '../terminal/printable.js';
import { version } from '../version.js';
import { timeFlag, whole } from './arguments.js';
import { QUEUE_VARIABLE, readQueue } from './contest/contest-flags.js';
import { interruptSignal } from './interrupt.js';

/** Time for games in progress when the worker is stopped, in ms: container runtimes wait for about ten seconds. */
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
    .option('--queue <URL>', `the queue, redis://… (or ${QUEUE_VARIABLE})`)
    .option('--concurrency <NUMBER>', 'games at once (default: the number of cores)', whole(1, 1024))
    .option('--name <TEXT>', 'name of this worker in reports (default: the host name)')
    .addOption(
      timeFlag('--lock', 'silence after which other workers take over its games', {
        min: '1s',
        max: '1h',
        fallback: '15s',
      }),
    )
    .addHelpText(
      'after',
      '\nCtrl-C or SIGTERM stops it: after 8 s, unfinished games return to the queue.\n' +
        'Exit codes: 0 stopped; 2 wrong usage, or an unusable queue.',
    )
    .action(runWorker);
}

async function runWorker(flags: WorkerFlags): Promise<void> {
  const address = readQueue(flags);
  if (address === undefined) {
    throw usageFault(
      '--queue',
      `is missing. Write for example --queue redis://localhost:6379, or set ${QUEUE_VARIABLE}.`,
    );
  }
  const shown = toShownUrl(address.url);
  const stopped = interruptSignal();
  const { QueueServer } = await import('../queue/queue-server.js');
  const { QueueWorker } = await import('../queue/queue-worker.js');
  const server = await QueueServer.connect(address, {
    unreachable: (reason) => printError(`the queue ${shown} is unreachable: ${reason}`),
    reachable: () => printError(`the queue ${shown} is reachable again`),
  });
  const { concurrency = availableCores(), name = hostname(), lock } = flags;
  const facts = { id: randomBytes(8).toString('hex'), name, machine: hostname() };
  const machine = `version ${version}, Node ${process.version}, ${formatCount(availableCores(), 'core')}`;
  print(`worker "${printable(name)}" on ${shown}: ${machine}, ${formatCount(concurrency, 'game')} at once`);
  const worker = new QueueWorker(server, { facts, concurrency, lock, listener: LISTENER });
  if (!stopped.aborted) await new Promise((resolve) => void stopped.addEventListener('abort', resolve));
  print('stopping: finishing running games, returning the rest to the queue');
  // An unresponsive queue must not keep the worker: its locks expire anyway.
  setTimeout(() => process.exit(EXIT.ok), GRACE_MS + 3000).unref();
  await worker.close(GRACE_MS);
  await server.close();
}

const LISTENER: QueueWorkerListener = {
  joined: (title) => print(`plays ${printable(title)}`),
  refused: (title, reason) => printError(`does not play ${printable(title)}: ${printable(reason)}`),
  left: (title, jobs) => print(`done with ${printable(title)}: ${formatCount(jobs, 'job')}`),
};
