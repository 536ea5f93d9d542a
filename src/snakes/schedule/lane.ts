/** The games of one snake among those that share the cores of its host, and what each call of it takes. */
import type { SnakePriority } from '../../config/schema.js';
import { CpuSpan } from '../../processes/cpu-span.js';
import type { Cores, ScheduledTurn, Ticket, Weighted } from './cores.js';
import { GameLoad, type TurnUse } from './game-load.js';
import type { Worker } from './idle-cores.js';

/** What a core is leased for. */
export interface LeasedCall {
  /** Only a `move` waits for a core, and counts as what its game costs. */
  readonly kind: string;
  readonly job: { readonly key: string };
  readonly deadline: number;
  /** The child that is to do it; another one if that has died meanwhile. */
  readonly child: Worker | undefined;
  /** Settles when nobody waits for it any more. */
  readonly outcome: Promise<unknown>;
}

/** The weight of a snake's turns, by its priority. */
const PRIORITY_WEIGHTS: Readonly<Record<SnakePriority, number>> = { high: 2, normal: 1, low: 0.5 };

/**
 * Owns what is learnt of one snake's games.
 *
 * Guarantees that a new game starts from what the last turn of any game of this snake has shown.
 */
export class Lane implements Weighted {
  readonly weight: number;
  readonly cores: Cores;
  readonly #loads = new Map<string, GameLoad>();
  #recentLoad: number | undefined;
  #isLight = false;

  constructor(cores: Cores, priority: SnakePriority = 'normal') {
    this.cores = cores;
    this.weight = PRIORITY_WEIGHTS[priority];
  }

  /** Whether its last turn, in any game, has shown that it answers long before its deadlines. */
  get isLight(): boolean {
    return this.#isLight;
  }

  /** A game begins: its first turn comes at any moment. */
  begin(key: string): void {
    const load = this.loadOf(key);
    if (load.isCpuBound) this.cores.expect(load, this);
  }

  /** What is known of a game, even if that is nothing yet. */
  loadOf(key: string): GameLoad {
    let load = this.#loads.get(key);
    if (load === undefined) {
      load = new GameLoad(this.#recentLoad);
      this.#loads.set(key, load);
    }
    return load;
  }

  /**
   * A core for a call of this snake: at once, unless it is a move of a CPU-bound game and none is free. Resolves with
   * nothing if nobody waits for the call any more before there is one.
   */
  lease(call: LeasedCall): Lease | Promise<Lease | undefined> {
    if (call.kind !== 'move') return new Lease(this, call);
    const load = this.loadOf(call.job.key);
    if (!load.isCpuBound) return new Lease(this, call, load);
    let begin: (() => void) | undefined;
    const ticket = this.ticket(load, {
      deadline: call.deadline,
      get isReady() {
        return call.child?.isFree === true;
      },
      get worker() {
        return call.child;
      },
      begin: () => begin?.(),
    });
    this.cores.add(ticket);
    if (ticket.share !== undefined) return new Lease(this, call, load, ticket);
    return new Promise((resolve) => {
      begin = () => resolve(new Lease(this, call, load, ticket));
      void call.outcome.then(() => {
        if (ticket.share === undefined) this.cores.remove(ticket);
        return resolve(undefined);
      });
    });
  }

  /** What a turn of a CPU-bound game waits with, once {@link Cores.add} has taken it. */
  ticket(load: GameLoad, turn: ScheduledTurn): Ticket {
    return { turn, load, lane: this };
  }

  /** Learns from a turn that was answered. */
  learn(load: GameLoad, use: TurnUse): void {
    load.learn(use);
    this.#recentLoad = load.recentLoad;
    this.#isLight = !load.isCpuBound;
    if (this.#isLight) this.cores.leave(load);
  }

  /** The game is over. */
  end(key: string): void {
    const load = this.#loads.get(key);
    if (load === undefined) return;
    this.#loads.delete(key);
    this.cores.leave(load);
  }

  /** Live state for operators. */
  status(): LaneStatus {
    const shares = new Map<string, number>();
    for (const [key, { share }] of this.#loads) if (share !== undefined) shares.set(key, share);
    return { cpuBound: this.cores.cpuBoundOf(this), waiting: this.cores.waiting(this), shares };
  }
}

/** CPU time is only looked up for turns that took longer, in ms: others are light by any measure. */
const WORTH_A_LOOK_MS = 10;

/**
 * A call that may use a core, and what it costs.
 *
 * Guarantees that its game learns what it has cost when it is released, once; and that the next turn can begin then.
 */
export class Lease {
  /** The strategy's deadline, on the clock of `performance.now()`; absent if only that of its call counts. */
  readonly until: number | undefined;
  readonly #lane: Lane;
  readonly #call: LeasedCall;
  /** Absent for what is no move. */
  readonly #load: GameLoad | undefined;
  /** Absent if it did not have to wait. */
  readonly #ticket: Ticket | undefined;
  /** What the child computes, if it is of interest. */
  readonly #span: CpuSpan | undefined;
  #begunAt: number | undefined;

  constructor(lane: Lane, call: LeasedCall, load?: GameLoad, ticket?: Ticket) {
    this.until = ticket?.until;
    this.#lane = lane;
    this.#call = call;
    this.#load = load;
    this.#ticket = ticket;
    const isOfInterest = ticket !== undefined || (load !== undefined && load.recentLoad > 0);
    if (isOfInterest && call.child !== undefined) this.#span = new CpuSpan(call.child);
  }

  /** The child has the call. Who ponders may lose a core to it, if not before. */
  begin(): void {
    if (this.#ticket === undefined) this.#lane.cores.idle.sent(this);
    this.#begunAt = performance.now();
  }

  /** It is over. `isDone`: its child has done it. */
  release(isDone: boolean): void {
    const { cores } = this.#lane;
    if (this.#load !== undefined && this.#begunAt !== undefined) {
      this.#lane.learn(this.#load, this.#useOf(this.#load, performance.now() - this.#begunAt, isDone));
    }
    if (this.#ticket !== undefined) return cores.remove(this.#ticket);
    cores.idle.done(this);
    cores.wake();
  }

  #useOf(load: GameLoad, took: number, isDone: boolean): TurnUse {
    const budget = this.#ticket === undefined ? this.#call.deadline - this.#begunAt! : load.budget;
    const span = took > WORTH_A_LOOK_MS && isDone ? this.#span?.look() : undefined;
    // One that computes in several threads has no more than a turn's time.
    const used = Math.min(took, span?.used ?? took);
    const wanted = Math.min(took, used + (span?.waited ?? took));
    return { used, wanted, share: this.#ticket?.share ?? budget, budget };
  }
}

/** What a snake has of the host's cores. */
export interface LaneStatus {
  /** Games in which it computes to its deadline. */
  readonly cpuBound: number;
  /** Turns that wait for a core. */
  readonly waiting: number;
  /** What the last turn of each game was given, in ms, by the game's key. Absent for light games. */
  readonly shares: ReadonlyMap<string, number>;
}
