/** The games of one snake on the scheduled cores of its host, and the cost of its calls. */
import type { SnakePriority } from '../../config/schema.js';
import { CpuSpan } from '../../processes/proc.js';
import type { Cores, ScheduledTurn, Ticket, Weighted } from './cores.js';
import { GameLoad, type TurnUse } from './game-load.js';
import type { Worker } from './idle-cores.js';

export interface LeasedCall {
  /** Only a `move` waits for a core and counts as load. */
  readonly kind: string;
  readonly job: { readonly key: string };
  readonly deadline: number;
  /** Its child; another one if that died. */
  readonly child: Worker | undefined;
  /** Settles when the call is answered or abandoned. */
  readonly outcome: Promise<unknown>;
}

const PRIORITY_WEIGHTS: Readonly<Record<SnakePriority, number>> = { high: 2, normal: 1, low: 0.5 };

/**
 * Owns the load of one snake's games.
 *
 * Guarantees that a new game starts from the last turn of any game of this snake.
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

  /** Whether its last turn, in any game, was light. */
  get isLight(): boolean {
    return this.#isLight;
  }

  /** Begins a game: its first turn may come at any moment. */
  begin(key: string): void {
    const load = this.loadOf(key);
    if (load.isCpuBound) this.cores.expect(load, this);
  }

  /** The load of a game, even an unknown one. */
  loadOf(key: string): GameLoad {
    let load = this.#loads.get(key);
    if (load === undefined) {
      load = new GameLoad(this.#recentLoad);
      this.#loads.set(key, load);
    }
    return load;
  }

  /**
   * Leases a core for a call: at once, unless it is a move of a CPU-bound game and no core is free. Resolves with
   * nothing if the call is answered or abandoned first.
   */
  lease(call: LeasedCall): Lease | Promise<Lease | undefined> {
    if (call.kind !== 'move') return new Lease(this, call);
    const load = this.loadOf(call.job.key);
    if (!load.isCpuBound) return new Lease(this, call, load);
    let begin: (() => void) | undefined;
    const turn: ScheduledTurn = {
      deadline: call.deadline,
      get isReady() {
        return call.child?.isFree === true;
      },
      get worker() {
        return call.child;
      },
      begin: () => begin?.(),
    };
    const ticket: Ticket = { turn, load, lane: this };
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

  /** Updates the load with an answered turn. */
  learn(load: GameLoad, use: TurnUse): void {
    load.learn(use);
    this.#recentLoad = load.recentLoad;
    this.#isLight = !load.isCpuBound;
    if (this.#isLight) this.cores.leave(load);
  }

  end(key: string): void {
    const load = this.#loads.get(key);
    if (load === undefined) return;
    this.#loads.delete(key);
    this.cores.leave(load);
  }

  status(): LaneStatus {
    const shares = new Map<string, number>();
    for (const [key, { share }] of this.#loads) if (share !== undefined) shares.set(key, share);
    return { cpuBound: this.cores.cpuBoundOf(this), waiting: this.cores.waiting(this), shares };
  }
}

/** CPU time is only read for turns that took longer, in ms: shorter ones are light by any measure. */
const WORTH_A_LOOK_MS = 10;

/**
 * A call that may use a core, and its cost.
 *
 * Guarantees that its release updates the load of its game, once, and lets the next turn begin.
 */
export class Lease {
  /** The strategy's deadline, on the clock of `performance.now()`; absent if it is the deadline of the call. */
  readonly until: number | undefined;
  readonly #lane: Lane;
  readonly #call: LeasedCall;
  /** Absent unless it is a move. */
  readonly #load: GameLoad | undefined;
  /** Absent if it did not have to wait. */
  readonly #ticket: Ticket | undefined;
  /** The CPU time of the child, if it matters. */
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

  /** The child has the call. Pondering games may lose a core to it, if they have not before. */
  begin(): void {
    if (this.#ticket === undefined) this.#lane.cores.idle.sent(this);
    this.#begunAt = performance.now();
  }

  /** Ends the lease. `isDone`: the child has done the call. */
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
    // A child with several threads is charged for the elapsed time at most.
    const used = Math.min(took, span?.used ?? took);
    const wanted = Math.min(took, used + (span?.waited ?? took));
    return { used, wanted, share: this.#ticket?.share ?? budget, budget };
  }
}

/** A snake's share of the host's cores. */
export interface LaneStatus {
  readonly cpuBound: number;
  readonly waiting: number;
  /** The last share of each CPU-bound game, in ms, by key. */
  readonly shares: ReadonlyMap<string, number>;
}
