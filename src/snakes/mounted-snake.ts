/** The snake at a prefix: from a valid request to an answer, whatever the strategy behind it does. */
import type { SnakeConfig } from '../config/types.js';
import { toCanonical } from '../wire/canonical.js';
import type { JournalEvent, Player, ShadowTurn } from '../journal/journal-event.js';
import type { CleanMove } from '../wire/move.js';
import type { GameRequest } from '../wire/resources.js';
import type { Answer, InfoResponse } from '../wire/responses.js';
import { budgetOf } from './game/budget.js';
import type { LastTurn } from './strategy/contract.js';
import type { GameEnding, SnakeEvents } from './events.js';
import type { GameRef } from '../wire/game-ref.js';
import type { GameOutcome } from '../inference/game-outcome.js';
import { formatGameKey } from './game/game-key.js';
import { LiveGame } from './game/live-game.js';
import type { Arrival, Mount, MountStatus } from './mount.js';
import { OverheadHistory } from './game/overhead.js';
import type { CallOutcome, Runner, TurnJob } from './strategy/runner.js';
import type { Shadow, ShadowedRequest } from './shadow.js';

/** Games kept at once; of more, the one not heard of for the longest time is let go. */
const MAX_GAMES = 1000;
/** A game that is not heard of for this long is let go, in ms. `/end` may come long after a snake's last turn. */
const IDLE = 60 * 60_000;
/** How often idle games are looked for, in ms. */
const SWEEP = 60_000;
/** Events kept back of a game that may turn out to be a health probe. */
const MAX_HELD = 20;

export interface MountedSnakeDeps {
  readonly config: SnakeConfig;
  readonly info: InfoResponse;
  readonly runner: Runner;
  readonly events: SnakeEvents;
  /** Delay of the host's event loop, in ms. */
  readonly loopDelay: () => number;
  /** Who plays, and where to keep what is played; without it, nothing is kept. */
  readonly keeping?: { readonly player: Player; readonly keep: (entry: JournalEvent) => void } | undefined;
  /** Who is asked the same afterwards; what it says is kept with the turn. */
  readonly shadow?: Shadow | undefined;
}

export class MountedSnake implements Mount {
  readonly prefix: string;
  readonly name: string;
  readonly info: InfoResponse;
  readonly #deps: MountedSnakeDeps;
  readonly #history: OverheadHistory;
  /** The one not heard of for the longest time comes first. */
  readonly #games = new Map<string, LiveGame>();
  readonly #held = new WeakMap<LiveGame, (() => void)[]>();
  readonly #sweeper: NodeJS.Timeout;

  constructor(deps: MountedSnakeDeps) {
    this.prefix = deps.config.prefix;
    this.name = deps.config.name;
    this.info = deps.info;
    this.#deps = deps;
    this.#history = new OverheadHistory(deps.config.overhead);
    this.#sweeper = setInterval(() => this.#sweep(performance.now() - IDLE), SWEEP).unref();
  }

  start(request: GameRequest, arrival: Arrival): void {
    const known = this.#games.get(keyOf(request));
    if (known !== undefined) this.#restart(known);
    const game = this.#open(request, arrival);
    game.enter(request, arrival.at);
    this.#deps.runner.start(this.#job(game, request, arrival));
    this.#deps.shadow?.start(shadowed(game, arrival));
  }

  async answer(request: GameRequest, arrival: Arrival): Promise<Answer> {
    const known = this.#games.get(keyOf(request));
    if (known !== undefined && request.turn === 0 && known.turn > 0) this.#restart(known);
    const game = this.#open(request, arrival);
    const judged = game.enter(request, arrival.at);
    const { turn } = request;
    const { judgement } = game;
    const overhead = game.overhead.estimate;
    const budget = budgetOf(request.game.timeout, overhead, this.#deps.loopDelay());
    const outcome = await this.#deps.runner.move(this.#job(game, request, arrival), arrival.at + budget);
    const answer = settle(outcome, game, toHundredths(performance.now() - arrival.at));
    game.answer(answer.move, answer.took);
    // Spread objects would be half of what telling costs: this is done every turn.
    const { prefix: snake } = this;
    const { game: id, you } = game;
    const tell = () => {
      const { events } = this.#deps;
      if (judged !== undefined) {
        const { turn: before, latency, took } = judged;
        events.moveConfirmed({ snake, game: id, you, turn: before, latency, took }, judged.used);
      }
      events.answered({ snake, game: id, you, turn, overhead, budget }, answer);
    };
    if (answer.kind === 'moved') this.#tell(game, tell);
    else setImmediate(tell);
    // A game that has ended or begun anew meanwhile has no place for this turn.
    if (this.#games.get(game.key) !== game) return answer;
    const last = judgement && { used: judgement.used, latency: judgement.latency };
    const [given, assumed] = [toHundredths(budget), toHundredths(overhead)];
    const facts = { turn, at: Date.now(), answer, budget: given, overhead: assumed, last };
    const keepTurn = (shadow?: ShadowTurn) =>
      this.#keep(game, () => {
        const all = shadow === undefined ? facts : { ...facts, shadow };
        return { kind: 'turn', snake, game: id, you, body: arrival.text, facts: all };
      });
    keepTurn();
    this.#deps.shadow?.follow(shadowed(game, arrival), budget, keepTurn);
    return answer;
  }

  end(request: GameRequest, arrival: Arrival): void {
    const game = this.#games.get(keyOf(request));
    if (game === undefined) return;
    const outcome = game.finish(request);
    const keepEnd = this.#close(game, game.isProbe ? 'probe' : outcome.result, request.turn, { arrival, outcome });
    this.#deps.runner.end(this.#job(game, request, arrival));
    this.#deps.shadow?.end(shadowed(game, arrival), keepEnd);
  }

  status(): MountStatus {
    const { config, runner, shadow } = this.#deps;
    return {
      prefix: this.prefix,
      name: this.name,
      strategy: config.strategy,
      isolation: config.isolation,
      games: [...this.#games.values()].map(({ game, you, turn, overhead }) => ({
        game,
        you,
        turn,
        overhead: overhead.estimate,
      })),
      children: [...runner.status(), ...(shadow?.status() ?? [])],
    };
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeper);
    await Promise.all([this.#deps.runner.close(), this.#deps.shadow?.close()]);
  }

  /** The game of a request, begun where it is not known; it is now the one heard of last. */
  #open(request: GameRequest, arrival: Arrival): LiveGame {
    const key = keyOf(request);
    let game = this.#games.get(key);
    if (game === undefined) {
      // What is still owed to an earlier run of it would end this one.
      this.#deps.shadow?.forget(key);
      game = new LiveGame(key, request, this.#history.begin());
      const started = game;
      this.#tell(game, () => this.#deps.events.gameStarted(this.#ref(started), request));
      this.#keep(game, (player) => {
        return { kind: 'began', ...this.#ref(started), at: Date.now(), body: arrival.text, player };
      });
    }
    this.#games.delete(key);
    this.#games.set(key, game);
    if (this.#games.size > MAX_GAMES) this.#abandon(this.#games.values().next().value!);
    return game;
  }

  /** The engine begins the same game anew, as some do after a crash of their own: nothing of the first run counts. */
  #restart(game: LiveGame): void {
    this.#deps.runner.forget(game.key);
    if (!game.isProbe) return void this.#close(game, 'replayed', game.turn);
    this.#games.delete(game.key);
    this.#held.delete(game);
  }

  #keep(game: LiveGame, toEntry: (player: Player) => JournalEvent): void {
    const { keeping } = this.#deps;
    if (keeping === undefined) return;
    const entry = toEntry(keeping.player);
    this.#tell(game, () => keeping.keep(entry));
  }

  #job(game: LiveGame, request: GameRequest, arrival: Arrival): TurnJob {
    const canonical = toCanonical(request, game.dead);
    return new ArrivedTurn(game.key, canonical, game.lastTurn, arrival);
  }

  /** Lets events go after the answer. Those of what may be a health probe wait until its second turn shows that it is none. */
  #tell(game: LiveGame, event: () => void): void {
    if (game.mayBeProbe) {
      const held = this.#held.get(game) ?? [];
      if (game.isProbe) {
        if (held.length < MAX_HELD) this.#held.set(game, [...held, event]);
        return;
      }
      if (this.#held.delete(game)) for (const each of held) setImmediate(each);
    }
    setImmediate(event);
  }

  /** Returns what keeps the end once more. */
  #close(game: LiveGame, result: GameEnding, turn: number, end?: { arrival: Arrival; outcome: GameOutcome }) {
    this.#games.delete(game.key);
    this.#held.delete(game);
    if (!game.isProbe) this.#history.add(game.overhead);
    const at = Date.now();
    const keepEnd = () => {
      if (result === 'probe' || result === 'replayed') return;
      const outcome = end?.outcome ?? { result };
      this.#keep(game, () => ({ kind: 'ended', ...this.#ref(game), at, body: end?.arrival.text, outcome }));
    };
    keepEnd();
    setImmediate(() => this.#deps.events.gameEnded({ ...this.#ref(game), turn }, result));
    return keepEnd;
  }

  #abandon(game: LiveGame): void {
    this.#close(game, game.isProbe ? 'probe' : 'abandoned', game.turn);
    this.#deps.runner.forget(game.key);
    this.#deps.shadow?.forget(game.key);
  }

  #sweep(before: number): void {
    for (const game of this.#games.values()) {
      if (game.seenAt < before) this.#abandon(game);
    }
  }

  #ref({ game, you }: LiveGame): GameRef {
    return { snake: this.prefix, game, you };
  }
}

/** The text is left to its arrival: see {@link Arrival.text}. */
class ArrivedTurn implements TurnJob {
  readonly key: string;
  readonly request: GameRequest;
  readonly lastTurn: LastTurn | undefined;
  readonly #arrival: Arrival;

  constructor(key: string, request: GameRequest, lastTurn: LastTurn | undefined, arrival: Arrival) {
    this.key = key;
    this.request = request;
    this.lastTurn = lastTurn;
    this.#arrival = arrival;
  }

  get text(): string {
    return this.#arrival.text;
  }
}

/** Every outcome becomes a move that can be sent. */
function settle(outcome: CallOutcome, game: LiveGame, took: number): Answer {
  if (outcome.kind === 'moved') return toMoved(outcome.move, took);
  if (outcome.kind === 'undecided') return toMoved(outcome.proposal ?? { move: game.safeMove() }, took);
  const { kind, reason, proposal } = outcome;
  if (proposal !== undefined) return { kind, ...proposal, took, fallback: 'proposed', reason };
  return { kind, move: game.safeMove(), took, fallback: 'safe', reason };
}

function toMoved({ move, shout }: CleanMove, took: number): Answer {
  return shout === undefined ? { kind: 'moved', move, took } : { kind: 'moved', move, shout, took };
}

/** As exact as times in ms are kept: more digits would be noise, and take most of the room of a turn. */
function toHundredths(ms: number): number {
  return Math.round(ms * 100) / 100;
}

function shadowed({ key, dead }: LiveGame, arrival: Arrival): ShadowedRequest {
  return { key, dead: [...dead], arrival };
}

function keyOf({ game, you }: GameRequest): string {
  return formatGameKey(game.id, you.id);
}
