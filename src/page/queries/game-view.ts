/** A kept game as the page shows it: boards, answers, and how it ended. Made in the reading thread. */
import { BoardHistory } from '../board-history.js';
import type { GameRow, ShownGame, ShownTurn } from '../api/game.js';
import { cutString } from '../../wire/cut-string.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameSummary, KeptGame, KeptTurn } from '../../journal/kept-game.js';
import { toPublicAnswer, toShownAnswer } from '../answer-view.js';

/** Which part of a game is shown, and to whom. */
export interface PieceOptions {
  /** The first turn that is shown. */
  readonly from: number;
  /** Leaves out what only the operator may see: see `toPublicAnswer`. */
  readonly isPublic: boolean;
}

/** Characters of JSON after which the rest is left to the next piece: the host's own thread writes it. */
const PIECE_CHARACTERS = 250_000;
const MAX_LATENCY = 12;

/** A piece of a game. Throws if a request of it cannot be read. */
export function toGamePiece(game: KeptGame, { from, isPublic }: PieceOptions): ShownGame {
  const history = new BoardHistory();
  const turns: ShownTurn[] = [];
  let characters = 0;
  let next: number | undefined;
  let timeout = 0;
  for (const [index, turn] of game.list.entries()) {
    const request = parseRequest(turn.body);
    timeout ||= request.game.timeout;
    const board = history.show(request);
    if (turn.turn < from || next !== undefined) continue;
    const shown = toShownTurn(turn, board, isPublic);
    characters += JSON.stringify(shown).length;
    turns.push(shown);
    if (characters >= PIECE_CHARACTERS) next = game.list[index + 1]?.turn;
  }
  return {
    game: toGameRow(withoutTurns(game)),
    timeout,
    turns,
    ...(next !== undefined && { next }),
    ...showEnd(game, history),
  };
}

function toShownTurn(kept: KeptTurn, board: ShownTurn['board'], isPublic: boolean): ShownTurn {
  const { turn, at, feedback, shadow } = kept;
  const answer = toShownAnswer(kept);
  return {
    turn,
    at,
    board,
    answer: isPublic ? toPublicAnswer(answer) : answer,
    ...(feedback && { feedback: { used: feedback.used, latency: cutString(feedback.latency, MAX_LATENCY) } }),
    ...(shadow && !isPublic && { shadow: { kind: shadow.kind, ...('move' in shadow && { move: shadow.move }) } }),
  };
}

function showEnd({ end, cause, killer, result, list }: KeptGame, history: BoardHistory): Pick<ShownGame, 'end'> {
  if (end === undefined) return {};
  const request = parseRequest(end);
  if (cause === undefined && result !== 'loss')
    return { end: { turn: request.turn, board: history.showEnd(request, undefined) } };
  const last = list.at(-1);
  const others = last === undefined ? [] : parseRequest(last.body).board.snakes;
  const by = killer === undefined ? undefined : others.find(({ name }) => name === killer)?.id;
  const death = { ...(cause !== undefined && { cause }), ...(by !== undefined && { by }) };
  return { end: { turn: request.turn, board: history.showEnd(request, death) } };
}

function withoutTurns(game: KeptGame): GameSummary {
  const { list: _, end: __, ...summary } = game;
  return summary;
}

/** A game in one line, without its options and code. */
export function toGameRow(game: GameSummary): GameRow {
  const { hash: _, options: __, ...row } = game;
  return row;
}
