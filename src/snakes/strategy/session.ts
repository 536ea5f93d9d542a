/** Calls a strategy's code and keeps its games. Runs on the host's event loop or in a child process. */
import { readMove } from '../../wire/move.js';
import type { CallOptions } from './strategy-context.js';
import type { StrategyReport } from '../snake-report.js';
import { Call, describeThrown, LineLimit, MAX_LINES, MAX_REASON } from './call.js';
import type { Strategy } from './contract.js';
import { isPromise } from '../../errors/kind-of.js';
import { PonderEnding, snakesOf, toPonderContext } from './ponder-call.js';
import {
  ABANDONED,
  END_ALLOWANCE,
  PONDER_ALLOWANCE,
  START_ALLOWANCE,
  type AnsweredTurn,
  type CallOutcome,
  type TurnJob,
} from './runner.js';
import { within } from '../../processes/timing.js';

/** Time for each call, in ms. */
const ALLOWANCES = { start: START_ALLOWANCE, end: END_ALLOWANCE, ponder: PONDER_ALLOWANCE } as const;

interface SessionGame {
  memory: unknown;
  /** The log has a warning that `move` returned nothing in this game. */
  isReturnWarned: boolean;
  /** Present while `start` runs. */
  starting: Promise<void> | undefined;
  /** The last answered turn, if the strategy ponders. */
  answered: TurnJob | undefined;
  /** The last call of `ponder` after that turn. */
  pondered: Call | undefined;
  /** The positions that it expects after that turn. */
  readonly expected: Set<string>;
  /** The log has a warning that `ponder` threw in this game. */
  isPonderWarned: boolean;
}

/** `propose` is called with each new proposal. */
interface MoveHooks extends Pick<CallOptions, 'propose' | 'timeLeft'> {
  readonly latest?: number;
}

/**
 * One strategy, and all its games. It owns each game's memory, and the order of calls: `start` before the first `move`,
 * `end` last. It never throws or rejects, whatever the strategy does; it cannot interrupt a strategy that loops.
 */
export class Session {
  readonly #strategy: Strategy;
  readonly #report: (report: StrategyReport) => void;
  readonly #games = new Map<string, SessionGame>();
  /** Abandons each `move` that the strategy has not finished. */
  readonly #abandons = new Map<TurnJob, () => void>();
  #lastCall: Call | undefined;
  /** Stops the `ponder` that the strategy has not finished. */
  #stopPondering: (() => void) | undefined;
  /** Lines that the strategy wrote before its first call. */
  readonly #linesBefore = new LineLimit();
  /** Warnings outside of calls since the last call: a timer that throws each time must not fill the log. */
  readonly #warnings = new Set<string>();
  /** `context.options` of every call. */
  options: Record<string, unknown> = {};
  /** Whether outcomes carry the strategy's notes. If not, notes cost nothing. */
  keepsNotes = false;

  constructor(strategy: Strategy, report: (report: StrategyReport) => void = () => undefined) {
    this.#strategy = strategy;
    this.#report = report;
  }

  /**
   * Calls `start` unless the game is known. Returns nothing if the strategy is done at once; otherwise settles when it
   * is done or its time is up.
   */
  start(job: TurnJob): Promise<void> | undefined {
    return this.#gameOf(job).starting;
  }

  /**
   * Calls `move`, after `start` if the game is not known. Returns at once if the strategy does; otherwise settles when
   * it is done or when `latest` passes (default: `deadline`).
   */
  move(job: TurnJob, deadline: number, hooks: MoveHooks = {}): CallOutcome | Promise<CallOutcome> {
    const { latest = deadline, ...given } = hooks;
    const game = this.#gameOf(job);
    const call = this.#enter(game, job, { deadline, ...given });
    this.#leavePondering(game, job, call);
    const outcome =
      game.starting === undefined ? this.#play(game, call) : game.starting.then(() => this.#play(game, call));
    return isPromise(outcome) ? this.#untilAbandoned(job, call, orLate(outcome, call, latest)) : outcome;
  }

  /** Abandons a `move` that the strategy has not finished: aborts its signal and settles it. */
  abandon(job: TurnJob): void {
    this.#abandons.get(job)?.();
  }

  /**
   * Calls `ponder` with the answered turn, unless the session did not see it.
   *
   * @param mustStop polled by a strategy that blocks the event loop.
   * @param returned called once: when the strategy returns or is stopped.
   */
  ponder({ key, turn, move }: AnsweredTurn, mustStop: () => boolean, returned: (isDone: boolean) => void): void {
    const game = this.#games.get(key);
    if (game?.answered?.request.turn !== turn) return returned(true);
    const deadline = performance.now() + PONDER_ALLOWANCE;
    const ending = new PonderEnding(mustStop, returned);
    const timeLeft = () => (ending.mustStop() ? 0 : deadline - performance.now());
    const call = this.#enter(game, game.answered, { deadline, timeLeft, keepsNotes: false });
    call.goOnFrom(game.pondered);
    game.pondered = call;
    const context = toPonderContext(call, move, game.expected, ending);
    const finished = this.#guard('ponder', call, game, () => ending.of(this.#strategy.ponder!(call.turn, context)));
    if (finished === undefined) return ending.finish();
    void finished.then(() => ending.finish());
    this.#stopPondering = () => {
      ending.stop();
      call.abandon();
    };
  }

  /** Stops an unfinished `ponder`: it counts as returned, and its signal aborts. */
  stopPondering(): void {
    this.#stopPondering?.();
    this.#stopPondering = undefined;
  }

  /**
   * Calls `end` if the game is known, and forgets it. Returns nothing if the strategy is done at once; otherwise
   * settles when it is done or its time is up.
   */
  end(job: TurnJob): Promise<void> | undefined {
    const game = this.#games.get(job.key);
    if (game === undefined) return undefined;
    this.#games.delete(job.key);
    return game.starting === undefined ? this.#end(game, job) : game.starting.then(() => this.#end(game, job));
  }

  /** Forgets a game without calling the strategy. */
  forget(key: string): void {
    this.#games.delete(key);
  }

  /**
   * Logs a line that the strategy wrote outside of its context, such as `console.log`, under its last call; before the
   * first, under no game.
   */
  say(message: string): void {
    if (this.#lastCall !== undefined) return this.#lastCall.log(message);
    const line = this.#linesBefore.take(message);
    if (line !== undefined) this.#report({ type: 'logged', key: '', turn: 0, message: line });
  }

  /**
   * Warns of a mistake outside of calls, under the last call; before the first, under no game. The same warning is
   * logged once until the next call.
   */
  warn(reason: string): void {
    if (this.#warnings.has(reason) || this.#warnings.size >= MAX_LINES) return;
    this.#warnings.add(reason);
    if (this.#lastCall === undefined) this.#report({ type: 'warned', key: '', turn: 0, reason });
    else this.#lastCall.warn(reason);
  }

  #gameOf(job: TurnJob): SessionGame {
    const known = this.#games.get(job.key);
    if (known !== undefined) return known;
    const game: SessionGame = {
      memory: undefined,
      isReturnWarned: false,
      starting: undefined,
      answered: undefined,
      pondered: undefined,
      expected: new Set(),
      isPonderWarned: false,
    };
    this.#games.set(job.key, game);
    if (this.#strategy.start === undefined) return game;
    const resumed = job.request.turn > 0;
    const call = this.#enter(game, job, { resumed, deadline: performance.now() + START_ALLOWANCE });
    const running = this.#guard('start', call, game, () => {
      const memory: unknown = this.#strategy.start!(call.turn, call.context);
      if (!isPromise(memory)) return void (game.memory = memory);
      return Promise.resolve(memory).then((value) => void (game.memory = value));
    });
    game.starting = running?.then(() => void (game.starting = undefined));
    return game;
  }

  #end(game: SessionGame, job: TurnJob): Promise<void> | undefined {
    if (this.#strategy.end === undefined) return undefined;
    const call = this.#enter(game, job, { deadline: performance.now() + END_ALLOWANCE });
    return this.#guard('end', call, game, () => this.#strategy.end!(call.turn, call.context));
  }

  #enter(game: SessionGame, job: TurnJob, call: Partial<CallOptions> & Pick<CallOptions, 'deadline'>): Call {
    const { options, keepsNotes } = this;
    this.#warnings.clear();
    this.#lastCall = new Call(job, { options, game, resumed: false, keepsNotes, ...call }, this.#report);
    return this.#lastCall;
  }

  /** The next turn has come: checks whether it was expected, which takes some µs for its position. */
  #leavePondering(game: SessionGame, job: TurnJob, call: Call): void {
    if (this.#strategy.ponder === undefined) return;
    if (game.expected.size > 0) call.found = game.expected.has(snakesOf(call.context.position));
    game.expected.clear();
    game.answered = job;
    game.pondered = undefined;
  }

  #untilAbandoned(job: TurnJob, call: Call, outcome: Promise<CallOutcome>): Promise<CallOutcome> {
    const abandoned = new Promise<CallOutcome>((resolve) => {
      this.#abandons.set(job, () => {
        call.abandon();
        resolve(withNote(call, { ...ABANDONED, proposal: call.proposal }));
      });
    });
    return Promise.race([outcome, abandoned]).finally(() => this.#abandons.delete(job));
  }

  #play(game: SessionGame, call: Call): CallOutcome | Promise<CallOutcome> {
    try {
      const returned: unknown = this.#strategy.move(call.turn, call.context);
      if (!isPromise(returned)) return this.#settle(game, call, returned);
      return Promise.resolve(returned).then(
        (value) => this.#settle(game, call, value),
        (thrown: unknown) => failure(call, thrown),
      );
    } catch (thrown) {
      return failure(call, thrown);
    }
  }

  #settle(game: SessionGame, call: Call, returned: unknown): CallOutcome {
    call.close();
    if (returned === undefined && !game.isReturnWarned && call.hasLegalMove()) {
      game.isReturnWarned = true;
      const sent = call.proposal === undefined ? 'the safe move' : 'its last proposal';
      const reason = `move returned undefined: ${sent} was sent. Did you forget "return"?`;
      call.warn(reason);
    }
    return toOutcome(call, returned);
  }

  /**
   * Runs a call other than `move`: errors become warnings, for `ponder` one a game. Returns nothing if the code is
   * already done.
   */
  #guard(
    name: 'start' | 'end' | 'ponder',
    call: Call,
    game: SessionGame,
    run: () => unknown,
  ): Promise<void> | undefined {
    const allowance = ALLOWANCES[name];
    const warn = (reason: string) => {
      if (name === 'ponder' && game.isPonderWarned) return;
      game.isPonderWarned ||= name === 'ponder';
      call.warn(`${name} ${reason}`);
    };
    try {
      const running = run();
      if (!isPromise(running)) return void call.close();
      const finished = Promise.resolve(running).then(
        () => call.close(),
        (thrown: unknown) => warn(`threw: ${describeThrown(thrown)}`),
      );
      return within(finished, allowance, () => warn(`took longer than ${allowance} ms`));
    } catch (thrown) {
      return void warn(`threw: ${describeThrown(thrown)}`);
    }
  }
}

function toOutcome(call: Call, returned: unknown): CallOutcome {
  const { proposal } = call;
  if (returned === undefined || returned === null) return withNote(call, { kind: 'delegated', proposal });
  const move = readMove(returned);
  if (typeof move !== 'string') return withNote(call, { kind: 'moved', move });
  return withNote(call, { kind: 'illegal', reason: `move ${move}`.slice(0, MAX_REASON), proposal });
}

function withNote({ note, found }: Call, outcome: CallOutcome): CallOutcome {
  const noted = note === undefined ? outcome : { ...outcome, note };
  return found === undefined ? noted : { ...noted, found };
}

function failure(call: Call, thrown: unknown): CallOutcome {
  call.close();
  const reason = `move threw: ${describeThrown(thrown)}`;
  return withNote(call, { kind: 'failed', reason, proposal: call.proposal });
}

function orLate(outcome: Promise<CallOutcome>, call: Call, latest: number): Promise<CallOutcome> {
  const reason = 'no answer by its deadline: its promise is still pending';
  return within(outcome, latest - performance.now(), () =>
    withNote(call, { kind: 'late', cause: 'strategy', reason, proposal: call.proposal }),
  );
}
