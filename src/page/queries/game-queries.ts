/** The page's queries about a single game. Run in the reading processes. */
import { BoardHistory, followGame } from '../../recorded/board-history.js';
import { findStart, type NoStart, type RecordedStart } from '../../recorded/find-start.js';
import type {
  AutopsyView,
  GameBoardView,
  GamePieceView,
  GlimpsesView,
  TurnAnalysisView,
  TurnView,
} from '../../views/game.js';
import { parseQuietly } from '../../wire/reader.js';
import { livedTo, type FullGameRow } from '../../views/game-rows.js';
import { findEscapePath, performAutopsy } from '../../journal/report/autopsy.js';
import type { Query, QuerySource } from '../../journal/journal.js';
import { formatPositionFixture } from '../../terminal/position-fixture.js';
import { describeTurn, gradeTurn, type TurnAnalysis } from '../../views/analysis.js';
import { sumPiece, type PieceSummary } from '../live/game-stream.js';
import { toTurnView } from '../game-view.js';

interface TurnRef {
  readonly id: string;
  readonly turn: number;
}

/** Most positions of the search for a last chance, which takes a few seconds at most. */
const MAX_POSITIONS = 400_000;
/** Turns that a move must gain to count as saving, as in `analyse --longer`. */
export const AUTOPSY_TURNS = 10;

type SummedPiece = readonly [PieceSummary, GamePieceView];

/** The stored turns of a game from one on. A host parses the summary alone. */
export const gamePieceQuery: Query<{ readonly id: string; readonly from: number }, SummedPiece | undefined> = {
  name: 'gamePiece',
  run: (source, { id, from }) =>
    ofGame(source, id, async (game) => {
      const { findIds } = await import('../../journal/store/read-games.js');
      const seats = (await findIds(source.db, game.game)).filter((seat) => seat.game === game.game);
      const shown = seats.map(({ id: seat, you, snake, rank }) => ({ id: seat, you, snake, ...(rank && { rank }) }));
      const piece = { ...toGamePiece(game, from), seats: shown };
      return [sumPiece(piece, from), piece] as const;
    }),
};

/** What the list of games shows of each besides its row: the final board, and how long its answers took. */
export const glimpsesQuery: Query<readonly string[], GlimpsesView> = {
  name: 'glimpses',
  async run({ db }, ids) {
    const { readGlimpses } = await import('../../journal/store/read-games.js');
    const glimpses = (await readGlimpses(db, ids)).map(({ id, times, end }) => {
      const request = end && parseQuietly(end);
      return [id, { times, ...(request && { board: new BoardHistory().showEnd(request, undefined).board }) }] as const;
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

/** Where another game can continue; `undefined` if there is no such game. */
export const startQuery: Query<TurnRef, RecordedStart | NoStart | undefined> = {
  name: 'start',
  async run({ db }, { id, turn }) {
    const { findGame, findIds } = await import('../../journal/store/read-games.js');
    const game = await findGame(db, id);
    if (game === undefined) return undefined;
    // Several of our snakes may have played it.
    const seats = (await findIds(db, game.game)).filter((seat) => seat.id !== id);
    const others = await Promise.all(seats.map((seat) => findGame(db, seat.id)));
    return findStart([game, ...others.filter((seat) => seat !== undefined)], turn);
  },
};

/** Throws if its turns are unreadable. */
export async function ofGame<Result>(
  { db }: QuerySource,
  id: string,
  toResult: (game: FullGameRow) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const { findGame } = await import('../../journal/store/read-games.js');
  const game = await findGame(db, id);
  return game && toResult(game);
}

export function showAutopsy(game: FullGameRow, turns: number): AutopsyView {
  const found = performAutopsy(game, turns, MAX_POSITIONS);
  if (found === undefined) return { refusal: whyNot(game) };
  const { chance, ...rest } = found;
  if (chance === undefined) return rest;
  const way = findEscapePath(game, found);
  const { turn, moves, answered, isLost } = chance;
  return {
    ...rest,
    chance: {
      turn,
      moves,
      ...(answered.answer.move && { answered: answered.answer.move }),
      isLost,
      line: way?.moves ?? [],
      cells: way?.cells ?? [],
    },
  };
}

function whyNot({ result, cause }: FullGameRow): string {
  if (cause !== undefined) return 'Fog of war hid other snakes: what would have saved it is not known.';
  if (result === undefined) return 'The game is not over yet.';
  return result === 'loss' || result === 'solo' || result === 'unknown'
    ? 'What the snake died of is not known.'
    : 'The snake did not die.';
}

/** A turn as a file for `positions`, with the drawing of the board; the user fills in the moves. */
async function showPosition(game: FullGameRow, wanted: number): Promise<string | undefined> {
  for (const { turn, board, row } of followGame([game]))
    if (row?.turn === wanted)
      return formatPositionFixture(`turn ${turn} of ${game.id}`, await draw(turn, board), row.body);
  return undefined;
}

async function draw(turn: number, board: GameBoardView): Promise<string> {
  // The host knows these queries by name; only the reading process draws.
  const [{ drawTurn }, { PLAIN }] = await Promise.all([
    import('../../terminal/draw-turn.js'),
    import('../../terminal/colors.js'),
  ]);
  return drawTurn(turn, board, PLAIN).join('\n');
}

/** Characters of JSON in one piece of a game. */
const PIECE_CHARACTERS = 500_000;

/** A piece of a game, of about `most` characters. Throws if one of its requests is unreadable. */
export function toGamePiece(game: FullGameRow, from: number, most = PIECE_CHARACTERS): GamePieceView {
  const turns: TurnView[] = [];
  const analysed = new Map(game.analysis?.turns.map((turn) => [turn.turn, turn]));
  let characters = 0;
  let timeout = 0;
  let isWhole = true;
  for (const { turn, board, row, request, isFinal } of followGame([game])) {
    timeout ||= request.game.timeout;
    if (turn < from) continue;
    isWhole = characters < most;
    if (!isWhole) break;
    const analysis = analysed.get(turn);
    const view: TurnView = {
      ...(row ? toTurnView(row, board) : { turn, board }),
      ...(analysis && { analysis: toAnalysisView(analysis, livedTo(game)) }),
      ...(isFinal && { isFinal }),
    };
    characters += JSON.stringify(view).length;
    turns.push(view);
  }
  const { list: _, end: __, analysis: ___, hash: ____, options: _____, ...row } = game;
  return { game: row, timeout, turns, isWhole };
}

function toAnalysisView(turn: TurnAnalysis, lived: number): TurnAnalysisView {
  return { ...gradeTurn(turn), ...describeTurn(turn, lived), line: turn.line };
}
