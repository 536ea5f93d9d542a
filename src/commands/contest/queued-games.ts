/** Plays the games of a contest on the workers of a queue. Loaded where a URL asks for it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Contest } from '../../arena/contest/contest.js';
import { UsageError, messageOf, usageFault } from '../../errors/errors.js';
import { isLoopbackUrl } from '../../exchange/loopback.js';
import { createOffer } from '../../queue/queue-job.js';
import { QueuePool } from '../../queue/queue-pool.js';
import { QueueServer, type QueueAddress } from '../../queue/queue-server.js';
import { QueuedContest } from '../../queue/queued-contest.js';
import { toShownUrl } from '../../exchange/service-url.js';
import { printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { WorkerShares, type ContestGames } from './worker-shares.js';

/** Longest wait for the queue when the contest ends, in ms: it may be unreachable. */
const END_MS = 8000;
/** A contest without workers is reported after this time, in ms. */
const ALONE_MS = 10_000;
/** Most reported refusals. */
const MAX_REFUSALS = 5;

/** Offers the contest to the workers of a queue. Throws a `UsageError` if that fails. */
export async function openOnQueue(contest: Contest, title: string, address: QueueAddress): Promise<ContestGames> {
  expectReachable(contest);
  const shown = toShownUrl(address.url);
  const server = await QueueServer.connect(address, {
    unreachable: (reason) => printError(`the queue ${shown} is unreachable, and the contest waits for it: ${reason}`),
    reachable: () => printError(`the queue ${shown} is reachable again`),
  });
  const shares = new WorkerShares();
  const alone = () =>
    setTimeout(
      () => printError(`no worker takes part. Start one with: serpentarium worker --queue ${shown}`),
      ALONE_MS,
    );
  let timer: NodeJS.Timeout | undefined = alone();
  let refusals = 0;
  let failure: string | undefined;
  let closing: Promise<void> | undefined;
  const pool = new QueuePool(
    (jobs) => void queued.add(jobs),
    (records, worker) => shares.add(records, worker),
  );
  const queued = await QueuedContest.offer(server, createOffer(title, contest), {
    played: (jobId, result) => pool.played(jobId, result),
    failed: (jobId, reason) => pool.failed(jobId, reason),
    seen(workers, playing) {
      shares.workers = workers;
      pool.active(playing);
      if (workers === 0) timer ??= alone();
      else {
        clearTimeout(timer);
        timer = undefined;
      }
    },
    refused(line) {
      if (++refusals <= MAX_REFUSALS) printError(printable(line));
    },
    ended(reason) {
      failure = `the queue no longer has this contest: ${reason}`;
      pool.close();
    },
  });
  return {
    play: (pairings) => pool.play(pairings),
    pairsAhead: pool.pairsAhead,
    get failure() {
      return failure;
    },
    workers: shares,
    close() {
      clearTimeout(timer);
      pool.close();
      return (closing ??= end(server, queued));
    },
  };
}

async function end(server: QueueServer, queued: QueuedContest): Promise<void> {
  const ended = new AbortController();
  const ending = queued.end().then(() => undefined, messageOf);
  const tooLate = wait(END_MS, 'it does not answer', { signal: ended.signal }).catch(() => undefined);
  const problem = await Promise.race([ending, tooLate]);
  ended.abort();
  if (problem !== undefined) printError(`warning: the queue keeps what it has of this contest for a day: ${problem}`);
  await server.close();
}

/**
 * Throws a {@link UsageError} with each snake that workers cannot play, or whose URL means a different machine on each.
 */
function expectReachable({ contestants }: Contest): void {
  const faults = contestants.flatMap((one) => {
    if (one.kind === 'local' && one.code === undefined) {
      const reason =
        'is a program of this machine, which workers on other machines do not have. Play it without a queue, or serve ' +
        'it and name its URL.';
      return usageFault(`"${one.name}"`, reason).faults;
    }
    if (one.kind === 'local' || !isLoopbackUrl(new URL(one.url))) return [];
    return usageFault(one.url, 'points each worker at its own machine. Use a host name of the network.').faults;
  });
  if (faults.length > 0) throw new UsageError(faults);
}
