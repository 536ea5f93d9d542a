/**
 * The snake at a prefix: from a valid request to an answer, whatever the strategy does. Called by the routes and the
 * arena.
 */
import type { SnakeConfig } from '../config/types.js';
import { parseRequest } from '../wire/reader.js';
import type { GameRequest } from '../wire/resources.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import type { SnakeListener } from './snake-report.js';
import { ArrivedTurn } from './game/arrived-turn.js';
import { budgetOf } from './game/overhead.js';
import { GameReporter, type MoveReport, type GameEnd, type GameRecorder } from './game/game-reporter.js';
import { formatGameKey, LiveGame, toAnswer, type ConfirmedMove } from './game/live-game.js';
import type { PrefixMemory } from './game/prefix-memory.js';
import type { Arrival, ClosableMount, MountStatus } from './mount.js';
import { readStatus } from './mount-table.js';
import type { Shadow } from './shadow.js';
import { createSharedLimits, type SharedLimits } from './shared-limits.js';
import type { Runner } from './strategy/runner.js';

/** A game that is silent for this long is abandoned, in ms. `/end` may come long after a snake's last turn. */
const IDLE_GAME_MS = 60 * 60_000;
/** A possible health probe that is silent for this long was one, in ms. With the sweep, it is kept for a minute. */
const IDLE_PROBE_MS = 50_000;
const SWEEP_INTERVAL_MS = 10_000;

export interface MountedSnakeDeps {
  readonly config: SnakeConfig;
  readonly info: InfoResponse;
  readonly runner: Runner;
  readonly listener?: SnakeListener | undefined;
  /** Delay of the host's event loop, in ms (default: 0). */
  readonly loopDelay?: (() => number) | undefined;
  /** Records its games, if given. */
  readonly recorder?: GameRecorder | undefined;
  /** The candidate of a shadow experiment: it gets the same requests later, for the record. */
  readonly shadow?: Shadow | undefined;
  /** Shared with the other snakes of a host (default: its own limits). */
  readonly limits?: SharedLimits | undefined;
}

/**
 * Owns the games that one snake plays, its runner and its shadow.
 *
 * Guarantees an answer within the engine's timeout, whatever the strategy does: the strategy's move, or else its last
 * proposal, or else the host's safe move. Never waits for the log, the journal or the shadow.
 */
export class MountedSnake implements ClosableMount {
  readonly prefix: string;
  readonly name: string;
  readonly #info: InfoResponse;
  readonly #config: SnakeConfig;
  readonly #runner: Runner;
  readonly #shadow: Shadow | undefined;
  readonly #loopDelay: () => number;
  readonly #reporter: GameReporter;
  readonly #memory: PrefixMemory;
  /** By game key. */
  readonly #games = new Map<string, LiveGame>();
  readonly #sweeper: NodeJS.Timeout;
  readonly #limits: SharedLimits;
  readonly #pushOut = (game: LiveGame): void => this.#abandon(game);

  constructor({
    config,
    info,
    runner,
    listener,
    loopDelay = () => 0,
    recorder,
    shadow,
    limits = createSharedLimits(),
  }: MountedSnakeDeps) {
    this.prefix = config.prefix;
    this.name = config.name;
    this.#info = info;
    this.#config = config;
    this.#runner = runner;
    this.#shadow = shadow;
    this.#limits = limits;
    this.#loopDelay = loopDelay;
    this.#reporter = new GameReporter({ snake: config.prefix, listener, recorder });
    this.#memory = limits.memories.at(config.prefix, config.overhead);
    this.#sweeper = setInterval(() => this.#abandonSilent(), SWEEP_INTERVAL_MS).unref();
  }

  get info(): InfoResponse {
    return this.#runner.info?.() ?? this.#info;
  }

  isPlaying(request: GameRequest): boolean {
    return this.#games.has(keyOf(request));
  }

  start(request: GameRequest, arrival: Arrival): void {
    if (!this.leave(request, arrival)) return;
    const game = this.#open(keyOf(request), request, arrival);
    this.#receive(game, request, arrival);
    this.#runner.start(new ArrivedTurn(game, arrival, request));
    this.#shadow?.start(new ArrivedTurn(game, arrival));
  }

  async answer(request: GameRequest, arrival: Arrival): Promise<Answer> {
    const key = keyOf(request);
    const timeout = Math.min(request.game.timeout, this.#limits.maxTimeout);
    const known = this.#games.get(key);
    const isOver = known === undefined && request.turn > 0 && this.#memory.ended.has(key, arrival.at);
    if (isOver) return this.#answerAfterEnd(request, arrival, timeout);
    if (known?.isBegunAgain(request.turn, arrival) === true) this.#restart(known);
    const game = this.#open(key, request, arrival);
    game.ask(arrival, timeout);
    const confirmed = this.#receive(game, request, arrival);
    const { move, job } = await this.#ask(game, request, arrival, timeout, confirmed);
    this.#follow(game, move, job);
    return move.answer;
  }

  end(request: GameRequest, arrival: Arrival): void {
    const game = this.#games.get(keyOf(request));
    if (game === undefined) return this.#endAgain(request, arrival);
    if (game.trusts(arrival)) return this.#end(game, request, arrival);
    const { text } = arrival;
    game.holdEnd(arrival, text.length, () => this.#end(game, parseRequest(text), arrival));
    this.#limits.games.enter(game, this.#pushOut);
  }

  #end(game: LiveGame, request: GameRequest, arrival: Arrival): void {
    const end = toEnd(game, request, arrival);
    this.#conclude(game, end);
    this.#memory.ended.add(game.key, arrival.at);
    this.#runner.end(new ArrivedTurn(game, arrival, request));
    this.#shadow?.end(new ArrivedTurn(game, arrival), () => this.#reporter.recordEnd(game, end));
  }

  /** The `/end` of a game that another host played: the journal knows how it ended. */
  #endAgain(request: GameRequest, arrival: Arrival): void {
    const key = keyOf(request);
    if (this.#memory.ended.has(key, arrival.at)) return;
    const game = this.#create(key, request, arrival);
    this.#reporter.endedElsewhere(game, toEnd(game, request, arrival));
    this.#memory.ended.add(key, arrival.at);
  }

  leave(request: GameRequest, arrival: Arrival): boolean {
    const game = this.#games.get(keyOf(request));
    if (game === undefined) return true;
    if (!game.isSilent(arrival)) return false;
    this.#restart(game);
    this.#shadow?.forget(game.key);
    return true;
  }

  status(): MountStatus {
    return readStatus(this.#config, [...this.#games.values()], this.#runner, this.#shadow);
  }

  abandonGames(): void {
    for (const game of this.#games.values()) this.#abandon(game);
  }

  /**
   * Trusts each `/end` that waits, then closes the runner and the shadow. Resolves when their processes have exited.
   */
  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    for (const game of this.#games.values()) if (!game.takeEnd()) this.#limits.games.remove(game);
    await new Promise<void>((resolve) => this.#reporter.later(resolve));
    await Promise.all([this.#runner.close(), this.#shadow?.close()]);
  }

  /** Calls the strategy, and falls back to a safe move if it fails. */
  async #ask(game: LiveGame, request: GameRequest, arrival: Arrival, timeout: number, confirmed?: ConfirmedMove) {
    // Read now: while the strategy computes, it may change the request, and the next turn may come in.
    const { turn } = request;
    const last = game.lastConfirmed;
    const overhead = game.overhead.estimate;
    const budget = budgetOf(timeout, game.overhead, this.#loopDelay());
    const job = new ArrivedTurn(game, arrival, request);
    const moving = this.#runner.move(job, arrival.at + budget);
    arrival.onGone?.(() => this.#runner.abandon(job));
    const outcome = await moving;

    const answer = toAnswer(outcome, game, Math.round((performance.now() - arrival.at) * 100) / 100);
    game.answer(turn, answer);
    const move: MoveReport = { turn, at: Date.now(), answer, budget, overhead, confirmed, last, arrival };
    return { move, job };
  }

  #create(key: string, request: GameRequest, arrival: Arrival): LiveGame {
    return new LiveGame(key, request, this.#memory.history.begin(arrival.from?.network), arrival);
  }

  /** Answers and counts a `/move` that comes after the `/end` of its game, without recording a new game. */
  async #answerAfterEnd(request: GameRequest, arrival: Arrival, timeout: number): Promise<Answer> {
    const key = keyOf(request);
    const game = this.#create(key, request, arrival);
    game.receive(request, arrival);
    const { move } = await this.#ask(game, request, arrival, timeout);
    this.#reporter.answered(game, move);
    // Unless the engine has begun the game again meanwhile.
    if (!this.#games.has(key)) this.#runner.forget(key);
    return move.answer;
  }

  /** Arranges what follows an answer, in the next turn of the event loop: reports, pondering, the shadow. */
  #follow(game: LiveGame, move: MoveReport, job: ArrivedTurn): void {
    const { answer } = move;
    this.#reporter.answered(game, move);
    // A game that ended or restarted meanwhile is already recorded without this turn.
    if (this.#games.get(game.key) !== game) return;
    this.#reporter.recordTurn(game, move);
    if (answer.kind === 'late')
      job.onLateNote = (note) => this.#recordAgain(game, { ...move, answer: { ...answer, note } });
    if (move.turn > 0) this.#runner.ponder?.(job, answer.move);
    this.#shadow?.follow(new ArrivedTurn(game, move.arrival), move.budget, (shadow) => {
      this.#reporter.shadowAnswered(game, move, shadow);
    });
  }

  /** Records a turn again when a late strategy has returned after all, with its notes. */
  #recordAgain(game: LiveGame, move: MoveReport): void {
    if (this.#games.get(game.key) === game) this.#reporter.recordTurn(game, move);
  }

  /** The game of a request, opened if it is new. */
  #open(key: string, request: GameRequest, arrival: Arrival): LiveGame {
    const known = this.#games.get(key);
    if (known !== undefined) return known;
    this.#memory.ended.delete(key);
    // A pending turn of the shadow in an earlier run of this game would end this one.
    this.#shadow?.forget(key);
    const game = this.#create(key, request, arrival);
    this.#reporter.started(game, request, arrival);
    this.#games.set(key, game);
    return game;
  }

  /** Takes in a request. Returns the earlier move that it confirms, if any. */
  #receive(game: LiveGame, request: GameRequest, arrival: Arrival): ConfirmedMove | undefined {
    const confirmed = game.receive(request, arrival);
    this.#limits.games.enter(game, this.#pushOut);
    return confirmed;
  }

  /**
   * The engine starts the same game again, as some do after they have crashed: only the second run counts, unless the
   * first has an `/end` that waits.
   */
  #restart(game: LiveGame): void {
    if (game.takeEnd()) return;
    this.#runner.forget(game.key);
    if (game.isProbe) this.#drop(game);
    else this.#conclude(game, { ending: 'replayed', turn: game.turn, at: Date.now() });
  }

  #abandon(game: LiveGame): void {
    if (game.takeEnd()) return;
    const ending = game.isProbe ? 'probe' : 'abandoned';
    this.#conclude(game, { ending, turn: game.turn, at: Date.now() });
    this.#runner.forget(game.key);
    this.#shadow?.forget(game.key);
  }

  #abandonSilent(): void {
    for (const game of this.#games.values())
      if (game.seenAt < performance.now() - (game.isProbe ? IDLE_PROBE_MS : IDLE_GAME_MS)) this.#abandon(game);
  }

  #drop(game: LiveGame): void {
    game.dropEnd();
    this.#games.delete(game.key);
    this.#limits.games.remove(game);
  }

  #conclude(game: LiveGame, end: GameEnd): void {
    this.#drop(game);
    if (!game.isProbe) this.#memory.history.add(game.overhead, game.network);
    this.#reporter.ended(game, end);
  }
}

function toEnd(game: LiveGame, request: GameRequest, arrival: Arrival): GameEnd {
  const { outcome, confirmed } = game.finish(request);
  const ending = game.isProbe ? 'probe' : outcome.result;
  return { ending, turn: request.turn, at: Date.now(), arrival, outcome, confirmed };
}

function keyOf({ game, you }: GameRequest): string {
  return formatGameKey(game.id, you.id);
}
