/** The games of one snake in the schedule of its host. A runner has one. */
import type { SnakePriority } from '../../config/schema.js';
import type { Schedule } from './schedule.js';
import { ThinkerSeat, type TurnUse } from './seat.js';
import type { ScheduledTurn, Ticket, Weighted } from './ticket.js';

/** The weight of a snake's turns, by its priority. */
const PRIORITY_WEIGHTS: Readonly<Record<SnakePriority, number>> = { high: 2, normal: 1, low: 0.5 };

/**
 * Owns the seats of one snake, one for each game.
 *
 * Guarantees that the seat of a new game starts from what the last turn of any game of this snake has shown.
 */
export class Lane implements Weighted {
  readonly weight: number;
  readonly #schedule: Schedule;
  readonly #seats = new Map<string, ThinkerSeat>();
  #heat: number | undefined;

  constructor(schedule: Schedule, priority: SnakePriority = 'normal') {
    this.#schedule = schedule;
    this.weight = PRIORITY_WEIGHTS[priority];
  }

  /** How many thinkers share a core; at least 1. */
  get crowd(): number {
    return this.#schedule.crowd;
  }

  /** A game begins: its first turn comes at any moment. */
  begin(key: string): void {
    const seat = this.seatOf(key);
    if (seat.thinks) this.#schedule.expect(seat, this);
  }

  /** The seat of a game, known or not. */
  seatOf(key: string): ThinkerSeat {
    let seat = this.#seats.get(key);
    if (seat === undefined) {
      seat = new ThinkerSeat(this.#heat);
      this.#seats.set(key, seat);
    }
    return seat;
  }

  /** What a turn of a thinker waits with, until it is handed to {@link add}. */
  ticket(seat: ThinkerSeat, turn: ScheduledTurn): Ticket {
    return { turn, seat, lane: this };
  }

  /** Queues a turn. It may begin before this returns. */
  add(ticket: Ticket): void {
    this.#schedule.add(ticket);
  }

  /** A turn is over, or nobody wants it any more. */
  remove(ticket: Ticket): void {
    this.#schedule.remove(ticket);
  }

  /** Learns from a turn that was answered. */
  learn(seat: ThinkerSeat, use: TurnUse): void {
    seat.learn(use);
    this.#heat = seat.heat;
    if (!seat.thinks) this.#schedule.leave(seat);
  }

  /** A child of this snake is free. */
  wake(): void {
    this.#schedule.wake();
  }

  /** The game is over. */
  end(key: string): void {
    const seat = this.#seats.get(key);
    if (seat === undefined) return;
    this.#seats.delete(key);
    this.#schedule.leave(seat);
  }

  /** Live state for operators; shares in ms by game. */
  status(): LaneStatus {
    const shares = new Map<string, number>();
    for (const [key, { share }] of this.#seats) if (share !== undefined) shares.set(key, share);
    return { thinkers: this.#schedule.thinkersOf(this), waiting: this.#schedule.waiting(this), shares };
  }
}

/** What a snake has of the host's cores. */
export interface LaneStatus {
  /** Games in which it thinks to its deadline. */
  readonly thinkers: number;
  /** Turns that wait for a core. */
  readonly waiting: number;
  /** What the last turn of each game was given, in ms, by the game's key. Absent for light seats. */
  readonly shares: ReadonlyMap<string, number>;
}
