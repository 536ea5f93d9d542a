/** One live game as the page follows it: its latest turn, and, while it is watched, its boards. */
import { BoardHistory } from '../../recorded/board-history.js';
import { type EventOf, type TurnFacts, gameIdOf } from '../../journal/journal-event.js';
import { toJournalResult } from '../../views/game-rows.js';
import { toAnswerView } from '../answer-view.js';
import { cutString } from '../../wire/limits.js';
import { parseQuietly } from '../../wire/reader.js';
import type { GameRef, GameRequest } from '../../wire/resources.js';
import type { DeathView, GameBoardView } from '../../views/game.js';
import type { GameEndView, LiveGameView, LiveTurnView } from '../../views/live.js';

/** What an update has of games. */
export interface LiveNews {
  readonly games: LiveGameView[];
  readonly turns: LiveTurnView[];
  readonly ended: GameEndView[];
  readonly hidden: string[];
}

export const createLiveNews = (): LiveNews => ({ games: [], turns: [], ended: [], hidden: [] });

/** A turn that waits to be shown. `facts` are absent for the first request of a game, which may be its `/start`. */
interface WaitingTurn {
  readonly body: string;
  readonly at: number;
  readonly facts?: TurnFacts;
}

/** Most turns that wait to be shown; beyond, only the last one is shown, to spare the garbage collector. */
const MAX_WAITING = 4;
/** Memory of a game besides its texts and boards, in bytes, roughly. */
const GAME_BYTES = 1024;
/** Memory of its boards, for each cell of the board and for each cell of a list, in bytes, roughly. */
const BOARD_BYTES = { perCell: 64, perItem: 48 } as const;
const MAX_SHOWN = 80;

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
  #fallbacks = 0;
  #lost = 0;
  #ended: EventOf<'ended'> | undefined;
  #isEndShown = false;
  #isAlone = false;
  #boardBytes = 0;

  constructor({ body, ...began }: EventOf<'began'>) {
    this.#began = began;
    this.id = gameIdOf(began);
    this.key = keyOf(began);
    this.#latest = { body, at: began.at };
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

  /** The game as of its latest turn, watched or not; `undefined` if that is unreadable. */
  get latest(): LiveGameView | undefined {
    if (this.#shown !== undefined || this.#latest === undefined) return this.#shown;
    const request = parseQuietly(this.#latest.body);
    return request && { ...this.#describe(request), turn: this.#show(request, this.#latest, new BoardHistory()) };
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
    const isAgain = this.#latest?.facts?.turn === facts.turn && this.#latest.at === facts.at;
    if (!isAgain && facts.answer.kind !== 'moved') this.#fallbacks++;
    if (!isAgain && facts.last?.used === 'no') this.#lost++;
    this.#latest = { body, at: facts.at, facts };
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

  /** Parses the next turn that waits, or else the end, and adds it to the news. Adds nothing that is unreadable. */
  showNext(news: LiveNews): void {
    const next = this.#waiting.shift();
    if (next === undefined) return this.#showEnd(news, this.#ended?.body);
    const request = parseQuietly(next.body);
    if (request === undefined) return;
    const turn = this.#show(request, next, (this.#history ??= new BoardHistory()));
    const before = this.#shown;
    this.#isAlone = before === undefined ? request.board.snakes.length < 2 : this.#isAlone;
    this.#shown = { ...(before ?? this.#describe(request)), turn };
    this.#boardBytes = bytesOf(turn.board);
    if (before === undefined) news.games.push(this.#shown);
    else news.turns.push(turn);
  }

  /** Adds that the game is no longer shown; if it is over, how it ended, without its board. */
  hide(news: LiveNews): void {
    if (this.isOver) this.#showEnd(news, undefined);
    else if (this.#shown !== undefined) news.hidden.push(this.id);
  }

  #showEnd(news: LiveNews, body: string | undefined): void {
    this.#isEndShown = true;
    if (this.#ended === undefined || this.#shown === undefined) return;
    const { at, outcome } = this.#ended;
    const { result, turns, died, place, cause } = outcome;
    const request = body === undefined ? undefined : parseQuietly(body);
    news.ended.push({
      id: this.id,
      at,
      result: toJournalResult(result, this.#isAlone ? 1 : 2),
      ...(turns !== undefined && { turns }),
      ...(place !== undefined && { rank: place }),
      ...(died !== undefined && { died }),
      ...(cause !== undefined && { cause }),
      ...(request && this.#history && { final: this.#history.showEnd(request, ownDeathOf(outcome)) }),
    });
  }

  #queue(turn: WaitingTurn): void {
    if (this.#waiting.length >= MAX_WAITING) this.#waiting = [];
    this.#waiting.push(turn);
  }

  #show(request: GameRequest, { at, facts }: WaitingTurn, history: BoardHistory): LiveTurnView {
    return {
      id: this.id,
      turn: request.turn,
      at,
      fallbacks: this.#fallbacks,
      lost: this.#lost,
      board: history.show(request),
      ...(facts && { answer: toAnswerView(facts) }),
      ...(facts?.last && { before: { used: facts.last.used, latency: cutString(facts.last.latency, MAX_SHOWN) } }),
    };
  }

  #describe({ game: { ruleset, map, source, timeout } }: GameRequest): Omit<LiveGameView, 'turn'> {
    const { snake, game, you, at, player } = this.#began;
    const { strategy, version, assignment } = player;
    return {
      id: this.id,
      snake,
      game,
      you,
      startedAt: at,
      ruleset: cutString(ruleset.name, MAX_SHOWN),
      map: cutString(map, MAX_SHOWN),
      strategy,
      version: cutString(version, MAX_SHOWN),
      ...(assignment && { experiment: assignment.experiment, variant: assignment.variant }),
      source: cutString(source, MAX_SHOWN),
      timeout,
    };
  }
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
