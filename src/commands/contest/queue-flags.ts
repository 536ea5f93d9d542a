/** The flags of contests that are played on a queue. */
import { Option, type Command } from 'commander';
import { usageFault } from '../../errors.js';
import { CLOCK_RULES, type ClockRule } from '../../queue/clock-rule.js';

/** The variable that has the URL of the queue, so that no command line has its password. */
export const QUEUE_VARIABLE = 'SERPENTARIUM_QUEUE';

export interface QueueFlags {
  readonly queue?: string;
  readonly clock?: ClockRule['kind'];
  readonly outputDir?: string;
}

export interface QueueTarget {
  readonly url: string;
  /** The flag or variable that has the URL, for errors. */
  readonly source: string;
  readonly clock: ClockRule['kind'];
}

export function addQueueFlags(command: Command): Command {
  return command
    .option('--queue <URL>', `play on the workers of a queue, redis://… or postgres://… (or ${QUEUE_VARIABLE})`)
    .addOption(
      new Option('--clock <RULE>', 'on workers of another speed: scale the time for a move, refuse, or ignore')
        .choices(CLOCK_RULES)
        .default('ignore'),
    );
}

export function findQueueUrl({ queue }: QueueFlags): { readonly url: string; readonly source: string } | undefined {
  if (queue !== undefined) return { url: queue, source: '--queue' };
  const url = process.env[QUEUE_VARIABLE];
  return url === undefined || url === '' ? undefined : { url, source: QUEUE_VARIABLE };
}

/** The queue that the flags ask for, if any. Throws a `UsageError` if other flags do not fit. */
export function readQueue(flags: QueueFlags): QueueTarget | undefined {
  const found = findQueueUrl(flags);
  if (found === undefined) return undefined;
  hideArguments();
  if (flags.outputDir !== undefined) {
    throw usageFault('--output-dir', `cannot be used with ${found.source}: the games are played on other machines.`);
  }
  return { ...found, clock: flags.clock ?? 'ignore' };
}

/** Takes the command line, which may have a password, out of the list of processes. */
export function hideArguments(): void {
  process.title = ['serpentarium', process.argv[2]].join(' ');
}
