/** The page's queries about a single game. Run in the reading processes. */
import type { DrawnDeath } from '../../terminal/draw-turn.js';
import { BoardHistory } from '../board-history.js';
import type {
  AutopsyView,
  GameBoardView,
  GamePieceView,
  GameView,
  GlimpsesView,
  TurnAnalysisView,
  TurnView,
} from '../api/game.js';
import { ELIMINATION_CAUSES } from '../../rules/types.js';
import { DEFAULT_LOOKS, type GameRequest } from '../../wire/resources.js';
import { parseRequest } from '../../wire/reader.js';
import type { FullGameRow, GameRow, TurnRow } from '../../journal/game-rows.js';
import { findSavingWay, performAutopsy } from '../../journal/report/autopsy.js';
import type { Query, QuerySource } from '../../journal/journal-queries.js';
import { formatPositionFixture } from '../../terminal/position-fixture.js';
import { describeTurn, gradeTurn, type TurnAnalysis } from '../../inference/analysis.js';
import { cutString } from '../../wire/limits.js';
import { toAnswerView } from '../answer-view.js';

interface TurnRef {
  readonly id: string;
  readonly turn: number;
}

/** Most positions of the search for a last chance, which takes a few seconds at most. */
const MAX_POSITIONS = 400_000;

export const gamePieceQuery: Query<{ readonly id: string; readonly from: number }, GamePieceView | undefined> = {
  name: 'gamePiece',
  run: (source, { id, from }) => ofGame(source, id, (game) => toGamePiece(game, from)),
};

/** What the list of games shows of each besides its row: the final board, and how long its answers took. */
export const glimpsesQuery: Query<readonly string[], GlimpsesView> = {
  name: 'glimpses',
  async run({ db }, ids) {
    if (ids.length === 0) return {};
    const [{ unpackText }, { addFormatted }, { toPercentiles }] = await Promise.all([
      import('../../journal/store/packed-turns.js'),
      import('../../stats/histogram.js'),
      import('../../journal/store/timings.js'),
    ]);
    const rows = await db.selectFrom('games').select(['id', 'ending', 'took']).where('id', 'in', ids).execute();
    const glimpses = rows.map(({ id, ending, took }) => {
      const histogram = {};
      addFormatted(histogram, took);
      const end = ending && readQuietly(unpackText(ending));
      const board = end && { board: new BoardHistory().showEnd(end, undefined).board };
      return [id, { times: toPercentiles(histogram), ...board }] as const;
    });
    return Object.fromEntries(glimpses);
  },
};

/** Why a snake died, and where a move would have gained `turns`. */
export const autopsyQuery: Query<{ readonly id: string; readonly turns: number }, AutopsyView | undefined> = {
  name: 'autopsy',
  isLong: true,
  run: (source, { id, turns }) => ofGame(source, id, (game) => showAutopsy(game, turns)),
};

/** A turn as a file for `positions`; `undefined` if there is no such game or turn. */
export const positionQuery: Query<TurnRef, string | undefined> = {
  name: 'position',
  run: (source, { id, turn }) => ofGame(source, id, (game) => showPosition(game, turn)),
};

/** The original request of a turn; `undefined` if there is no such game or turn. */
export const requestQuery: Query<TurnRef, string | undefined> = {
  name: 'request',
  run: (source, { id, turn }) => ofGame(source, id, ({ list }) => list.find((each) => each.turn === turn)?.body),
};

/** Throws if its turns are unreadable. */
async function ofGame<Result>(
  { db }: QuerySource,
  id: string,
  toResult: (game: FullGameRow) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const { findGame } = await import('../../journal/store/read-games.js');
  const game = await findGame(db, id);
  return game && toResult(game);
}

function showAutopsy(game: FullGameRow, turns: number): AutopsyView {
  const found = performAutopsy(game, turns, MAX_POSITIONS);
  if (found === undefined) return { refusal: whyNot(game) };
  const { chance, ...rest } = found;
  if (chance === undefined) return rest;
  const way = findSavingWay(game, found);
  const { turn, moves, answered, isLost } = chance;
  return {
    ...rest,
    chance: { turn, moves, answered: answered.answer.move, isLost, line: way?.moves ?? [], cells: way?.cells ?? [] },
  };
}

function whyNot({ result }: FullGameRow): string {
  if (result === undefined) return 'The game is not over yet.';
  return result === 'loss' || result === 'solo' || result === 'unknown'
    ? 'What the snake died of is not known.'
    : 'The snake did not die.';
}

/** A turn as a file for `positions`, with the drawing of the board; the user fills in the moves. */
async function showPosition({ id, list }: FullGameRow, wanted: number): Promise<string | undefined> {
  const history = new BoardHistory();
  for (const { turn, body } of list) {
    const request = parseRequest(body);
    const board = history.show(request);
    if (turn === wanted) return formatPositionFixture(`turn ${turn} of ${id}`, await draw(turn, board), body);
  }
  return undefined;
}

async function draw(turn: number, board: GameBoardView): Promise<string> {
  // The host knows these queries by name; only the reading process draws.
  const [{ drawTurn }, { PLAIN }] = await Promise.all([
    import('../../terminal/draw-turn.js'),
    import('../../terminal/colors.js'),
  ]);
  const snakes = board.snakes.map(({ name, health, body, shout = '', color, isYou }) => {
    const looks = { ...DEFAULT_LOOKS, color };
    return { name: isYou ? `${name} (you)` : name, health, length: body.length, shout, body, customizations: looks };
  });
  const deaths = board.snakes.flatMap(({ death }, seat): DrawnDeath[] => {
    if (death === undefined) return [];
    const cause = ELIMINATION_CAUSES.find((known) => known === death.cause);
    return [{ seat, cause, by: board.snakes.findIndex(({ id }) => id === death.by), turn: death.turn }];
  });
  return drawTurn({ turn, board, snakes, replies: [], deaths }, PLAIN).join('\n');
}

/** Characters of JSON in one piece of a game. */
const PIECE_CHARACTERS = 1_000_000;
const MAX_LATENCY = 12;

/** A piece of a game. Throws if one of its requests is unreadable. */
export function toGamePiece(game: FullGameRow, from: number): GamePieceView {
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

function readQuietly(body: string): GameRequest | undefined {
  try {
    return parseRequest(body);
  } catch {
    return undefined;
  }
}

function withoutTurns(game: FullGameRow): GameRow {
  const { list: _, end: __, analysis: ___, ...summary } = game;
  return summary;
}

function toGameView(game: GameRow): GameView {
  const { hash: _, options: __, ...row } = game;
  return row;
}
