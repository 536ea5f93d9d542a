/**
 * Decides when each turn's strategy may think, and until when, over all snakes and games of a host. Handed to the
 * runners, which ask it before they give a turn to a child process.
 */
import { availableCores } from '../../processes/available-cores.js';
import { timePerWeight } from './plan.js';
import type { ThinkerSeat } from './seat.js';
import type { Ticket, Weighted } from './ticket.js';

/** A seat that was not heard of for this long is not expected to ask at any moment, in ms. */
const ACTIVE_MS = 1500;
/** The least that a turn is given, in ms. */
const LEAST_SHARE_MS = 5;
/** Every turn is planned to end this much before its deadline, in ms: something is always late. */
const SLACK_MS = 10;
/** A turn that has not answered this long after its share loses its core, in ms. */
const RELEASE_MS = 5;
/** All games together that have had no second turn weigh at most this much in proportion to those that are played. */
const UNPLAYED_WEIGHT = 0.25;
/** Most turns of one look ahead; those of later deadlines hardly matter to the next one. */
const MAX_PLANNED = 128;

/** What a schedule runs on. */
export interface ScheduleOptions {
  /** Cores; those of this machine unless given. */
  readonly cores?: number;
  readonly now?: () => number;
  /** Calls `run` after `ms`; what it returns takes that back. */
  readonly setTimer?: (run: () => void, ms: number) => () => void;
}

/**
 * Owns the turns that wait for a core, and those that have one.
 *
 * Guarantees that no more thinkers run at once than there are cores; that all get the same share of their time, by
 * weight; that every turn gets its share before its deadline while the load fits, earliest deadline first; and that
 * games with a single request hardly shrink the shares of those that are played. A turn that would lose half of its
 * share by waiting longer begins at once, beside the others. Never queues a light seat, and never touches a process.
 */
export class Schedule {
  readonly #cores: number;
  readonly #now: () => number;
  readonly #setTimer: (run: () => void, ms: number) => () => void;
  /** In the order in which they were asked last. */
  readonly #active = new Map<ThinkerSeat, Weighted>();
  /** Earliest deadline first. */
  readonly #waiting: Ticket[] = [];
  readonly #running = new Set<Ticket>();
  #cancelTimer: (() => void) | undefined;
  readonly #onQuiet = new Set<() => void>();

  constructor({ cores = availableCores(), now = () => performance.now(), setTimer }: ScheduleOptions = {}) {
    this.#cores = cores;
    this.#now = now;
    this.#setTimer = setTimer ?? startTimer;
  }

  /** Seats that think, and may ask at any moment. */
  get thinkers(): number {
    this.#forgetSilent();
    return this.#active.size;
  }

  /** How many thinkers share a core; at least 1. */
  get crowd(): number {
    return Math.max(1, this.thinkers / this.#cores);
  }

  /** Whether turns wait for a core, of one snake or of all. */
  waiting(lane?: Weighted): number {
    return lane === undefined ? this.#waiting.length : this.#waiting.filter((ticket) => ticket.lane === lane).length;
  }

  /** Calls `run` once, when no turn waits for a core: now, or later. */
  whenQuiet(run: () => void): void {
    if (this.#waiting.length === 0) run();
    else this.#onQuiet.add(run);
  }

  /** The thinkers of one snake. */
  thinkersOf(lane: Weighted): number {
    this.#forgetSilent();
    return [...this.#active.values()].filter((one) => one === lane).length;
  }

  /** A thinker may ask at any moment from now on: it has begun a game, asked, or been answered. */
  expect(seat: ThinkerSeat, lane: Weighted): void {
    seat.seenAt = this.#now();
    this.#active.delete(seat);
    this.#active.set(seat, lane);
  }

  /** A seat asks no more: its game is over, or it turned out to be light. */
  leave(seat: ThinkerSeat): void {
    this.#active.delete(seat);
  }

  /** Takes a turn of a thinker. It begins now or later; never if it is given back before. */
  add(ticket: Ticket): void {
    const { deadline } = ticket.turn;
    const left = deadline - this.#now();
    // A turn that comes again because a child has died has less than its game's turns have.
    if (left > ticket.seat.budget / 2) ticket.seat.budget = left;
    this.expect(ticket.seat, ticket.lane);
    const after = this.#waiting.findIndex(({ turn }) => turn.deadline > deadline);
    this.#waiting.splice(after < 0 ? this.#waiting.length : after, 0, ticket);
    this.wake();
  }

  /** The turn is over, or nobody wants it any more. */
  remove(ticket: Ticket): void {
    const at = this.#waiting.indexOf(ticket);
    if (at >= 0) this.#waiting.splice(at, 1);
    this.#running.delete(ticket);
    if (this.#active.has(ticket.seat)) this.expect(ticket.seat, ticket.lane);
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
  }

  #callQuiet(): void {
    if (this.#waiting.length > 0) return;
    const calls = [...this.#onQuiet];
    this.#onQuiet.clear();
    for (const call of calls) call();
  }

  /** The turn to begin now, if any: one of a played game first, if the others would get next to nothing. */
  #next(now: number): Beginning | undefined {
    if (this.#waiting.length === 0) return undefined;
    const weights = this.#weights();
    const taken = this.#ends().length;
    let small: Beginning | undefined;
    for (const ticket of this.#waiting) {
      const isUrgent = taken < 2 * this.#cores && now >= this.#lastMoment(ticket, weights);
      if ((taken >= this.#cores && !isUrgent) || !ticket.turn.isReady()) continue;
      // Strangers may make thousands wait: one of them that got next to nothing speaks for the others.
      if (small !== undefined && !ticket.seat.isPlayed) continue;
      const share = this.#shareOf(ticket, weights, now);
      if (ticket.seat.isPlayed || share >= LEAST_SHARE_MS) return { ticket, share: Math.max(LEAST_SHARE_MS, share) };
      small ??= { ticket, share: LEAST_SHARE_MS };
    }
    return taken < this.#cores ? small : undefined;
  }

  #begin({ ticket, share }: Beginning, now: number): void {
    const { seat, turn } = ticket;
    const given = seat.payBack(share, LEAST_SHARE_MS);
    ticket.share = given;
    seat.share = given;
    ticket.until = Math.min(turn.deadline, now + given);
    this.#waiting.splice(this.#waiting.indexOf(ticket), 1);
    this.#running.add(ticket);
    turn.begin(ticket.until);
  }

  /** When the turns give their cores back that have one, the earliest first. */
  #ends(): number[] {
    return [...this.#running].flatMap(({ until }) => until ?? []).sort((a, b) => a - b);
  }

  /** When a turn begins even without a core of its own, because it would lose half of its share otherwise. */
  #lastMoment({ turn, seat, lane }: Ticket, { played, unplayed }: Weights): number {
    const part = Math.min(1, (lane.weight / Math.max(lane.weight, played + unplayed)) * this.#cores);
    return turn.deadline - Math.max(LEAST_SHARE_MS, (part * seat.budget) / 2);
  }

  /** What a turn may take if it begins now, in ms: as much as all others may, by weight. */
  #shareOf(ticket: Ticket, { played, unplayed }: Weights, now: number): number {
    const { weight } = ticket.lane;
    const others = this.#planned(ticket, now, played > 0);
    // With more running than there are cores, those that end last count: the turn itself makes do with one more.
    const busy = this.#cores === 1 ? [] : this.#ends().slice(1 - this.#cores);
    const cores = [...busy, ...Array.from({ length: this.#cores - busy.length }, () => now)];
    const share = weight * timePerWeight([{ deadline: ticket.turn.deadline, weight }, ...others], cores, now);
    if (played === 0 || unplayed === 0) return share;
    const shrink = Math.min(1, (UNPLAYED_WEIGHT * played) / unplayed);
    const left = (share * played) / (played + shrink * unplayed);
    return ticket.seat.isPlayed ? left : left * shrink;
  }

  /** The turns that will want a core besides this one: those that wait, and those that may come at any moment. */
  #planned(ticket: Ticket, now: number, onlyPlayed: boolean): { deadline: number; weight: number }[] {
    const turns: { deadline: number; weight: number }[] = [];
    const here = new Set<ThinkerSeat>([ticket.seat]);
    for (const { seat, turn, lane } of this.#waiting) {
      if (here.has(seat) || (onlyPlayed && !seat.isPlayed)) continue;
      here.add(seat);
      // One that is late already cannot be helped by giving less to the others.
      if (turn.deadline > now + LEAST_SHARE_MS) turns.push({ deadline: turn.deadline - SLACK_MS, weight: lane.weight });
      if (turns.length >= MAX_PLANNED) break;
    }
    for (const { seat } of this.#running) here.add(seat);
    for (const [seat, lane] of this.#active) {
      if (here.has(seat) || (onlyPlayed && !seat.isPlayed)) continue;
      turns.push({ deadline: now + (seat.budget || ticket.seat.budget) - SLACK_MS, weight: lane.weight });
      if (turns.length >= MAX_PLANNED) break;
    }
    return turns.sort((a, b) => a.deadline - b.deadline);
  }

  /** The weights of all that think now. */
  #weights(): Weights {
    this.#forgetSilent();
    const weights = { played: 0, unplayed: 0 };
    for (const [seat, { weight }] of this.#active) weights[seat.isPlayed ? 'played' : 'unplayed'] += weight;
    return weights;
  }

  #forgetSilent(): void {
    const oldest = this.#now() - ACTIVE_MS;
    for (const seat of this.#active.keys()) {
      if (seat.seenAt + Math.max(0, seat.budget - ACTIVE_MS / 2) > oldest) return;
      this.#active.delete(seat);
    }
  }

  /** One timer: for the next turn that loses its core, or that can wait no longer. */
  #arm(now: number): void {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
    if (this.#waiting.length === 0) return;
    const weights = this.#weights();
    const ends = this.#ends().map((end) => end + RELEASE_MS);
    const first = this.#waiting.slice(0, MAX_PLANNED);
    const last = first.map((ticket) => this.#lastMoment(ticket, weights)).filter((at) => at > now);
    const next = Math.min(...ends, ...last);
    if (next < Infinity) this.#cancelTimer = this.#setTimer(() => this.wake(), Math.max(1, next - now));
  }
}

/** A turn that begins, and its share in ms. */
interface Beginning {
  readonly ticket: Ticket;
  readonly share: number;
}

/** Of all that think, by whether their game has had a second turn. */
interface Weights {
  played: number;
  unplayed: number;
}

function startTimer(run: () => void, ms: number): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
