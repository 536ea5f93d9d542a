/** A worker: takes part in the contests of a queue and plays their jobs. `serpentarium worker` runs one. */
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../errors.js';
import { readDescriptor } from '../contest-descriptor.js';
import {
  QUEUE_PROTOCOL,
  type ContestOffer,
  type JobOutcome,
  type JobQueue,
  type Membership,
  type PlayJob,
  type WorkerFacts,
  type WorkerSession,
} from '../job-queue.js';
import { ContestSession } from './contest-session.js';
import { Slots } from './slots.js';
import { applyClockRule, type ClockDecision } from '../clock-rule.js';

export interface QueueWorkerListener {
  /** It takes part. Strategies get `scale` times the time for a move. */
  readonly joined: (offer: ContestOffer, scale: number) => void;
  readonly refused: (offer: ContestOffer, reason: string) => void;
  /** The contest is over, or its coordinator has stopped it. */
  readonly left: (offer: ContestOffer, jobs: number) => void;
}

export interface QueueWorkerDeps {
  readonly queue: JobQueue;
  readonly facts: WorkerFacts;
  /** The environment that strategies may ask for. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly listener: QueueWorkerListener;
}

/** A contest without a job for this long has nothing to play, in ms. */
const IDLE_MS = 3000;

interface Participation {
  readonly offer: ContestOffer;
  readonly session: ContestSession;
  joined: Membership | undefined;
  jobs: number;
  /** Jobs that it has now, and when it last had one, in ms. */
  playing: number;
  playedAt: number;
}

/**
 * Owns the contests that this worker takes part in, and their processes.
 *
 * - Guarantees that it plays at most as many jobs at once as its facts say, shared out fairly among the contests.
 * - Refuses what it cannot play as the coordinator would, and says why on both sides.
 */
export class QueueWorker {
  readonly #deps: QueueWorkerDeps;
  readonly #slots: Slots;
  readonly #contests = new Map<string, Participation>();
  #session!: WorkerSession;
  #isClosing = false;
  /** Contests that are being left, by id: one that is offered again is joined after that. */
  readonly #leaving = new Map<string, Promise<void>>();

  private constructor(deps: QueueWorkerDeps) {
    this.#deps = deps;
    this.#slots = new Slots(deps.facts.concurrency);
  }

  static async start(deps: QueueWorkerDeps): Promise<QueueWorker> {
    const worker = new QueueWorker(deps);
    worker.#session = await deps.queue.work(deps.facts, {
      offered: (offer) => void worker.#considerOrRefuse(offer),
      withdrawn: (id) => void worker.#leaving.set(id, worker.#leave(id)),
    });
    return worker;
  }

  /** Takes no more jobs, and returns those that are not done after `graceMs`. */
  async close(graceMs: number): Promise<void> {
    this.#isClosing = true;
    const leaving = Promise.all(Array.from(this.#contests.values(), async ({ joined }) => joined?.leave()));
    const late = new AbortController();
    const grace = wait(graceMs, undefined, { signal: late.signal }).catch(() => undefined);
    await Promise.race([leaving, grace]);
    late.abort();
    await Promise.all(Array.from(this.#contests.values(), ({ session }) => session.close()));
    await leaving;
    await this.#session.close();
  }

  /** What cannot be played here, for whatever reason, must not end the worker. */
  async #considerOrRefuse(offer: ContestOffer): Promise<void> {
    try {
      await this.#consider(offer);
    } catch (thrown) {
      await this.#refuse(offer, messageOf(thrown)).catch(() => undefined);
    }
  }

  async #consider(offer: ContestOffer): Promise<void> {
    const { facts, environment, listener } = this.#deps;
    const decision = decideOffer(offer, facts, environment);
    if (decision.kind === 'refuse') return this.#refuse(offer, decision.reason);
    await this.#leaving.get(offer.id);
    this.#leaving.delete(offer.id);
    const text = await this.#session.read(offer);
    // The contest has ended meanwhile.
    if (text === undefined || this.#isClosing) return;
    const contest = readDescriptor(text, offer.hash);
    if (contest === undefined) return this.#refuse(offer, 'its description is damaged');
    const session = new ContestSession({
      contestId: offer.id,
      contest,
      facts,
      timeScale: decision.scale,
      slots: this.#slots,
    });
    const participation: Participation = {
      offer,
      session,
      joined: undefined,
      jobs: 0,
      playing: 0,
      playedAt: -Infinity,
    };
    this.#contests.set(offer.id, participation);
    listener.joined(offer, decision.scale);
    const play: PlayJob = async (job, signal) => {
      participation.playing += 1;
      this.#share();
      const outcome = await session.play(job, signal);
      participation.playing -= 1;
      participation.playedAt = performance.now();
      return this.#check(participation, outcome);
    };
    participation.joined = await this.#session.join(offer, this.#jobsEach, play);
    this.#share();
    // It was withdrawn, or the worker has stopped, while it was joining.
    if (this.#contests.get(offer.id) !== participation || this.#isClosing) await this.#end(participation);
  }

  /** A worker that cannot play a job leaves the others to those that can. */
  #check(participation: Participation, outcome: JobOutcome): JobOutcome {
    if (outcome.kind === 'played') participation.jobs += 1;
    if (outcome.kind === 'failed' && this.#contests.delete(participation.offer.id)) {
      void this.#end(participation).then(() => this.#refuse(participation.offer, outcome.reason));
    }
    return outcome;
  }

  async #refuse(offer: ContestOffer, reason: string): Promise<void> {
    this.#deps.listener.refused(offer, reason);
    await this.#session.refuse(offer, reason);
  }

  async #leave(contestId: string): Promise<void> {
    const participation = this.#contests.get(contestId);
    this.#contests.delete(contestId);
    if (participation === undefined) return;
    await this.#end(participation);
    this.#deps.listener.left(participation.offer, participation.jobs);
  }

  async #end({ session, joined }: Participation): Promise<void> {
    await session.close();
    await joined?.leave();
    this.#share();
  }

  /** An equal share for all contests that have something to play: one whose coordinator is gone holds up nobody. */
  get #jobsEach(): number {
    const since = performance.now() - IDLE_MS;
    const busy = [...this.#contests.values()].filter(({ playing, playedAt }) => playing > 0 || playedAt > since);
    return Math.ceil(this.#deps.facts.concurrency / Math.max(1, busy.length));
  }

  #share(): void {
    for (const { joined } of this.#contests.values()) joined?.setConcurrency(this.#jobsEach);
  }
}

/** Decides about an offer. `environment` has the variables of this worker. */
export function decideOffer(
  { protocol, version, env, clock }: ContestOffer,
  facts: WorkerFacts,
  environment: Readonly<Record<string, string | undefined>>,
): ClockDecision {
  if (protocol !== QUEUE_PROTOCOL || seriesOf(version) !== seriesOf(facts.version)) {
    return refuse(`it has version ${facts.version}, the coordinator ${version}: use the same on all machines`);
  }
  const missing = env.filter((name) => environment[name] === undefined);
  if (missing.length > 0) return refuse(`its environment lacks ${missing.join(', ')}, which a strategy asks for`);
  return applyClockRule(clock, facts.speed);
}

function refuse(reason: string): ClockDecision {
  return { kind: 'refuse', reason };
}

/** What versions that understand each other have in common: the major version, and below 1.0 the minor one. */
function seriesOf(version: string): string {
  const [major, minor] = version.split('.');
  return major === '0' ? `0.${minor}` : major!;
}
