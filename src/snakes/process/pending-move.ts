/**
 * A move on its way to a child and back. A runner makes it, the schedule says when it may begin, the child says when it
 * is done. The `start` and `end` of a game go the same way, but nobody waits for their outcome.
 */
import type { CpuTime } from '../../processes/proc.js';
import type { CleanMove } from '../../wire/move.js';
import type { ByteBudget } from '../byte-budget.js';
import type { GameLoad, TurnUse } from '../schedule/game-load.js';
import type { Lane } from '../schedule/lane.js';
import type { ScheduledTurn, Ticket } from '../schedule/schedule.js';
import { ABANDONED, type CallOutcome, type TurnJob } from '../strategy/runner.js';
import { toMachineTime, type JobMessage } from './messages.js';

/** The strategy's deadline is this much before the host's, so that a move made just in time still arrives, in ms. */
const RETURN_MARGIN_MS = 3;
/** CPU time is only looked up for turns that took longer, in ms: others are light by any measure. */
const WORTH_A_LOOK_MS = 10;

/**
 * - `queued`: it waits for a core, or has just been made.
 * - `sent`: a child has it. Its caller may have been answered already, when it was late or abandoned.
 * - `settled`: it is over. It holds nothing any more.
 *
 * `queued` → `sent` → `settled`, or `queued` → `settled`. A move whose child died of another one goes back to `queued`,
 * once.
 */
export type MoveState = 'queued' | 'sent' | 'settled';

/** The child that plays a move's game, as the move sees it. */
export interface MoveChild {
  /** Whether a move would begin at once. */
  readonly isFree: boolean;
  /** What it has computed so far; `undefined` if the system does not say. */
  cpuTime(): CpuTime | undefined;
  /** Sends the move, and settles it when it is done, or if it cannot be sent. */
  send(move: PendingMove): void;
  /** Why a move that was sent has not been answered by its deadline. */
  lateReason(move: PendingMove): string;
  /** This move was sent, and has passed its deadline. Kills the child if it is stuck. */
  expired(move: PendingMove): void;
}

/** What all moves of a runner share. */
export interface MoveDeps {
  /** Counts the requests on their way to children. */
  readonly underWay: ByteBudget;
  /** The snake's part of the schedule; unless given, no move waits for a core. */
  readonly lane: Lane | undefined;
  /** The moves that wait for a core: each enters when it begins to wait, and leaves by itself. */
  readonly queued: Set<PendingMove>;
}

/**
 * Owns all that a move holds: the timer of its deadline, its bytes in the budget, and its ticket in the schedule.
 *
 * Guarantees that its caller has an outcome at the deadline, whatever becomes of it, and only one; that it is settled
 * exactly once, and then gives back all three. Never picks a child, and never kills one.
 */
export class PendingMove implements ScheduledTurn {
  readonly type: 'start' | 'move' | 'end';
  readonly job: TurnJob;
  /** When it has to be done, on the clock of `performance.now()`. */
  readonly deadline: number;
  /** Its number in its child, once it was sent. */
  id = 0;
  /**
   * From when on its child counts as stuck with it: its deadline, or later if the child had more to do before it than
   * it reports.
   */
  stuckFrom: number;
  /** The strategy's latest proposal. */
  proposal: CleanMove | undefined;
  readonly #deps: MoveDeps;
  /** Absent for `start` and `end`, and once there is an outcome. */
  #resolve: ((outcome: CallOutcome) => void) | undefined;
  #state: MoveState = 'queued';
  #child: MoveChild | undefined;
  #timer: NodeJS.Timeout | undefined;
  #bytes = 0;
  #load: GameLoad | undefined;
  #ticket: Ticket | undefined;
  #sentAt: number | undefined;
  /** What the child had computed when it was sent, if it is of interest. */
  #cpuBefore: CpuTime | undefined;
  #isAbandoned = false;
  #isResent = false;

  constructor(
    deps: MoveDeps,
    type: PendingMove['type'],
    job: TurnJob,
    deadline: number,
    resolve?: (outcome: CallOutcome) => void,
  ) {
    this.#deps = deps;
    this.type = type;
    this.job = job;
    this.deadline = deadline;
    this.stuckFrom = deadline;
    this.#resolve = resolve;
  }

  /** Whether its child could begin now. */
  get isReady(): boolean {
    return this.#child?.isFree === true;
  }

  /** Whether somebody waits for its outcome. */
  get isAwaited(): boolean {
    return this.#resolve !== undefined;
  }

  /** Whether its client has gone while a child had it. */
  get isAbandoned(): boolean {
    return this.#isAbandoned;
  }

  /** Whether another child may have it if its own is gone. */
  get mayBeResent(): boolean {
    return this.isAwaited && !this.#isResent;
  }

  /** Sends it to its child, now or when the schedule says so. Returns `settled` if there is no room for its bytes. */
  enter(child: MoveChild): MoveState {
    const { lane, underWay } = this.#deps;
    const { key, text } = this.job;
    this.#child = child;
    if (this.type === 'move' && lane !== undefined) this.#load = lane.loadOf(key);
    if (!underWay.take(text.length)) {
      this.settle({ kind: 'failed', reason: 'too much is under way to child processes already' });
      return this.#state;
    }
    this.#bytes = text.length;
    this.#timer = setTimeout(() => this.expire(), Math.max(0, this.deadline - performance.now()));
    this.#proceed(child);
    return this.#state;
  }

  /** Its child died of another move: goes to this one. Keeps its bytes and its timer. */
  resend(child: MoveChild): void {
    this.#leaveSchedule(false);
    this.#isResent = true;
    this.#state = 'queued';
    this.#child = child;
    this.#proceed(child);
  }

  /** The child of its game has died while it waited: this one has the game now. */
  reassign(child: MoveChild): void {
    this.#child = child;
  }

  /** Called by the schedule when there is a core for it. */
  begin(): void {
    const child = this.#child!;
    this.#deps.queued.delete(this);
    this.#cpuBefore = child.cpuTime();
    this.#send(child);
  }

  /** The message that gives it to a child; the body of its request follows. */
  toMessage(id: number): JobMessage {
    this.id = id;
    const { key, dead, lastTurn } = this.job;
    if (this.type !== 'move') return { type: this.type, id, key, dead, lastTurn };
    const latest = toMachineTime(this.deadline - RETURN_MARGIN_MS);
    const until = this.#ticket?.until;
    const deadline = until === undefined ? latest : Math.min(latest, toMachineTime(until));
    return { type: 'move', id, key, dead, lastTurn, deadline, latest };
  }

  /**
   * Its deadline has passed. Timers run before messages are read: if the host itself was late, the answer may already
   * wait in the channel. So the loop turns once more before it counts as late.
   */
  expire(): void {
    setImmediate(() => {
      const child = this.#child!;
      switch (this.#state) {
        case 'queued':
          return this.settle({ kind: 'late', reason: queuedReason(child) });
        case 'sent':
          this.#answer({ kind: 'late', reason: child.lateReason(this), proposal: this.proposal });
          return child.expired(this);
        case 'settled':
          return;
      }
    });
  }

  /** Its client has gone while a child had it: its outcome is `late` at once. The child may go on. */
  abandon(): void {
    this.#isAbandoned = true;
    this.#answer({ kind: 'late', reason: ABANDONED, proposal: this.proposal });
  }

  /** It is over. `isDone`: its child has done it. Does nothing if it was over before. */
  settle(outcome: CallOutcome, isDone = false): void {
    if (this.#state === 'settled') return;
    const wasSent = this.#state === 'sent';
    this.#state = 'settled';
    clearTimeout(this.#timer);
    this.#deps.underWay.give(this.#bytes);
    this.#answer(outcome);
    if (wasSent || this.#ticket !== undefined) this.#leaveSchedule(isDone);
  }

  /** Gives the outcome to its caller, once. A strategy that was late may bring its notes after it. */
  #answer(outcome: CallOutcome): void {
    const resolve = this.#resolve;
    this.#resolve = undefined;
    if (resolve !== undefined) resolve(outcome);
    else if (outcome.note !== undefined) this.job.onLateNote?.(outcome.note);
  }

  /** A move of a CPU-bound game waits for a core; all others are sent at once. */
  #proceed(child: MoveChild): void {
    const { lane, queued } = this.#deps;
    if (lane !== undefined && this.#load?.isCpuBound === true) {
      queued.add(this);
      this.#ticket = lane.ticket(this.#load, this);
      return lane.schedule.add(this.#ticket);
    }
    if (this.#load !== undefined && this.#load.recentLoad > 0) this.#cpuBefore = child.cpuTime();
    this.#send(child);
  }

  #send(child: MoveChild): void {
    this.#state = 'sent';
    child.send(this);
    if (this.#state === 'sent') this.#deps.lane?.schedule.idle.sent(this);
    this.#sentAt = performance.now();
  }

  /** Learns from what it has cost, gives its core back, and lets the next one begin. */
  #leaveSchedule(isDone: boolean): void {
    const { lane, queued } = this.#deps;
    if (lane === undefined) return;
    const ticket = this.#ticket;
    if (this.#load !== undefined && this.#sentAt !== undefined) {
      lane.learn(this.#load, this.#useOf(this.#load, this.#sentAt, isDone));
    }
    this.#ticket = undefined;
    this.#sentAt = undefined;
    this.#cpuBefore = undefined;
    lane.schedule.idle.done(this);
    if (ticket === undefined) return lane.schedule.wake();
    queued.delete(this);
    lane.schedule.remove(ticket);
  }

  #useOf(load: GameLoad, sentAt: number, isDone: boolean): TurnUse {
    const ticket = this.#ticket;
    const budget = ticket === undefined ? this.deadline - sentAt : load.budget;
    const took = performance.now() - sentAt;
    const before = took > WORTH_A_LOOK_MS && isDone ? this.#cpuBefore : undefined;
    const { used, wanted } = spent(before, before && this.#child!.cpuTime(), took);
    return { used, wanted, share: ticket?.share ?? budget, budget };
  }
}

/** Its child may be why a move that waited for a core is late: one that still loops, or has only just started. */
function queuedReason(child: MoveChild): string {
  if (child.isFree) return 'no core was free for it before its deadline';
  return 'move did not return before its deadline: its process was still busy or starting';
}

/** What a turn has cost, in ms; the time that it took where the system shows no more. */
function spent(
  before: CpuTime | undefined,
  after: CpuTime | undefined,
  took: number,
): Pick<TurnUse, 'used' | 'wanted'> {
  if (before === undefined || after === undefined) return { used: took, wanted: took };
  // One that computes in several threads has no more than a turn's time.
  const used = Math.min(took, Math.max(0, after.used - before.used));
  if (before.waited === undefined || after.waited === undefined) return { used, wanted: took };
  return { used, wanted: Math.min(took, used + after.waited - before.waited) };
}
