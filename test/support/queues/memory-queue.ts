/** A queue in this process, for tests and simulations: time is a parameter, and workers die when a test says so. */
import {
  ContestTaken,
  type CoordinatorListener,
  type ContestOffer,
  type JobOutcome,
  type JobQueue,
  type Membership,
  type CoordinatorSession,
  type OfferListener,
  type PlayJob,
  type QueueJob,
  type WorkerStatus,
  type WorkerFacts,
  type WorkerSession,
} from '../../../src/queue/job-queue.js';

/** Calls `action` after `ms`; the function that it returns prevents that. */
export type After = (ms: number, action: () => void) => () => void;

/** Failures on different workers that a job survives. */
const MAX_FAILURES = 3;

interface MemoryJob {
  readonly job: QueueJob;
  state: 'waiting' | 'active' | 'done';
  failures: number;
}

interface Member {
  readonly session: MemoryWorkerSession;
  readonly play: PlayJob;
  readonly playing: Map<MemoryJob, AbortController>;
  concurrency: number;
}

interface MemoryContest {
  readonly offer: ContestOffer;
  readonly descriptor: string;
  readonly jobs: Map<string, MemoryJob>;
  readonly results: Map<string, Extract<JobOutcome, { kind: 'played' }>['result']>;
  readonly members: Set<Member>;
  readonly seen: Map<string, WorkerStatus>;
  /** `undefined` while its coordinator is away. */
  listener: CoordinatorListener | undefined;
}

/** Owns contests and their jobs, as a server does. */
export class MemoryServer {
  readonly contests = new Map<string, MemoryContest>();
  readonly sessions = new Set<MemoryWorkerSession>();
  readonly #after: After;
  readonly #lockMs: number;

  /** @param lockMs time after which the jobs of a dead worker go to others. */
  constructor(lockMs: number, after: After = afterTimeout) {
    this.#lockMs = lockMs;
    this.#after = after;
  }

  connect(): JobQueue {
    const held = new Set<MemoryContest>();
    return {
      offer: async (offer, descriptor, listener) => {
        const contest = this.#find(offer, descriptor);
        if (contest.listener !== undefined) throw new ContestTaken(`another coordinator plays ${offer.title}`);
        contest.listener = listener;
        held.add(contest);
        this.#after(0, () => {
          for (const result of contest.results.values()) listener.played(result);
          listener.workers([...contest.seen.values()]);
        });
        for (const session of this.sessions) session.tell(offer);
        return this.#offered(contest);
      },
      work: async (facts, listener) => {
        const session = new MemoryWorkerSession(this, facts, listener);
        this.sessions.add(session);
        for (const { offer } of this.contests.values()) this.#after(0, () => session.tell(offer));
        return session;
      },
      // A coordinator that is gone without having ended its contests leaves them.
      close: async () => held.forEach((contest) => void (contest.listener = undefined)),
    };
  }

  /** The worker is gone. Its jobs go to others after a while. */
  kill(session: WorkerSession): void {
    this.sessions.delete(session as MemoryWorkerSession);
    for (const contest of this.contests.values())
      for (const member of contest.members) if (member.session === session) this.#lose(contest, member);
  }

  /** Hands out what waits. */
  dispatch(contest: MemoryContest): void {
    for (const entry of contest.jobs.values()) {
      if (entry.state !== 'waiting') continue;
      const fits = ({ playing, concurrency }: Member) => playing.size < concurrency;
      const member = [...contest.members].find(fits);
      if (member !== undefined) void this.#play(contest, member, entry);
    }
  }

  show(contest: MemoryContest, worker: WorkerStatus | undefined, id: string): void {
    if (worker === undefined) contest.seen.delete(id);
    else contest.seen.set(id, worker);
    contest.listener?.workers([...contest.seen.values()]);
  }

  async #play(contest: MemoryContest, member: Member, entry: MemoryJob): Promise<void> {
    const controller = new AbortController();
    entry.state = 'active';
    member.playing.set(entry, controller);
    const outcome = await member.play(entry.job, controller.signal);
    member.playing.delete(entry);
    if (!contest.jobs.has(entry.job.id)) return;
    this.#conclude(contest, entry, outcome);
    this.dispatch(contest);
  }

  #conclude(contest: MemoryContest, entry: MemoryJob, outcome: JobOutcome): void {
    switch (outcome.kind) {
      case 'played':
        entry.state = 'done';
        contest.results.set(entry.job.id, outcome.result);
        // A worker that was thought dead reports, too.
        return contest.listener?.played(outcome.result);
      case 'returned':
        if (entry.state === 'active') entry.state = 'waiting';
        return;
      case 'failed':
        if (entry.state !== 'active') return;
        entry.failures += 1;
        entry.state = entry.failures < MAX_FAILURES ? 'waiting' : 'done';
        if (entry.state === 'done') contest.listener?.failed(entry.job.id, outcome.reason);
    }
  }

  #lose(contest: MemoryContest, member: Member): void {
    contest.members.delete(member);
    this.#after(this.#lockMs, () => {
      const { facts } = member.session;
      this.show(contest, { facts, state: { kind: 'silent' } }, facts.id);
      for (const entry of member.playing.keys()) if (entry.state === 'active') entry.state = 'waiting';
      this.dispatch(contest);
    });
  }

  #find(offer: ContestOffer, descriptor: string): MemoryContest {
    const known = this.contests.get(offer.id);
    if (known !== undefined) return known;
    const empty = { jobs: new Map(), results: new Map(), members: new Set<Member>(), seen: new Map() };
    const contest: MemoryContest = { offer, descriptor, ...empty, listener: undefined };
    this.contests.set(offer.id, contest);
    return contest;
  }

  #offered(contest: MemoryContest): CoordinatorSession {
    return {
      left: Array.from(contest.jobs.values(), ({ job }) => job),
      add: async (jobs) => {
        for (const job of jobs)
          if (!contest.jobs.has(job.id)) contest.jobs.set(job.id, { job, state: 'waiting', failures: 0 });
        this.dispatch(contest);
      },
      remove: async (ids) => {
        for (const id of ids) {
          contest.jobs.delete(id);
          contest.results.delete(id);
        }
      },
      end: async () => {
        this.contests.delete(contest.offer.id);
        for (const { playing } of contest.members) for (const controller of playing.values()) controller.abort();
        for (const session of this.sessions) session.withdraw(contest.offer.id);
      },
    };
  }
}

class MemoryWorkerSession implements WorkerSession {
  readonly facts: WorkerFacts;
  readonly #server: MemoryServer;
  readonly #listener: OfferListener;

  constructor(server: MemoryServer, facts: WorkerFacts, listener: OfferListener) {
    this.#server = server;
    this.facts = facts;
    this.#listener = listener;
  }

  tell(offer: ContestOffer): void {
    this.#listener.offered(offer);
  }

  withdraw(contestId: string): void {
    this.#listener.withdrawn(contestId);
  }

  async read({ id }: ContestOffer): Promise<string | undefined> {
    return this.#server.contests.get(id)?.descriptor;
  }

  async refuse({ id }: ContestOffer, reason: string): Promise<void> {
    const contest = this.#server.contests.get(id);
    if (contest === undefined) return;
    this.#server.show(contest, { facts: this.facts, state: { kind: 'refused', reason } }, this.facts.id);
  }

  async join({ id }: ContestOffer, concurrency: number, play: PlayJob): Promise<Membership> {
    const contest = this.#server.contests.get(id);
    if (contest === undefined) return { setConcurrency() {}, async leave() {} };
    const member: Member = { session: this, play, playing: new Map(), concurrency };
    contest.members.add(member);
    this.#server.show(contest, { facts: this.facts, state: { kind: 'playing' } }, this.facts.id);
    this.#server.dispatch(contest);
    return {
      setConcurrency: (jobs) => {
        member.concurrency = jobs;
        this.#server.dispatch(contest);
      },
      leave: async () => {
        contest.members.delete(member);
        this.#server.show(contest, undefined, this.facts.id);
      },
    };
  }

  async close(): Promise<void> {
    this.#server.sessions.delete(this);
  }
}

function afterTimeout(ms: number, action: () => void): () => void {
  const timer = setTimeout(action, ms);
  return () => clearTimeout(timer);
}
