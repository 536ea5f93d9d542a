/** Converts the host's boards to drawings. */
import { cellsAlong, type BoardDrawing, type SceneArrow } from '../../../drawing/board-drawing.js';
import type { Direction } from '../../../rules/types.js';
import type { GameBoardView, AutopsyView, TurnView } from '../../../views/game.js';
import { conditionOf } from '../../../views/words.js';

/** A board as a drawing with a text for screen readers. `over` adds to it. */
export function toDrawing(board: GameBoardView, turn: number, over: Partial<BoardDrawing> = {}): BoardDrawing {
  return { ...board, turn, label: labelOf(board, turn), ...over };
}

function labelOf({ width, height, snakes }: GameBoardView, turn: number): string {
  const alive = snakes.filter(({ death }) => death === undefined);
  const states = alive.map((snake) => ({ name: snake.name, ...conditionOf(snake) }));
  const list = states.map(({ name, length, health }) => `${name}, length ${length}, health ${health}`);
  return `Board of ${width} by ${height} on turn ${turn}. ${list.join('; ') || 'No snake is alive'}.`;
}

/** Options of the board, with labels. */
export const BOARD_OPTIONS = {
  /** Cells and line of the strategy's note, and the best line of marked turns. */
  hasThoughts: 'Notes',
  hasLetters: 'Letters',
  keepsDead: 'Show eliminated',
} as const;

export type BoardOptions = Readonly<Partial<Record<keyof typeof BOARD_OPTIONS, boolean>>>;

/** @param chance the last chance: its turn always has a best line, from the analysis if that has one. */
export function toTurnDrawing(
  { turn, board, answer, analysis }: TurnView,
  ruleset: string,
  { hasThoughts = false, ...options }: BoardOptions,
  chance?: AutopsyView['chance'],
): BoardDrawing {
  const head = board.snakes.find(({ isYou }) => isYou)?.body[0];
  if (answer?.move === undefined || head === undefined) return toDrawing(board, turn, options);
  const { move, note } = answer;
  const line = hasThoughts && note?.line?.[0] === move ? note.line : [move];
  const toPath = (moves: readonly Direction[]) =>
    cellsAlong({ ...board, wraps: ruleset.startsWith('wrapped') }, head, moves);
  const saving = chance?.turn === turn ? chance.cells : undefined;
  const isShown = saving !== undefined || (hasThoughts && analysis?.mark !== undefined);
  const better = isShown ? (analysis && !(analysis.isLost && saving) ? toPath(analysis.line) : saving) : undefined;
  const arrows: SceneArrow[] = [
    { kind: 'answered', path: toPath(line) },
    ...(better === undefined ? [] : [{ kind: 'better', path: better } as const]),
  ];
  return toDrawing(board, turn, { ...options, arrows, ...(hasThoughts && note?.cells && { marks: note.cells }) });
}
