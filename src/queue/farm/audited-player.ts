/**
 * Plays a contest on workers, and has some pairs played twice, by different workers: one that reports another result
 * than two others is found out. The commands with `--queue` play with it.
 */
import type { GameRecord } from '../../arena/contest/game-record.js';
import type { GamePlayer } from '../../arena/contest/play-contest.js';
import type { Pairing } from '../../arena/contest/pairing.js';
import type { JobResult, OfferedContest, PlayedPair, SeenWorker, WorkerFacts } from '../job-queue.js';
import { toPrint } from '../pair-prints.js';
import { QueuePlayer } from '../queue-player.js';
import { Disputes, type Testimony } from './disputes.js';

/** One pair in so many is played by a second worker, too. */
export const AUDIT_EVERY = 50;
/** Pairs whose results are remembered: those that are played twice come soon or never. */
const MAX_KNOWN = 10_000;
/** Jobs that play a pair once more. */
const AUDIT_JOB = /^audit-/;

/** What becomes known of pairs and workers. */
export interface FarmListener {
  /** A worker was the first to report this pair. */
  readonly settled?: (played: PlayedPair, worker: WorkerFacts, pairings: readonly Pairing[]) => void;
  /** Two workers have reported the same pair, and their results were compared. */
  readonly compared?: (one: WorkerFacts, other: WorkerFacts) => void;
}

/** How pairs are audited. */
export interface AuditOptions {
  /** {@link AUDIT_EVERY} unless given; `Infinity` for snakes whose answers follow from more than the seed. */
  readonly every?: number;
  readonly listener?: FarmListener;
}

/** A worker whose result two others contradict. */
export interface NamedWorker {
  readonly worker: WorkerFacts;
  readonly pair: number;
  readonly others: readonly WorkerFacts[];
  /** Its pairs that were counted before. */
  readonly counted: number;
}

interface HeldPair {
  readonly pairings: readonly Pairing[];
  readonly resolve: (records: readonly GameRecord[] | undefined) => void;
  readonly reject: (reason: unknown) => void;
  /** Present once it was played. */
  played: { readonly records: readonly GameRecord[] | undefined } | undefined;
  /** The id of the worker that played it. */
  by: string | undefined;
  /** Grows whenever it is played again. */
  attempt: number;
}

interface KnownPair extends Testimony {
  readonly pairings: readonly Pairing[];
  readonly isClean: boolean;
}

/**
 * A {@link QueuePlayer} that looks for workers whose results differ.
 *
 * - Owns that player, and the pairs that are played but may not be counted yet: it hands results out in the order of
 *   the pairs, in which they are counted anyway.
 * - A worker whose result two others contradict is named. What it has reported and was not counted is played again by
 *   others, and nothing is taken from it any more. What was counted stays: the test has used it.
 * - Results that differ on three workers, or on more than a third of all, are those of strategies that look at the
 *   clock or at chance. Then nobody is named, and nothing is audited any more.
 */
export class AuditedPlayer implements GamePlayer {
  readonly #contest: OfferedContest;
  readonly #player: QueuePlayer;
  readonly #listener: FarmListener;
  readonly #every: number;
  /** By pair, in their order. */
  readonly #held = new Map<number, HeldPair>();
  readonly #known = new Map<number, KnownPair>();
  readonly #disputes = new Disputes();
  readonly #named = new Map<string, NamedWorker>();
  /** Pairs that were handed out, by the id of the worker that played them. */
  readonly #counted = new Map<string, number>();
  #playing: readonly string[] = [];
  #isReproducible = true;

  constructor(contest: OfferedContest, { every = AUDIT_EVERY, listener = {} }: AuditOptions = {}) {
    this.#contest = contest;
    this.#every = every;
    this.#listener = listener;
    const audits = contest.left.filter(isAudit);
    const left = contest.left.filter((job) => !isAudit(job));
    if (audits.length > 0) void contest.remove(audits.map(({ id }) => id));
    const others: OfferedContest = {
      left,
      add: (jobs) => contest.add(jobs),
      remove: (jobIds) => contest.remove(jobIds),
      end: () => contest.end(),
    };
    this.#player = new QueuePlayer(others, {
      settled: (played, worker) => this.#onSettled(played, worker),
      repeated: (played, worker) => this.#onRepeated(played, worker),
    });
  }

  /** The workers that were found out. */
  get named(): readonly NamedWorker[] {
    return [...this.#named.values()];
  }

  /** Pairs about which two workers differ, as long as no third one has decided. */
  get disputes(): ReturnType<Disputes['list']> {
    return this.#disputes.list();
  }

  /** Whether the same pair goes the same way everywhere, as far as it was found out. */
  get isReproducible(): boolean {
    return this.#isReproducible;
  }

  /** Rejects if workers cannot play the pair. */
  play(pairings: readonly Pairing[]): Promise<readonly GameRecord[] | undefined> {
    return new Promise((resolve, reject) => {
      const held: HeldPair = { pairings, resolve, reject, played: undefined, by: undefined, attempt: 0 };
      this.#held.set(pairings[0]!.pair, held);
      void this.#begin(held);
    });
  }

  get pairsAhead(): number {
    return this.#player.pairsAhead;
  }

  onRoom(more: () => void): void {
    this.#player.onRoom(more);
  }

  /** See {@link QueuePlayer.counted}. */
  counted(pairs: number): void {
    this.#player.counted(pairs);
  }

  /** See {@link QueuePlayer.played}. An audit whose result is damaged decides nothing. */
  played(result: JobResult): void {
    this.#player.played(result);
    if (result.pairs.length === 0) this.#leaveOpenAfter(result.jobId);
  }

  /** See {@link QueuePlayer.failed}. An audit that nobody can play decides nothing. */
  failed(jobId: string, reason: string): void {
    this.#player.failed(jobId, reason);
    this.#leaveOpenAfter(jobId);
  }

  /** See {@link QueuePlayer.workers}. */
  workers(workers: readonly SeenWorker[]): void {
    this.#playing = workers.filter(({ state }) => state.kind === 'playing').map(({ facts }) => facts.id);
    this.#player.workers(workers);
    this.#release();
  }

  /** See {@link QueuePlayer.close}. */
  close(): void {
    this.#player.close();
  }

  /** Has the pair played, also if it was played before. */
  async #begin(held: HeldPair): Promise<void> {
    const attempt = ++held.attempt;
    held.played = undefined;
    held.by = undefined;
    try {
      const records = await this.#player.play(held.pairings);
      if (attempt !== held.attempt) return;
      held.played = { records };
      this.#release();
    } catch (thrown) {
      held.reject(thrown);
    }
  }

  /** Hands out the first pairs, up to one that is not played or in dispute. */
  #release(): void {
    for (const [pair, { played, by, resolve }] of this.#held) {
      if (played === undefined || this.#isWaitingForThird(pair)) return;
      this.#held.delete(pair);
      if (by !== undefined) this.#counted.set(by, (this.#counted.get(by) ?? 0) + 1);
      resolve(played.records);
    }
  }

  #isWaitingForThird(pair: number): boolean {
    return this.#disputes.has(pair) && this.#othersThan(this.#disputes.idsOf(pair)).length > 0;
  }

  #othersThan(ids: readonly string[]): string[] {
    return this.#playing.filter((id) => !ids.includes(id) && !this.#named.has(id));
  }

  #onSettled(played: PlayedPair, worker: WorkerFacts): void {
    const { pair, records } = played;
    const held = this.#held.get(pair);
    if (held === undefined) return;
    held.by = worker.id;
    const { pairings } = held;
    this.#listener.settled?.(played, worker, pairings);
    this.#known.set(pair, { worker, pairings, print: toPrint(records), isClean: records.every(isClean) });
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_KNOWN) this.#known.delete(oldest!);
    const isDue = (pair + 1) % this.#every === 0 && held.attempt === 1;
    if (isDue && this.#isReproducible) this.#playAgain(pair, pairings, [worker.id]);
  }

  /** Asks a worker that is none of these. */
  #playAgain(pair: number, pairings: readonly Pairing[], not: readonly string[]): void {
    if (this.#othersThan(not).length === 0) return;
    const notBy = [...new Set([...not, ...this.#named.keys()])];
    void this.#contest.add([{ id: `audit-${pair}-${not.length}`, pairs: [pairings], notBy }]);
  }

  #onRepeated({ pair, records }: PlayedPair, worker: WorkerFacts): void {
    const first = this.#known.get(pair);
    if (!this.#isReproducible || first === undefined) return;
    if (this.#named.has(worker.id) || this.#named.has(first.worker.id)) return;
    // A machine that was too busy for a moment is nobody's fault.
    if (!first.isClean || !records.every(isClean)) return this.#leaveOpen(pair);
    const again: Testimony = { worker, print: toPrint(records) };
    if (worker.id !== first.worker.id) this.#listener.compared?.(first.worker, worker);
    if (this.#disputes.has(pair)) this.#decide(pair, again);
    else if (again.print !== first.print) {
      this.#disputes.begin(pair, first, again);
      this.#playAgain(pair, first.pairings, [first.worker.id, worker.id]);
    }
  }

  /** If the job is an audit, no worker decides about its pair any more. */
  #leaveOpenAfter(jobId: string): void {
    if (AUDIT_JOB.test(jobId)) this.#leaveOpen(Number(jobId.split('-')[1]));
  }

  #leaveOpen(pair: number): void {
    this.#disputes.drop(pair);
    this.#release();
  }

  #decide(pair: number, third: Testimony): void {
    const verdict = this.#disputes.decide(pair, third);
    if (verdict === undefined) return;
    if (verdict.kind === 'chance') return this.#giveUp();
    const { worker, others } = verdict;
    this.#named.set(worker.id, { worker, pair, others, counted: this.#counted.get(worker.id) ?? 0 });
    if (3 * this.#named.size > Math.max(3, this.#playing.length)) return this.#giveUp();
    this.#player.exclude([...this.#named.keys()]);
    this.#disputes.dropOf(worker.id);
    for (const held of this.#held.values()) if (held.by === worker.id) void this.#begin(held);
    this.#release();
  }

  /** Strategies look at the clock or at chance: results say nothing about workers. */
  #giveUp(): void {
    this.#isReproducible = false;
    this.#named.clear();
    this.#disputes.clear();
    this.#player.exclude([]);
    this.#release();
  }
}

function isAudit({ id }: { readonly id: string }): boolean {
  return AUDIT_JOB.test(id);
}

/** Whether nothing in the game depended on how fast the machine was. */
function isClean(record: GameRecord): boolean {
  return record.kind === 'played' && record.seats.every(({ lostTurns }) => lostTurns === 0);
}
