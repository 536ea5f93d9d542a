/** A schedule on a clock that a test drives: games whose snakes ask, think and answer in no real time. */
import type { SnakePriority } from '../../src/config/schema.js';
import { Cores, type CoresOptions, type ScheduledTurn, type Ticket } from '../../src/snakes/schedule/cores.js';
import { Lane } from '../../src/snakes/schedule/lane.js';

/** A clock with timers that run when a test lets time pass. */
export class SimulatedClock {
  #now = 1000;
  readonly #timers: Timer[] = [];

  get now(): number {
    return this.#now;
  }

  /** As `setTimeout`. Returns what takes it back. */
  setTimer(run: () => void, ms: number): () => void {
    const timer = { at: this.#now + ms, run, isOff: false };
    this.#timers.push(timer);
    return () => void (timer.isOff = true);
  }

  /** Lets time pass, and runs what is due meanwhile, in order. */
  pass(ms: number): void {
    const end = this.#now + ms;
    for (;;) {
      const [due] = this.#timers.filter(({ at, isOff }) => !isOff && at <= end).sort((a, b) => a.at - b.at);
      if (due === undefined) break;
      this.#timers.splice(this.#timers.indexOf(due), 1);
      this.#now = Math.max(this.#now, due.at);
      due.run();
    }
    this.#now = end;
  }
}

interface Timer {
  readonly at: number;
  readonly run: () => void;
  isOff: boolean;
}

/** A turn that was asked for. Times in ms. */
export interface SimulatedTurn {
  readonly key: string;
  readonly askedAt: number;
  readonly deadline: number;
  /** When the strategy began, and its deadline. Absent if it did not. */
  begunAt?: number;
  until?: number;
  endedAt?: number;
}

/** How a simulated strategy uses its time. */
export interface ThinkOptions {
  readonly key: string;
  readonly budget?: number;
  /** How long it computes beyond its share; negative if it returns before. */
  readonly beyond?: number;
  /** What may keep it waiting besides cores; games of one name share a child. */
  readonly child?: string;
  /** Called when it has answered, or its deadline has passed before it began. */
  readonly done?: (turn: SimulatedTurn) => void;
}

/** A schedule on a simulated clock. */
export class SimulatedCores {
  readonly clock = new SimulatedClock();
  readonly schedule: Cores;
  readonly turns: SimulatedTurn[] = [];
  /** Children that have a turn. */
  readonly #busy = new Set<string>();

  constructor(options: Pick<CoresOptions, 'cores'> = { cores: 2 }) {
    this.schedule = new Cores({
      ...options,
      now: () => this.clock.now,
      setTimer: (run, ms) => this.clock.setTimer(run, ms),
    });
  }

  /** A snake. */
  join(priority?: SnakePriority): Lane {
    return new Lane(this.schedule, priority);
  }

  /** Asks for a turn that computes to the end of its share. */
  think(lane: Lane, { key, budget = 480, beyond = 0, child = key, done }: ThinkOptions): SimulatedTurn {
    const { clock, schedule } = this;
    const load = lane.loadOf(key);
    const busy = this.#busy;
    const turn: SimulatedTurn = { key, askedAt: clock.now, deadline: clock.now + budget };
    this.turns.push(turn);
    const giveUp = clock.setTimer(() => {
      schedule.remove(ticket);
      done?.(turn);
    }, budget);
    const end = () => {
      busy.delete(child);
      turn.endedAt = clock.now;
      const used = clock.now - turn.begunAt!;
      lane.learn(load, { used, wanted: used, share: ticket.share!, budget });
      schedule.remove(ticket);
      done?.(turn);
    };
    const scheduled: ScheduledTurn = {
      deadline: turn.deadline,
      get isReady() {
        return !busy.has(child);
      },
      begin: (until) => {
        giveUp();
        busy.add(child);
        turn.begunAt = clock.now;
        turn.until = until;
        clock.setTimer(end, Math.max(0, until + beyond - clock.now));
      },
    };
    const ticket: Ticket = { turn: scheduled, load, lane };
    schedule.add(ticket);
    return turn;
  }

  /** Plays a game of these snakes without end: all are asked at once, and again when the last one has answered. */
  play(lanes: readonly Lane[], game: string, options: Partial<ThinkOptions> & { readonly pause?: number } = {}): void {
    const ask = () => {
      let left = lanes.length;
      lanes.forEach((lane, seat) => {
        this.think(lane, {
          ...options,
          key: `${game} ${seat}`,
          done: () => {
            if (--left === 0) this.clock.setTimer(ask, options.pause ?? 5);
          },
        });
      });
    };
    lanes.forEach((lane, seat) => lane.begin(`${game} ${seat}`));
    ask();
  }
}
