/** `serpentarium worker`: plays games of contests that other machines offer on a queue. */
import { randomBytes } from 'node:crypto';
import { hostname } from 'node:os';
import { EXIT, usageFault } from '../errors/errors.js';
import { availableCores } from '../processes/machine.js';
import type { QueueWorkerListener } from '../queue/queue-worker.js';
import { toShownUrl } from '../exchange/service-url.js';
import { formatCount } from '../views/numbers.js';
import { print, printError } from '../terminal/print.js';
import { printable } from '../terminal/printable.js';
import { version } from '../version.js';
import { time, whole } from './arguments.js';
import { QUEUE_VARIABLE, readQueue } from './contest/contest-flags.js';
import { defineCommand } from './define-command.js';
import { flag, former } from './flags.js';
import { interruptSignal } from './interrupt.js';

/** Time for games in progress when the worker is stopped, in ms: container runtimes wait for about ten seconds. */
const GRACE_MS = 8000;

export default defineCommand({
  flags: [
    flag('--queue <URL>', `the queue, redis://… (or ${QUEUE_VARIABLE})`),
    flag('--concurrency <NUMBER>', 'games at once (default: the number of cores)', whole(1, 1024)),
    flag('--name <TEXT>', 'name of this worker in reports (default: host name and process id)'),
    flag('--lease <TIME>', 'silence after which other workers play its games', time('1s', '1h'), 15_000),
    ...former('--lock [TIME]', '--lease'),
  ],
  notes: 'Ctrl-C or SIGTERM stops it: after 8 s, unfinished games return to the queue.',
  exits: { 0: 'stopped', 2: 'wrong usage, or an unusable queue' },
  examples: ['worker --queue redis://queue.example:6379'],
  async run({ flags }) {
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
    const { concurrency = availableCores(), name = `${hostname()}-${process.pid}`, lease } = flags;
    const facts = { id: randomBytes(8).toString('hex'), name, machine: hostname() };
    const machine = `version ${version}, Node ${process.version}, ${formatCount(availableCores(), 'core')}`;
    print(`worker "${printable(name)}" on ${shown}: ${machine}, ${formatCount(concurrency, 'game')} at once`);
    const worker = new QueueWorker(server, { facts, concurrency, lock: lease, listener: LISTENER });
    if (!stopped.aborted) await new Promise((resolve) => void stopped.addEventListener('abort', resolve));
    print('stopping: finishing running games, returning the rest to the queue');
    // An unresponsive queue must not keep the worker: its locks expire anyway.
    setTimeout(() => process.exit(EXIT.ok), GRACE_MS + 3000).unref();
    await worker.close(GRACE_MS);
    await server.close();
  },
});

const LISTENER: QueueWorkerListener = {
  joined: (title) => print(`plays ${printable(title)}`),
  refused: (title, reason) => printError(`does not play ${printable(title)}: ${printable(reason)}`),
  left: (title, jobs) => print(`done with ${printable(title)}: ${formatCount(jobs, 'job')}`),
};
