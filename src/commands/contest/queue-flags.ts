/** The flags of contests that are played on a queue. */
import type { Command } from 'commander';
import { usageFault } from '../../errors.js';
import { missingPackages } from '../../optional-packages.js';
import type { QueueAddress } from '../../queue/queue-server.js';
import { serviceKindOf } from '../../service-url.js';

/** The variable that has the URL of the queue, so that no command line has its password. */
export const QUEUE_VARIABLE = 'SERPENTARIUM_QUEUE';

export interface QueueFlags {
  readonly queue?: string;
  readonly outputDir?: string;
}

export function addQueueFlags(command: Command): Command {
  return command.option('--queue <URL>', `play on the workers of a queue, redis://… (or ${QUEUE_VARIABLE})`);
}

/** The queue that flags or environment ask for, if any. Throws a `UsageError` if it cannot be used. */
export function readQueue({ queue, outputDir }: QueueFlags): QueueAddress | undefined {
  const source = queue === undefined ? QUEUE_VARIABLE : '--queue';
  const url = queue ?? process.env[QUEUE_VARIABLE] ?? '';
  if (url === '') return undefined;
  // The command line may have a password: takes it out of the list of processes.
  process.title = ['serpentarium', process.argv[2]].join(' ');
  if (serviceKindOf(url) !== 'redis') {
    throw usageFault(source, 'is not the URL of a Redis server. Write for example redis://localhost:6379.');
  }
  const missing = missingPackages('a queue in Redis');
  if (missing !== undefined) throw usageFault(source, `cannot be used: ${missing}`);
  if (outputDir !== undefined) {
    throw usageFault('--output-dir', `cannot be used with ${source}: the games are played on other machines.`);
  }
  return { url, source };
}
