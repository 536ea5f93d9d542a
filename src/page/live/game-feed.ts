/** One live game as the page follows it: its latest turn, and, while it is watched, its boards. */
import { BoardHistory } from '../../recorded/board-history.js';
import { type EventOf, type TurnFacts, gameIdOf } from '../../journal/journal-event.js';
import { toJournalResult } from '../../views/game-rows.js';
import { cutFeedback, toFinalTurn, toGameView, toTurnView, type AnswerCounts } from '../game-view.js';
import { parseQuietly } from '../../wire/reader.js';
import type { Game, GameRef, GameRequest } from '../../wire/resources.js';
import type { DeathView, GameBoardView, GamePieceView, TurnView } from '../../views/game.js';
import type { LiveGameView } from '../../views/live.js';

/** What an update has of games, by their ids. */
export interface LiveNews {
  readonly games: Map<string, LiveGameView>;
  readonly hidden: Set<string>;
}

/** A turn that waits to be shown. `facts` are absent for the first request of a game, which may be its `/start`. */
interface WaitingTurn {
  readonly body: string;
  readonly facts?: TurnFacts;
}

/** Most turns that wait to be shown; beyond, only the last one is shown, to spare the garbage collector. */
const MAX_WAITING = 4;
/** Memory of a game besides its texts and boards, in bytes, roughly. */
const GAME_BYTES = 1024;
/** Memory of its boards, for each cell of the board and for each cell of a list, in bytes, roughly. */
const BOARD_BYTES = { perCell: 64, perItem: 48 } as const;

/**
 * Owns the state of a live game: the original request of its latest turn, and while it is watched the turns that wait
 * to be shown and the history of its boards.
 *
 * Guarantees that nothing is parsed before {@link GameFeed.showNext}. Never decides when to show a turn, and never
 * keeps a text after {@link GameFeed.drop}.
 */
export class GameFeed {
  readonly id: string;
  readonly key: string;
  readonly #began: Omit<EventOf<'began'>, 'body'>;
  #latest: WaitingTurn | undefined;
  #waiting: WaitingTurn[] = [];
  #history: BoardHistory | undefined;
  #shown: LiveGameView | undefined;
  readonly #counts: { -readonly [Kind in keyof AnswerCounts]: number } = {
    moved: 0,
    late: 0,
    failed: 0,
    illegal: 0,
    lost: 0,
  };
  #ended: EventOf<'ended'> | undefined;
  #isEndShown = false;
  #boardBytes = 0;

  constructor({ body, ...began }: EventOf<'began'>) {
    this.#began = began;
    this.id = gameIdOf(began);
    this.key = keyOf(began);
    this.#latest = { body };
  }

  /** Its memory in bytes, roughly: a character may take two. */
  get bytes(): number {
    const latest = this.#latest?.body.length ?? 0;
    const waiting = this.#waiting.reduce((sum, { body }) => sum + body.length, 0);
    const end = this.#ended?.body?.length ?? 0;
    return GAME_BYTES + 2 * (latest + waiting + end) + this.boardBytes;
  }

  get boardBytes(): number {
    return this.#boardBytes;
  }

  get isEmpty(): boolean {
    return this.#latest === undefined && this.#shown === undefined;
  }

  /** The game as of the last shown turn; `undefined` before that. */
  get shown(): LiveGameView | undefined {
    return this.#shown;
  }

  /** The same for readers of this game alone. */
  get piece(): GamePieceView | undefined {
    return this.#shown && toPiece(this.#shown);
  }

  get isOver(): boolean {
    return this.#ended !== undefined;
  }

  /** Whether a turn or the end waits to be shown. */
  get hasMore(): boolean {
    return this.#waiting.length > 0 || (this.isOver && !this.#isEndShown);
  }

  /** Characters of what is shown next. */
  get nextSize(): number {
    return (this.#waiting[0] ?? this.#ended)?.body?.length ?? 0;
  }

  /** Adds an answered turn, or updates one that is recorded again. */
  take(body: string, facts: TurnFacts, isWatched: boolean): void {
    const { turn, at } = this.#latest?.facts ?? {};
    const isAgain = turn === facts.turn && at === facts.at;
    if (!isAgain && facts.answer.kind !== 'seen') this.#counts[facts.answer.kind]++;
    if (!isAgain && facts.last?.used === 'no') this.#counts.lost++;
    this.#latest = { body, facts };
    if (isWatched) this.#queue(this.#latest);
  }

  end(event: EventOf<'ended'>): void {
    this.#ended = event;
  }

  watch(): void {
    if (this.#latest !== undefined) this.#queue(this.#latest);
  }

  unwatch(): void {
    this.#waiting = [];
    this.#history = undefined;
    this.#shown = undefined;
    this.#boardBytes = 0;
  }

  /** Drops all texts, to make room. The next turn is shown again. */
  drop(): void {
    this.#latest = undefined;
    this.unwatch();
  }

  /**
   * Parses the next turn that waits, or else the end, and adds it to the news. Adds nothing that is unreadable. Returns
   * the news for readers of this game alone: there, the turn before has its feedback, too.
   */
  showNext(news: LiveNews): GamePieceView | undefined {
    const next = this.#waiting.shift();
    if (next === undefined) return this.#showEnd(news, this.#ended?.body);
    const request = parseQuietly(next.body);
    if (request === undefined) return undefined;
    const { turn: before } = this.#shown ?? {};
    const shown = this.#show(request, next, (this.#history ??= new BoardHistory()));
    this.#boardBytes = bytesOf(shown.turn.board);
    const last = next.facts?.last;
    if (last === undefined || before?.turn !== request.turn - 1) return this.#add(news, shown);
    return this.#add(news, shown, { ...before, feedback: cutFeedback(last) });
  }

  /** Adds that the game is no longer shown; if it is over, how it ended, without its board. */
  hide(news: LiveNews): GamePieceView | undefined {
    if (this.isOver) return this.#showEnd(news, undefined);
    if (this.#shown !== undefined) news.hidden.add(this.id);
    return undefined;
  }

  #showEnd(news: LiveNews, body: string | undefined): GamePieceView | undefined {
    this.#isEndShown = true;
    if (this.#ended === undefined || this.#shown === undefined) return undefined;
    const { at: endedAt, outcome } = this.#ended;
    const { result, turns, died, place, cause } = outcome;
    const request = body === undefined ? undefined : parseQuietly(body);
    const board = request && this.#history?.showEnd(request, ownDeathOf(outcome));
    return this.#add(news, {
      ...this.#shown,
      endedAt,
      result: toJournalResult(result, this.#shown.snakes),
      ...(turns !== undefined && { turns }),
      ...(place !== undefined && { rank: place }),
      ...(died !== undefined && { died }),
      ...(cause !== undefined && { cause }),
      ...(board && { final: toFinalTurn(board, this.#shown.turn) }),
    });
  }

  #add({ games, hidden }: LiveNews, shown: LiveGameView, ...before: readonly TurnView[]): GamePieceView {
    this.#shown = shown;
    games.set(this.id, shown);
    hidden.delete(this.id);
    return toPiece(shown, before);
  }

  #queue(turn: WaitingTurn): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting = [];
    this.#waiting.push(turn);
  }

  /** The game as of a request. */
  #show(request: GameRequest, { facts }: WaitingTurn, history: BoardHistory): LiveGameView {
    const board = history.show(request);
    const { turn, game } = request;
    return {
      ...(this.#shown ?? this.#describe(game, board)),
      timeout: game.timeout,
      ...this.#counts,
      turns: turn,
      turn: facts ? toTurnView(facts, board) : { turn, board },
    };
  }

  #describe(game: Game, board: GameBoardView) {
    const { at: startedAt, snake, game: name, you, player } = this.#began;
    const { strategy, version, assignment } = player;
    const side = assignment && { experiment: assignment.experiment, variant: assignment.variant };
    return toGameView({ id: this.id, snake, game: name, you, startedAt, strategy, version, ...side }, game, board);
  }
}

/** Without a turn that waits for its answer. */
function toPiece({ turn, final, timeout, ...game }: LiveGameView, before: readonly TurnView[] = []): GamePieceView {
  return { game, timeout, turns: [...before, ...(turn.answer ? [turn] : []), ...(final ? [final] : [])] };
}

function bytesOf({ width, height, food, hazards, snakes }: GameBoardView): number {
  const items = snakes.reduce((sum, { body }) => sum + body.length, food.length + hazards.length);
  return BOARD_BYTES.perCell * width * height + BOARD_BYTES.perItem * items;
}

function ownDeathOf({ died, cause, killer }: EventOf<'ended'>['outcome']): DeathView | undefined {
  if (died === undefined) return undefined;
  return { turn: died, ...(cause !== undefined && { cause }), ...(killer !== undefined && { by: killer }) };
}

/** The key of the seat of a snake in a game. */
export function keyOf({ snake, game, you }: GameRef): string {
  return JSON.stringify([snake, game, you]);
}
