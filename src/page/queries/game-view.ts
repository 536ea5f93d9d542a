/** The row of a game to its view: boards, answers, and how it ended. Called in the reading thread of the journal. */
import { describeTurn, gradeTurn, type TurnAnalysis } from '../../inference/analysis.js';
import { BoardHistory } from '../board-history.js';
import type { GameView, GamePieceView, TurnAnalysisView, TurnView } from '../api/game.js';
import { cutString } from '../../wire/limits.js';
import { parseRequest } from '../../wire/reader.js';
import type { GameRow, FullGameRow, TurnRow } from '../../journal/game-rows.js';
import { toAnswerView } from '../answer-view.js';

/** Which part of a game is shown. */
export interface PieceOptions {
  /** The first turn that is shown. */
  readonly from: number;
}

/** Characters of JSON after which the rest is left to the next piece. */
const PIECE_CHARACTERS = 1_000_000;
const MAX_LATENCY = 12;

/** A piece of a game. Throws if a request of it cannot be read. */
export function toGamePiece(game: FullGameRow, { from }: PieceOptions): GamePieceView {
  const history = new BoardHistory();
  const turns: TurnView[] = [];
  let characters = 0;
  let next: number | undefined;
  let timeout = 0;
  const analysed = new Map(game.analysis?.turns.map((turn) => [turn.turn, turn]));
  for (const [index, turn] of game.list.entries()) {
    const request = parseRequest(turn.body);
    timeout ||= request.game.timeout;
    const board = history.show(request);
    if (turn.turn < from || next !== undefined) continue;
    const analysis = analysed.get(turn.turn);
    const view = { ...toTurnView(turn, board), ...(analysis && { analysis: toAnalysisView(analysis) }) };
    characters += JSON.stringify(view).length;
    turns.push(view);
    if (characters >= PIECE_CHARACTERS) next = game.list[index + 1]?.turn;
  }
  return {
    game: toGameView(withoutTurns(game)),
    timeout,
    turns,
    ...(next !== undefined && { next }),
    ...showEnd(game, history),
  };
}

function toTurnView(kept: TurnRow, board: TurnView['board']): TurnView {
  const { turn, at, feedback, shadow } = kept;
  return {
    turn,
    at,
    board,
    answer: toAnswerView(kept),
    ...(feedback && { feedback: { used: feedback.used, latency: cutString(feedback.latency, MAX_LATENCY) } }),
    ...(shadow && { shadow: { kind: shadow.kind, ...('move' in shadow && { move: shadow.move }) } }),
  };
}

function toAnalysisView(turn: TurnAnalysis): TurnAnalysisView {
  return { ...gradeTurn(turn), ...describeTurn(turn), line: turn.line };
}

function showEnd({ end, cause, killer, died, list }: FullGameRow, history: BoardHistory): Pick<GamePieceView, 'end'> {
  if (end === undefined) return {};
  const request = parseRequest(end);
  if (died === undefined) return { end: history.showEnd(request, undefined) };
  const last = list.at(-1);
  const others = last === undefined ? [] : parseRequest(last.body).board.snakes;
  const by = killer === undefined ? undefined : others.find(({ name }) => name === killer)?.id;
  const death = { turn: died, ...(cause !== undefined && { cause }), ...(by !== undefined && { by }) };
  return { end: history.showEnd(request, death) };
}

function withoutTurns(game: FullGameRow): GameRow {
  const { list: _, end: __, analysis: ___, ...summary } = game;
  return summary;
}

/** A game in one line, without its options and code. */
export function toGameView(game: GameRow): GameView {
  const { hash: _, options: __, ...row } = game;
  return row;
}
