/** The games of one snake in the schedule of its host. A runner has one. */
import type { SnakePriority } from '../../config/schema.js';
import { GameLoad, type TurnUse } from './game-load.js';
import type { Schedule, ScheduledTurn, Ticket, Weighted } from './schedule.js';

/** The weight of a snake's turns, by its priority. */
const PRIORITY_WEIGHTS: Readonly<Record<SnakePriority, number>> = { high: 2, normal: 1, low: 0.5 };

/**
 * Owns what is learnt of one snake's games.
 *
 * Guarantees that a new game starts from what the last turn of any game of this snake has shown.
 */
export class Lane implements Weighted {
  readonly weight: number;
  readonly schedule: Schedule;
  readonly #loads = new Map<string, GameLoad>();
  #recentLoad: number | undefined;
  #isLight = false;

  constructor(schedule: Schedule, priority: SnakePriority = 'normal') {
    this.schedule = schedule;
    this.weight = PRIORITY_WEIGHTS[priority];
  }

  /** Whether its last turn, in any game, has shown that it answers long before its deadlines. */
  get isLight(): boolean {
    return this.#isLight;
  }

  /** A game begins: its first turn comes at any moment. */
  begin(key: string): void {
    const load = this.loadOf(key);
    if (load.isCpuBound) this.schedule.expect(load, this);
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

  /** What a turn of a CPU-bound game waits with, once {@link Schedule.add} has taken it. */
  ticket(load: GameLoad, turn: ScheduledTurn): Ticket {
    return { turn, load, lane: this };
  }

  /** Learns from a turn that was answered. */
  learn(load: GameLoad, use: TurnUse): void {
    load.learn(use);
    this.#recentLoad = load.recentLoad;
    this.#isLight = !load.isCpuBound;
    if (this.#isLight) this.schedule.leave(load);
  }

  /** The game is over. */
  end(key: string): void {
    const load = this.#loads.get(key);
    if (load === undefined) return;
    this.#loads.delete(key);
    this.schedule.leave(load);
  }

  /** Live state for operators. */
  status(): LaneStatus {
    const shares = new Map<string, number>();
    for (const [key, { share }] of this.#loads) if (share !== undefined) shares.set(key, share);
    return { cpuBound: this.schedule.cpuBoundOf(this), waiting: this.schedule.waiting(this), shares };
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
