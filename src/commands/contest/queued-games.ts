/** Plays the games of a contest on the workers of a queue. Loaded where a URL asks for it. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Contest } from '../../arena/contest/contest.js';
import { environmentNamesOf } from '../../arena/workers/worker-limits.js';
import { measureMachine } from '../../arena/workers/machine-speed.js';
import { toShownUrl } from '../../service-url.js';
import { UsageError, usageFault } from '../../errors.js';
import { leadsToLoopback } from '../../loopback.js';
import { availableCores } from '../../processes/machine.js';
import { openJobQueue } from '../../queue/bullmq/open-job-queue.js';
import { describeContest, toContestId } from '../../queue/contest-descriptor.js';
import {
  ContestTaken,
  QUEUE_PROTOCOL,
  type ContestOffer,
  type CoordinatorListener,
  type JobQueue,
  type CoordinatorSession,
  type WorkerStatus,
} from '../../queue/job-queue.js';
import { QueuePool } from '../../queue/queue-pool.js';
import { WorkerRoster } from '../../queue/worker-roster.js';
import { printError } from '../../terminal/print.js';
import { version } from '../../version.js';
import type { ContestGames, ContestGamesOptions } from './contest-games.js';
import type { QueueTarget } from './queue-flags.js';

/** Longest wait for the queue when the contest ends, in ms: it may be away just then. */
const END_MS = 8000;

/** Offers the contest to the workers of a queue. Throws a `UsageError` if that cannot be. */
export async function openOnQueue(options: ContestGamesOptions, target: QueueTarget): Promise<ContestGames> {
  expectReachable(options.contest);
  const shown = toShownUrl(target.url);
  const queue = await openJobQueue({
    ...target,
    listener: {
      unreachable: (reason) => printError(`the queue ${shown} is unreachable, and the contest waits for it: ${reason}`),
      reachable: () => printError(`the queue ${shown} is reachable again`),
    },
  });
  try {
    return await playOn(queue, options, target);
  } catch (thrown) {
    await queue.close();
    if (!(thrown instanceof ContestTaken)) throw thrown;
    throw usageFault(target.source, `${thrown.message}. Choose another --seed, or wait until it is over.`);
  }
}

async function playOn(queue: JobQueue, options: ContestGamesOptions, target: QueueTarget): Promise<ContestGames> {
  const { contest } = options;
  const roster = new WorkerRoster();
  const descriptor = describeContest(contest);
  const offer = await createOffer(options, target, descriptor.hash);
  const games: { pool?: QueuePool; notice?: NoWorkersNotice } = {};
  let failure: string | undefined;
  const listener: CoordinatorListener = {
    played: (result) => games.pool?.played(result),
    failed: (jobId, reason) => games.pool?.failed(jobId, reason),
    workers(workers) {
      games.notice?.note(workers);
      roster.workers(workers);
      games.pool?.workers(workers);
    },
    ended(reason) {
      failure = reason;
      games.pool?.close();
    },
  };
  const offered = await queue.offer(offer, descriptor.text, listener);
  const pool = new QueuePool(offered, (played, worker) => roster.settled(played, worker));
  games.pool = pool;
  const notice = new NoWorkersNotice(toShownUrl(target.url));
  games.notice = notice;
  let closing: Promise<void> | undefined;
  return {
    pool,
    counted: (pairs) => pool.counted(pairs),
    findFailure: () => failure,
    workers: roster,
    close() {
      notice.close();
      pool.close();
      return (closing ??= end(queue, offered, failure === undefined));
    },
  };
}

/** Removes the contest from the queue unless another coordinator has it now. */
async function end(queue: JobQueue, offered: CoordinatorSession, isOurs: boolean): Promise<void> {
  const late = new AbortController();
  const tooLate = wait(END_MS, 'late', { signal: late.signal }).catch(() => 'done');
  const ending = isOurs ? offered.end().then(() => 'done') : Promise.resolve('done');
  if ((await Promise.race([ending, tooLate])) === 'late') {
    printError(
      'warning: the queue does not answer: what it has of this contest stays until the contest is played again',
    );
  }
  late.abort();
  ending.catch(() => undefined);
  await queue.close();
}

async function createOffer(
  { header, title, contest }: ContestGamesOptions,
  { clock }: QueueTarget,
  hash: string,
): Promise<ContestOffer> {
  const speed = clock === 'ignore' ? 1 : (await measureMachine(availableCores())).speed;
  return {
    id: toContestId(header.kind.noun, header.identity),
    hash,
    protocol: QUEUE_PROTOCOL,
    version,
    title,
    env: environmentNamesOf(contest.contestants),
    clock: { kind: clock, speed },
  };
}

/** Throws a {@link UsageError} with each snake that workers cannot play, or whose URL leads each to its own machine. */
function expectReachable({ contestants }: Contest): void {
  const faults = contestants.flatMap((one) => {
    if (one.kind === 'local' && one.code === undefined) {
      const reason =
        'is a program of this machine, which workers on other machines do not have. Play it without a queue, or serve ' +
        'it and name its URL.';
      return usageFault(`"${one.name}"`, reason).faults;
    }
    if (one.kind === 'local' || !leadsToLoopback(new URL(one.url))) return [];
    return usageFault(one.url, 'leads workers to their own machine. Use the name of its machine in the network.')
      .faults;
  });
  if (faults.length > 0) throw new UsageError(faults);
}

/** Time without a worker before that is said, in ms. */
const ALLOWANCE_MS = 10_000;
const MAX_REASONS = 3;

/** Owns the timer until a worker takes part. Each time that the last worker has gone, it begins again. */
export class NoWorkersNotice {
  readonly #shownUrl: string;
  #timer: NodeJS.Timeout | undefined;
  #workers: readonly WorkerStatus[] = [];
  readonly #said = new Set<string>();
  #hasComplained = false;
  #isAlone = false;
  #isClosed = false;

  /** @param shownUrl the URL of the queue without its password. */
  constructor(shownUrl: string) {
    this.#shownUrl = shownUrl;
    this.note([]);
  }

  /** Workers that leave at the end of the contest are noted, too: that says nothing. */
  note(workers: readonly WorkerStatus[]): void {
    if (this.#isClosed) return;
    this.#workers = workers;
    const isAlone = !workers.some(({ state }) => state.kind === 'playing');
    if (isAlone && this.#hasComplained) this.#sayRefusals();
    if (isAlone === this.#isAlone) return;
    this.#isAlone = isAlone;
    this.#hasComplained = false;
    clearTimeout(this.#timer);
    if (isAlone) this.#timer = setTimeout(() => this.#complain(), ALLOWANCE_MS);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #complain(): void {
    this.#hasComplained = true;
    printError(`no worker takes part. Start one with: serpentarium worker --queue ${this.#shownUrl}`);
    this.#sayRefusals();
  }

  /** Says each reason once, also of workers that come while nobody plays: the contest would wait for ever. */
  #sayRefusals(): void {
    for (const { facts, state } of this.#workers) {
      if (state.kind !== 'refused' || this.#said.has(state.reason) || this.#said.size >= MAX_REASONS) continue;
      this.#said.add(state.reason);
      printError(`worker "${facts.name}" refuses, and the match waits for others: ${state.reason}`);
    }
  }
}
