/** Decides when each turn may compute, and until when, over all snakes and games of a host. */
import { availableCores } from '../../processes/machine.js';
import type { GameLoad } from './game-load.js';
import { IdleCores, type Worker } from './idle-cores.js';
import { timePerWeight } from './plan.js';

/** The snake of a turn. */
export interface Weighted {
  /** Their share relative to other snakes. */
  readonly weight: number;
}

/** A turn that needs a core. Times on the clock of {@link Cores}. */
export interface ScheduledTurn {
  /** When its answer is due. */
  readonly deadline: number;
  /** Whether its child could begin now. */
  readonly isReady: boolean;
  /** Its child, which does one turn at a time. */
  readonly worker?: Worker | undefined;
  /** Gives it a core until then. */
  begin(until: number): void;
}

export interface Ticket {
  readonly turn: ScheduledTurn;
  readonly load: GameLoad;
  readonly lane: Weighted;
  /** Its time in ms, once it has begun. */
  share?: number;
  /** When it must return its core. Absent while it waits, and after it has lost its core. */
  until?: number | undefined;
}

/** A game that was silent for this long is not planned for, in ms. */
const ACTIVE_MS = 1500;
/** The shortest share of a turn, in ms. */
const LEAST_SHARE_MS = 5;
/** Every turn is planned to end this much before its deadline, in ms, as a safety margin. */
const SLACK_MS = 10;
/** A turn that has not answered this long after its share loses its core, in ms. */
const RELEASE_MS = 5;
/** Most turns of one plan; later deadlines hardly matter to the next turn. */
const MAX_PLANNED = 128;

export interface CoresOptions {
  /** Number of cores (default: all cores of this machine). */
  readonly cores?: number;
  readonly now?: () => number;
  /** Calls `run` after `ms`; returns a function that cancels it. */
  readonly setTimer?: (run: () => void, ms: number) => () => void;
}

/**
 * Owns the turns that wait for a core or have one.
 *
 * Guarantees that no more CPU-bound turns run at once than there are cores; that all get the same share, by weight; and
 * that every turn gets its share before its deadline while the load fits, earliest deadline first. A turn that would
 * lose half of its share by waiting longer begins at once, next to the others. Never queues a light game, and never
 * touches a process.
 */
export class Cores {
  /** Idle time of the cores, for snakes that ponder. */
  readonly idle: IdleCores;
  readonly #cores: number;
  readonly #now: () => number;
  readonly #setTimer: (run: () => void, ms: number) => () => void;
  /** In the order of their last turns. */
  readonly #active = new Map<GameLoad, Weighted>();
  readonly #waiting: Ticket[] = [];
  readonly #running = new Set<Ticket>();
  #cancelTimer: (() => void) | undefined;
  readonly #onIdle = new Set<() => void>();

  constructor({ cores = availableCores(), now = () => performance.now(), setTimer }: CoresOptions = {}) {
    this.#cores = cores;
    this.#now = now;
    this.#setTimer = setTimer ?? startTimer;
    this.idle = new IdleCores(cores, {
      isWanted: () => this.#waiting.length > 0,
      hasTurn: (worker) => this.#hasTurn(worker),
    });
  }

  get oversubscription(): number {
    this.#forgetSilent();
    return Math.max(1, this.#active.size / this.#cores);
  }

  waiting(lane?: Weighted): number {
    return lane === undefined ? this.#waiting.length : this.#waiting.filter((ticket) => ticket.lane === lane).length;
  }

  /** Calls `run` once, when no turn waits for a core: now, or later. */
  whenIdle(run: () => void): void {
    if (this.#waiting.length === 0) run();
    else this.#onIdle.add(run);
  }

  cpuBoundOf(lane: Weighted): number {
    this.#forgetSilent();
    return [...this.#active.values()].filter((one) => one === lane).length;
  }

  /** A CPU-bound game may send a turn at any moment from now on: it has begun, sent one, or been answered. */
  expect(load: GameLoad, lane: Weighted): void {
    load.seenAt = this.#now();
    this.#active.delete(load);
    this.#active.set(load, lane);
  }

  /** No more turns of this game: it is over, or it turned out to be light. */
  leave(load: GameLoad): void {
    this.#active.delete(load);
  }

  /** Takes a turn of a CPU-bound game. It begins before this returns or later; never after it was removed. */
  add(ticket: Ticket): void {
    const { deadline } = ticket.turn;
    const left = deadline - this.#now();
    // A turn that is repeated because a child died has less time than its game's turns usually have.
    if (left > ticket.load.budget / 2) ticket.load.budget = left;
    this.expect(ticket.load, ticket.lane);
    const after = this.#waiting.findIndex(({ turn }) => turn.deadline > deadline);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, ticket);
    this.wake();
  }

  /** Removes a turn that is over or abandoned. */
  remove(ticket: Ticket): void {
    const at = this.#waiting.indexOf(ticket);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.delete(ticket);
    this.idle.done(ticket);
    if (this.#active.has(ticket.load)) this.expect(ticket.load, ticket.lane);
    this.wake();
  }

  /** Starts the turns that can begin. Call it when a child is free. */
  wake(): void {
    const now = this.#now();
    for (const ticket of this.#running) {
      if (ticket.until !== undefined && ticket.until + RELEASE_MS <= now) ticket.until = undefined;
    }
    for (let next = this.#next(now); next !== undefined; next = this.#next(now)) this.#begin(next, now);
    this.#arm(now);
    this.#callIdle();
    this.idle.share();
  }

  #callIdle(): void {
    if (this.#waiting.length > 0 || this.#onIdle.size === 0) return;
    const calls = [...this.#onIdle];
    this.#onIdle.clear();
    for (const call of calls) call();
  }

  /** The first turn that can begin now, if any. */
  #next(now: number): Beginning | undefined {
    if (this.#waiting.length === 0) return undefined;
    const weight = this.#weight();
    const taken = this.#ends().length;
    for (const ticket of this.#waiting) {
      const isUrgent = taken < 2 * this.#cores && now >= this.#lastMoment(ticket, weight);
      if ((taken >= this.#cores && !isUrgent) || !ticket.turn.isReady || this.#hasTurn(ticket.turn.worker)) continue;
      return { ticket, share: Math.max(LEAST_SHARE_MS, this.#shareOf(ticket, now)) };
    }
    return undefined;
  }

  /** Whether a child has a turn, even if it has not received it yet. */
  #hasTurn(worker: Worker | undefined): boolean {
    return worker !== undefined && [...this.#running].some(({ turn }) => turn.worker === worker);
  }

  #begin({ ticket, share }: Beginning, now: number): void {
    const { load, turn } = ticket;
    const given = load.payBack(share, LEAST_SHARE_MS);
    ticket.share = given;
    load.share = given;
    ticket.until = Math.min(turn.deadline, now + given);
    this.#waiting.splice(this.#waiting.indexOf(ticket), 1);
    this.#running.add(ticket);
    this.idle.sent(ticket);
    turn.begin(ticket.until);
  }

  /** When the running turns return their cores, the earliest first. */
  #ends(): number[] {
    return [...this.#running].flatMap(({ until }) => until ?? []).sort((a, b) => a - b);
  }

  /** When a turn begins even without a free core, because it would lose half of its share by waiting longer. */
  #lastMoment({ turn, load, lane }: Ticket, weight: number): number {
    const part = Math.min(1, (lane.weight / Math.max(lane.weight, weight)) * this.#cores);
    return turn.deadline - Math.max(LEAST_SHARE_MS, (part * load.budget) / 2);
  }

  /** The share of a turn that begins now, in ms: the same for all, by weight. */
  #shareOf(ticket: Ticket, now: number): number {
    const { weight } = ticket.lane;
    const others = this.#planned(ticket, now);
    // With more running turns than cores, the last ones to end count: the turn itself takes one more.
    const busy = this.#cores === 1 ? [] : this.#ends().slice(1 - this.#cores);
    const cores = [...busy, ...Array.from({ length: this.#cores - busy.length }, () => now)];
    return weight * timePerWeight([{ deadline: ticket.turn.deadline, weight }, ...others], cores, now);
  }

  /** The turns that will need a core besides this one: the waiting ones, and turns that may come at any moment. */
  #planned(ticket: Ticket, now: number): { deadline: number; weight: number }[] {
    const turns: { deadline: number; weight: number }[] = [];
    const here = new Set<GameLoad>([ticket.load]);
    for (const { load, turn, lane } of this.#waiting) {
      if (here.has(load)) continue;
      here.add(load);
      // A turn that is already late gains nothing if the others get less.
      if (turn.deadline > now + LEAST_SHARE_MS) turns.push({ deadline: turn.deadline - SLACK_MS, weight: lane.weight });
      if (turns.length >= MAX_PLANNED) break;
    }
    for (const { load } of this.#running) here.add(load);
    for (const [load, lane] of this.#active) {
      if (here.has(load)) continue;
      turns.push({ deadline: now + (load.budget || ticket.load.budget) - SLACK_MS, weight: lane.weight });
      if (turns.length >= MAX_PLANNED) break;
    }
    return turns.sort((a, b) => a.deadline - b.deadline);
  }

  #weight(): number {
    this.#forgetSilent();
    return [...this.#active.values()].reduce((sum, { weight }) => sum + weight, 0);
  }

  #forgetSilent(): void {
    const oldest = this.#now() - ACTIVE_MS;
    for (const load of this.#active.keys()) {
      if (load.seenAt + Math.max(0, load.budget - ACTIVE_MS / 2) > oldest) return;
      this.#active.delete(load);
    }
  }

  /** Sets the one timer: for the next turn that loses its core, or that can wait no longer. */
  #arm(now: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.length === 0) return;
    const weight = this.#weight();
    const ends = this.#ends().map((end) => end + RELEASE_MS);
    const first = this.#waiting.slice(0, MAX_PLANNED);
    const last = first.map((ticket) => this.#lastMoment(ticket, weight)).filter((at) => at > now);
    const next = Math.min(...ends, ...last);
    if (next < Infinity) this.#cancelTimer = this.#setTimer(() => this.wake(), Math.max(1, next - now));
  }
}

interface Beginning {
  readonly ticket: Ticket;
  readonly share: number;
}

function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
