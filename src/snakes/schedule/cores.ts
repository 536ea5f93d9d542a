/** Decides when each turn may compute, and until when, over all snakes and games of a host. */
import { availableCores } from '../../processes/machine.js';
import type { GameLoad } from './game-load.js';
import { IdleCores, type Worker } from './idle-cores.js';
import { timePerWeight } from './plan.js';

/** What turns of one snake have in common. */
export interface Weighted {
  /** Their share in proportion to those of other snakes. */
  readonly weight: number;
}

/** A turn that wants a core. Times on the clock of {@link Cores}. */
export interface ScheduledTurn {
  /** When its answer has to leave. */
  readonly deadline: number;
  /** Whether its child could begin now. */
  readonly isReady: boolean;
  /** The child that is to do it: it has one turn at a time. */
  readonly worker?: Worker | undefined;
  /** There is a core for it until then. */
  begin(until: number): void;
}

/** A turn that waits for a core or has one. */
export interface Ticket {
  readonly turn: ScheduledTurn;
  readonly load: GameLoad;
  readonly lane: Weighted;
  /** What it was given, once it has begun; in ms. */
  share?: number;
  /** When it has to give its core back. Absent while it waits, and when it has lost its core. */
  until?: number | undefined;
}

/** A game that was not heard of for this long is not expected to ask at any moment, in ms. */
const ACTIVE_MS = 1500;
/** The least that a turn is given, in ms. */
const LEAST_SHARE_MS = 5;
/** Every turn is planned to end this much before its deadline, in ms: something is always late. */
const SLACK_MS = 10;
/** A turn that has not answered this long after its share loses its core, in ms. */
const RELEASE_MS = 5;
/** Most turns of one look ahead; those of later deadlines hardly matter to the next one. */
const MAX_PLANNED = 128;

/** What {@link Cores} run on. */
export interface CoresOptions {
  /** Cores; those of this machine unless given. */
  readonly cores?: number;
  readonly now?: () => number;
  /** Calls `run` after `ms`; what it returns takes that back. */
  readonly setTimer?: (run: () => void, ms: number) => () => void;
}

/**
 * Owns the turns that wait for a core, and those that have one.
 *
 * Guarantees that no more CPU-bound turns run at once than there are cores; that all get the same share, by weight;
 * and that every turn gets its share before its deadline while the load fits, earliest deadline first. A turn that
 * would lose half of its share by waiting longer begins at once, next to the others. Never queues a light game, and
 * never touches a process.
 */
export class Cores {
  /** What is left of the cores, for snakes that ponder. */
  readonly idle: IdleCores;
  readonly #cores: number;
  readonly #now: () => number;
  readonly #setTimer: (run: () => void, ms: number) => () => void;
  /** In the order in which they were asked last. */
  readonly #active = new Map<GameLoad, Weighted>();
  /** Earliest deadline first. */
  readonly #waiting: Ticket[] = [];
  readonly #running = new Set<Ticket>();
  #cancelTimer: (() => void) | undefined;
  readonly #onQuiet = new Set<() => void>();

  constructor({ cores = availableCores(), now = () => performance.now(), setTimer }: CoresOptions = {}) {
    this.#cores = cores;
    this.#now = now;
    this.#setTimer = setTimer ?? startTimer;
    this.idle = new IdleCores(cores, {
      isWanted: () => this.#waiting.length > 0,
      hasTurn: (worker) => this.#hasTurn(worker),
    });
  }

  /** How many CPU-bound games share a core; at least 1. */
  get oversubscription(): number {
    this.#forgetSilent();
    return Math.max(1, this.#active.size / this.#cores);
  }

  /** How many turns wait for a core, of one snake or of all. */
  waiting(lane?: Weighted): number {
    return lane === undefined ? this.#waiting.length : this.#waiting.filter((ticket) => ticket.lane === lane).length;
  }

  /** Calls `run` once, when no turn waits for a core: now, or later. */
  whenQuiet(run: () => void): void {
    if (this.#waiting.length === 0) run();
    else this.#onQuiet.add(run);
  }

  /** How many games of one snake are CPU-bound. */
  cpuBoundOf(lane: Weighted): number {
    this.#forgetSilent();
    return [...this.#active.values()].filter((one) => one === lane).length;
  }

  /** A CPU-bound game may ask at any moment from now on: it has begun, asked, or been answered. */
  expect(load: GameLoad, lane: Weighted): void {
    load.seenAt = this.#now();
    this.#active.delete(load);
    this.#active.set(load, lane);
  }

  /** A game asks no more: its game is over, or it turned out to be light. */
  leave(load: GameLoad): void {
    this.#active.delete(load);
  }

  /** Takes a turn of a CPU-bound game. It begins before this returns or later; never once it was removed. */
  add(ticket: Ticket): void {
    const { deadline } = ticket.turn;
    const left = deadline - this.#now();
    // A turn that comes again because a child has died has less than its game's turns have.
    if (left > ticket.load.budget / 2) ticket.load.budget = left;
    this.expect(ticket.load, ticket.lane);
    const after = this.#waiting.findIndex(({ turn }) => turn.deadline > deadline);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, ticket);
    this.wake();
  }

  /** The turn is over, or nobody wants it any more. */
  remove(ticket: Ticket): void {
    const at = this.#waiting.indexOf(ticket);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.delete(ticket);
    this.idle.done(ticket);
    if (this.#active.has(ticket.load)) this.expect(ticket.load, ticket.lane);
    this.wake();
  }

  /** Lets turns begin that can. Call it when a child is free. */
  wake(): void {
    const now = this.#now();
    for (const ticket of this.#running) {
      if (ticket.until !== undefined && ticket.until + RELEASE_MS <= now) ticket.until = undefined;
    }
    for (let next = this.#next(now); next !== undefined; next = this.#next(now)) this.#begin(next, now);
    this.#arm(now);
    this.#callQuiet();
    this.idle.share();
  }

  #callQuiet(): void {
    if (this.#waiting.length > 0 || this.#onQuiet.size === 0) return;
    const calls = [...this.#onQuiet];
    this.#onQuiet.clear();
    for (const call of calls) call();
  }

  /** The turn to begin now, if any: the first that can. */
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

  /** Whether a child was given a turn already, be it that it has not heard of it yet. */
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

  /** When the running turns give back their cores, the earliest first. */
  #ends(): number[] {
    return [...this.#running].flatMap(({ until }) => until ?? []).sort((a, b) => a - b);
  }

  /** When a turn begins even without a core of its own, because it would lose half of its share otherwise. */
  #lastMoment({ turn, load, lane }: Ticket, weight: number): number {
    const part = Math.min(1, (lane.weight / Math.max(lane.weight, weight)) * this.#cores);
    return turn.deadline - Math.max(LEAST_SHARE_MS, (part * load.budget) / 2);
  }

  /** What a turn may take if it begins now, in ms: as much as all others may, by weight. */
  #shareOf(ticket: Ticket, now: number): number {
    const { weight } = ticket.lane;
    const others = this.#planned(ticket, now);
    // With more running than there are cores, those that end last count: the turn itself makes do with one more.
    const busy = this.#cores === 1 ? [] : this.#ends().slice(1 - this.#cores);
    const cores = [...busy, ...Array.from({ length: this.#cores - busy.length }, () => now)];
    return weight * timePerWeight([{ deadline: ticket.turn.deadline, weight }, ...others], cores, now);
  }

  /** The turns that will want a core besides this one: those that wait, and those that may come at any moment. */
  #planned(ticket: Ticket, now: number): { deadline: number; weight: number }[] {
    const turns: { deadline: number; weight: number }[] = [];
    const here = new Set<GameLoad>([ticket.load]);
    for (const { load, turn, lane } of this.#waiting) {
      if (here.has(load)) continue;
      here.add(load);
      // One that is late already cannot be helped by giving less to the others.
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

  /** The weight of all CPU-bound games together. */
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

  /** One timer: for the next turn that loses its core, or that can wait no longer. */
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

/** A turn that begins, and its share in ms. */
interface Beginning {
  readonly ticket: Ticket;
  readonly share: number;
}

function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
