/** One running game of a mounted snake: its dead snakes, its overhead and the last answer. */
import { createHash } from 'node:crypto';
import { safeMove } from '../../rules/toolkit/safe-move.js';
import type { Direction } from '../../rules/types.js';
import type { SeatedPosition } from '../../wire/to-position.js';
import { AliveTracker, livingPosition } from '../../inference/alive-tracker.js';
import type { CleanMove } from '../../wire/move.js';
import { listedOn } from '../../wire/fog.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRequest } from '../../wire/resources.js';
import type { Answer } from '../../wire/responses.js';
import type { TurnRange } from '../../journal/journal-event.js';
import type { Arrival, ClientAddress } from '../mount.js';
import type { LastTurn } from '../strategy/contract.js';
import type { CallOutcome } from '../strategy/runner.js';
import { gameOutcomeOf, type GameOutcome } from '../../inference/game-outcome.js';
import { FaultCounts } from './fault-counts.js';
import type { Overhead } from './overhead.js';
import { wasLastMoveUsed, wasMoveUsed, type LiveTurn } from '../../inference/move-used.js';
import { type Used } from '../../views/game-rows.js';

/** Longest body of a health probe, in characters; a probe from play.battlesnake.com has less than 2,000. */
const MAX_PROBE_BODY = 4096;
/**
 * The board of a request within these limits stays a text until its position is needed: then, within 0.2 ms, it is. An
 * engine's request with eight snakes has 6,000 characters.
 */
const MAX_TEXT = { characters: 16 * 1024, cells: 25 * 25 };
/** Memory of a game besides its board, in bytes, roughly: measured with empty boards. */
const GAME_BYTES = 4096;
/** Most memory of a dead snake's id, in bytes. */
const ID_BYTES = 600;
/** After this time without a `/move`, in ms, the next `/start` or `/end` is trusted, from any sender. */
const SILENT_MS = 2000;

/** An answered move, and what the next request shows about it. */
export interface ConfirmedMove {
  /** The turn it answered. */
  readonly turn: number;
  /** Our duration, in ms. */
  readonly took: number;
  /** As the engine reports it: ms, or empty. */
  readonly latency: string;
  readonly used: Used;
}

/** An `/end` that is not trusted yet. */
interface HeldEnd {
  readonly client: string | undefined;
  readonly characters: number;
  readonly take: () => void;
  timer: NodeJS.Timeout;
}

/**
 * Owns the state of one game: the dead, the overhead, the turn that is being answered and the answer before it.
 *
 * Guarantees that nothing it returns depends on what a strategy does to its copy of a request. Never calls a strategy,
 * and reports to no one.
 */
export class LiveGame {
  readonly key: string;
  readonly game: string;
  readonly you: string;
  readonly overhead: Overhead;
  /** The kind of network that its requests come over. */
  readonly network: ClientAddress['network'] | undefined;
  readonly #tracker = new AliveTracker();
  /** True if the first request looks like an engine's health probe. The first turn of a solo game looks the same. */
  readonly mayBeProbe: boolean;
  /** True if the game began with no other snake. */
  readonly isSolo: boolean;
  /** When the last request came in, on the clock of `performance.now()`, in ms. */
  seenAt = 0;
  /** The last turn seen; −1 before the first. */
  turn = -1;
  /** The first turn since which none was missing. */
  #sawFrom = 0;
  /** Counts the turns before which the strategy pondered, and those it had expected. */
  readonly pondered = { turns: 0, found: 0 };
  /** Turns in a row, up to now, on which the strategy returned no move. */
  moveless = 0;
  readonly faults = new FaultCounts();
  /** Characters of the reports that are held back while this may be a health probe. */
  heldCharacters = 0;
  /** The board that was received last: its position, or the body that shows it. Absent before the first request. */
  #board: SeatedPosition | string | undefined;
  /** The turn in progress. Copied, because an inline strategy may change its request. */
  #asked: Omit<LiveTurn, 'move' | 'took'> | undefined;
  #answered: LiveTurn | undefined;
  /** The fate of the previous answer, as strategies see it. */
  lastTurn: LastTurn | undefined;
  #lastConfirmed: ConfirmedMove | undefined;
  /** The client that opened the game, and its request as {@link digestOf} shows it. */
  readonly #opened: readonly [client: string | undefined, digest: string];
  /** The client that sends the turns, and since when no other does. Absent before the first `/move`. */
  #asker: { readonly client: string | undefined; readonly since: number } | undefined;
  /** After this silence, any client is trusted, in ms. */
  #silence = SILENT_MS;
  /** The client that has sent most of the turns, if any has; counted by majority vote, which keeps one client only. */
  #main: { readonly client: string | undefined; readonly lead: number } = { client: undefined, lead: 0 };
  #heldEnd: HeldEnd | undefined;

  constructor(key: string, request: GameRequest, overhead: Overhead, arrival: Pick<Arrival, 'text' | 'from'>) {
    this.key = key;
    this.game = request.game.id;
    this.you = request.you.id;
    this.overhead = overhead;
    this.network = arrival.from?.network;
    this.isSolo = listedOn(request.board).every(({ id }) => id === request.you.id);
    this.mayBeProbe = looksLikeProbe(request) && arrival.text.length <= MAX_PROBE_BODY;
    this.#opened = [arrival.from?.name, digestOf(arrival)];
  }

  /** The fate of the previous answer. Kept for an engine that repeats a request. */
  get lastConfirmed(): ConfirmedMove | undefined {
    return this.#lastConfirmed?.turn === this.turn - 1 ? this.#lastConfirmed : undefined;
  }

  get dead(): ReadonlySet<string> {
    return this.#tracker.dead;
  }

  /** True while it may be a health probe: no turn after the first has come yet. */
  get isProbe(): boolean {
    return this.mayBeProbe && this.turn <= 0;
  }

  /** The last turns in a row that came here; none if this host does not know the game. */
  get saw(): TurnRange {
    return [this.#sawFrom, this.turn];
  }

  /** Whether it had two turns in a row: most invented games have one. */
  get isProven(): boolean {
    return this.#sawFrom < this.turn;
  }

  get bytes(): number {
    const held = this.heldCharacters + this.faults.characters + (this.#heldEnd?.characters ?? 0);
    const own = GAME_BYTES + this.dead.size * ID_BYTES + 2 * held;
    const board = this.#board;
    if (typeof board !== 'object') return own + 2 * (board?.length ?? 0);
    const { bodies, food, hazards } = board.position;
    const { buffer } = bodies;
    // A list that has outgrown the common buffer has its own.
    const longFood = food.buffer === buffer ? 0 : food.byteLength;
    const longHazards = hazards.buffer === buffer ? 0 : hazards.byteLength;
    return own + buffer.byteLength + longFood + longHazards;
  }

  /**
   * Whether an `/end` is trusted: it comes from the client that sends the turns, or turns have stopped. Every snake of
   * the game can write one. If several clients send turns, only silence shows that the game is over.
   */
  trusts({ at, from }: Pick<Arrival, 'at' | 'from'>): boolean {
    if (this.#asker === undefined) return true;
    if (this.isSilent({ at })) return !this.#isOutranked(from);
    const { client, since } = this.#asker;
    return from?.name === client && at - since >= this.#silence;
  }

  /**
   * Whether turns have stopped. Only then does the game begin again: a host that was suspended for a while finds all
   * requests of that time at once, its `/start` perhaps last.
   */
  isSilent({ at }: Pick<Arrival, 'at'>): boolean {
    return this.#asker === undefined || at - this.seenAt >= this.#silence;
  }

  /**
   * Whether a `/move` begins the game again. After a crash, an engine goes back to turn 0; and the first turn may show
   * that the `/start` was another client's.
   */
  isBegunAgain(turn: number, arrival: Pick<Arrival, 'at' | 'from' | 'text'>): boolean {
    if (turn === 0 && this.turn > 0) return this.isSilent(arrival);
    const [client, digest] = this.#opened;
    return this.#asker === undefined && arrival.from?.name !== client && digestOf(arrival) !== digest;
  }

  /**
   * A `/move` has come. If its client has sent the `/end` that waits, or most of the turns, the game was not over. Any
   * other client only delays the `/end`: opponents know the ids of a game, and must not erase its result.
   */
  ask({ at, from }: Pick<Arrival, 'at' | 'from'>, timeout: number): void {
    const client = from?.name;
    if (this.#asker === undefined) this.#asker = { client, since: Number.NEGATIVE_INFINITY };
    else if (this.#asker.client !== client) this.#asker = { client, since: at };
    this.#silence = Math.max(SILENT_MS, 2 * timeout);
    const { client: main, lead } = this.#main;
    const held = this.#heldEnd;
    clearTimeout(held?.timer);
    // Turns after its `/end` make no other client the main one.
    if (held !== undefined && client !== held.client && client !== main) return void (held.timer = this.#endLater());
    this.#heldEnd = undefined;
    this.#main = lead === 0 ? { client, lead: 1 } : { client: main, lead: lead + (client === main ? 1 : -1) };
  }

  /**
   * Keeps an `/end` that is not trusted until the game has been silent for long enough. One of the client that has
   * sent most of the turns is not replaced by another client's.
   */
  holdEnd({ from }: Pick<Arrival, 'from'>, characters: number, take: () => void): void {
    if (this.#isOutranked(from)) return;
    this.dropEnd();
    this.#heldEnd = { client: from?.name, take, characters, timer: this.#endLater() };
  }

  /** Whether the `/end` that waits comes from the client that has sent most of the turns, and this is another one. */
  #isOutranked(from: Arrival['from']): boolean {
    const { client } = this.#main;
    return this.#heldEnd !== undefined && this.#heldEnd.client === client && from?.name !== client;
  }

  #endLater(): NodeJS.Timeout {
    return setTimeout(() => this.takeEnd(), this.#silence).unref();
  }

  /** Trusts the `/end` that is held, if any. Returns whether there was one. */
  takeEnd(): boolean {
    const held = this.#heldEnd;
    this.dropEnd();
    held?.take();
    return held !== undefined;
  }

  dropEnd(): void {
    clearTimeout(this.#heldEnd?.timer);
    this.#heldEnd = undefined;
  }

  /** Takes in a `/start` or `/move`. Returns the earlier move that it confirms, if any. */
  receive(request: GameRequest, arrival: Pick<Arrival, 'at' | 'from' | 'text'>): ConfirmedMove | undefined {
    const last = this.#answered;
    const used = last && this.#judge(last, request, wasMoveUsed(last, request));
    this.lastTurn = last && { used: used ?? 'unknown', took: last.took, overhead: this.overhead.estimate };
    this.#answered = undefined;
    const [head, neck] = request.you.body;
    this.#asked = { turn: request.turn, head: { ...head! }, neck: neck && { ...neck } };
    this.#board = mayStayText(request, arrival)
      ? (this.#tracker.follow(request) ?? arrival.text)
      : this.#tracker.update(request, true);
    if (request.turn < this.turn || request.turn > this.turn + 1) this.#sawFrom = request.turn;
    this.turn = request.turn;
    this.seenAt = arrival.at;
    if (used === undefined) return undefined;
    this.#lastConfirmed = { turn: last!.turn, took: last!.took, latency: request.you.latency, used };
    return this.#lastConfirmed;
  }

  /** The host's safe move on the board that was received last. */
  safeMove(): Direction {
    const seated = this.#seated();
    return seated === undefined ? 'up' : safeMove(seated.position, seated.seat);
  }

  /** The position that was received last. Made from the text: a strategy may have changed the request. */
  #seated(): SeatedPosition | undefined {
    return typeof this.#board === 'string' ? livingPosition(parseRequest(this.#board), this.dead, true) : this.#board;
  }

  /** Remembers an answer, which the next request confirms or not. */
  answer(asked: number, answer: Answer): void {
    const { move, took, found } = answer;
    this.moveless = answer.kind === 'moved' && answer.isDelegated ? this.moveless + 1 : 0;
    if (found !== undefined) this.pondered.turns += 1;
    if (found === true) this.pondered.found += 1;
    // Another turn may have come in meanwhile.
    if (this.#asked?.turn !== asked) return;
    const { turn, head, neck } = this.#asked;
    this.#answered = { turn, move, head, neck, took };
  }

  /**
   * Takes in the `/end`. Returns how the game ended for our snake, and the last move if the end confirms it. From now
   * on, `dead` includes the snakes that are dead on the final board.
   */
  finish(end: GameRequest): { readonly outcome: GameOutcome; readonly confirmed: ConfirmedMove | undefined } {
    const [asked, last] = [this.#seated(), this.#answered];
    this.#tracker.revive(end);
    const outcome = gameOutcomeOf({ asked, end, seen: this.#tracker });
    this.#tracker.update(end, false);
    const used = last && this.#judge(last, end, wasLastMoveUsed(last, end));
    return { outcome, confirmed: used && { turn: last.turn, took: last.took, latency: end.you.latency, used } };
  }

  #judge({ took }: LiveTurn, { game, you }: GameRequest, used: Used | undefined): Used | undefined {
    return used && this.overhead.observe({ used, latency: you.latency, took, timeout: game.timeout });
  }
}

/**
 * play.battlesnake.com probes each snake with a standard game in which it is alone on the board, and which ends on turn
 * 0.
 */
function looksLikeProbe({ game, board, turn }: GameRequest): boolean {
  const { name, version } = game.ruleset;
  return name === 'standard' && version !== 'cli' && turn === 0 && listedOn(board).length === 1;
}

/** Whether a board need not become a position at once. A local game would have to make its text first. */
function mayStayText({ board }: GameRequest, arrival: Pick<Arrival, 'from' | 'text'>): boolean {
  const { characters, cells } = MAX_TEXT;
  return arrival.from !== undefined && arrival.text.length <= characters && board.width * board.height <= cells;
}

/** Tells requests from different machines apart. Empty for a local game, which only the arena plays. */
function digestOf({ from, text }: Pick<Arrival, 'from' | 'text'>): string {
  return from === undefined ? '' : createHash('sha1').update(text).digest('base64');
}

/** Turns every outcome into a valid move with the strategy's note. `took` in ms. */
export function toAnswer(outcome: CallOutcome, game: LiveGame, took: number): Answer {
  const answer = toAnswerWithoutNote(outcome, game, took);
  const { note, found } = outcome;
  if (found === undefined) return note === undefined ? answer : { ...answer, note };
  return { ...answer, found, ...(note !== undefined && { note: { ...note, found } }) };
}

function toAnswerWithoutNote(outcome: CallOutcome, game: LiveGame, took: number): Answer {
  if (outcome.kind === 'moved') return toMoved(outcome.move, took);
  if (outcome.kind === 'delegated') {
    if (outcome.proposal !== undefined) return toMoved(outcome.proposal, took);
    return { kind: 'moved', move: game.safeMove(), took, isDelegated: true };
  }
  const { kind, reason, proposal, cause } = outcome;
  const why = { reason, ...(cause && { cause }) };
  if (proposal === undefined) return { kind, move: game.safeMove(), took, fallback: 'safe', ...why };
  const { move, shout } = proposal;
  return { kind, move, ...(shout !== undefined && { shout }), took, fallback: 'proposed', ...why };
}

function toMoved({ move, shout }: CleanMove, took: number): Answer {
  return shout === undefined ? { kind: 'moved', move, took } : { kind: 'moved', move, shout, took };
}

/**
 * One string for one of our snakes in one game. It takes both ids, because the same snake may play twice in a game. The
 * length in front keeps them apart: ids may contain anything.
 */
export function formatGameKey(game: string, you: string): string {
  return `${game.length}:${game}${you}`;
}

export function parseGameKey(key: string): { game: string; you: string } {
  const colon = key.indexOf(':');
  const end = colon + 1 + Number(key.slice(0, colon));
  return { game: key.slice(colon + 1, end), you: key.slice(end) };
}
