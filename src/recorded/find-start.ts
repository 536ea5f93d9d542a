/** Finds the turn of a recorded game from which another one can continue: for `play --from` and the page. */
import { cellAt } from '../rules/cells.js';
import type { FullGameRow } from '../views/game-rows.js';
import type { GameRequest, Snake } from '../wire/resources.js';
import { followGame } from './board-history.js';

/** Plain data, which other processes may send. */
export interface RecordedStart {
  readonly request: GameRequest;
  readonly living: readonly Snake[];
  /** The number of snakes at the start of the game. */
  readonly beganWith: number;
  /** By turn, up to this one: the cells with hazards. */
  readonly hazards: readonly (readonly [turn: number, cells: readonly number[]])[];
}

/** Why no game can continue from a turn; it follows the name of the game. */
export interface NoStart {
  readonly refusal: string;
}

/** A turn of a game with its living snakes in the order of their seats, from all known seats. */
export function findStart([first, ...others]: readonly FullGameRow[], turn: number): RecordedStart | NoStart {
  const seats = others.filter(({ game }) => game === first?.game);
  const boards = first === undefined ? [] : [...followGame([first, ...seats])];
  const index = boards.findIndex((each) => each.turn === turn);
  const found = boards[index];
  if (found === undefined)
    return { refusal: `has no turn ${turn}: it has turns ${boards[0]?.turn} to ${boards.at(-1)?.turn}.` };
  if (found.request.board.unseen.length > 0)
    return { refusal: `has snakes that fog of war hides on turn ${turn}: no game can continue from there.` };
  const request = { ...found.request, turn };
  const shown = new Map([...request.board.snakes, request.you].map((snake) => [snake.id, snake]));
  const living = found.board.snakes.flatMap(({ id, death }) => (death === undefined && shown.get(id)) || []);
  const hazards = boards.slice(0, index + 1).map((each) => {
    const { board } = each.request;
    return [each.turn, board.hazards.map(({ x, y }) => cellAt(board, x, y))] as const;
  });
  return { request, living, beganWith: Math.max(first!.snakes, living.length), hazards };
}
