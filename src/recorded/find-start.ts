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

/** A turn of a game with its living snakes, from all known seats. Throws an `Error` if no game can continue there. */
export function findStart([first, ...others]: readonly FullGameRow[], turn: number): RecordedStart {
  const seats = others.filter(({ game }) => game === first?.game);
  const boards = first === undefined ? [] : [...followGame([first, ...seats])];
  const index = boards.findIndex((each) => each.turn === turn);
  const found = boards[index];
  if (found === undefined)
    throw new Error(`has no turn ${turn}: it has turns ${boards[0]?.turn} to ${boards.at(-1)?.turn}.`);
  const dead = new Set(found.board.snakes.flatMap(({ id, death }) => (death === undefined ? [] : id)));
  if (found.request.board.unseen.length > 0)
    throw new Error(`has snakes that fog of war hides on turn ${turn}: no game can continue from there.`);
  const request = { ...found.request, turn };
  const shown = new Map([...request.board.snakes, request.you].map((snake) => [snake.id, snake]));
  const living = [...shown.values()].filter(({ id }) => !dead.has(id));
  const hazards = boards.slice(0, index + 1).map((each) => {
    const { board } = each.request;
    return [each.turn, board.hazards.map(({ x, y }) => cellAt(board, x, y))] as const;
  });
  return { request, living, beganWith: Math.max(first!.snakes, living.length), hazards };
}
