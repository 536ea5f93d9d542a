/** What a frame of a game looks like: the board, and over it what was answered, thought, and what would have lived. */
import { wayOf, type BoardDrawing, type SceneArrow } from '../../../drawing/board-drawing.js';
import type { Direction } from '../../../rules/types.js';
import type { AutopsyView } from '../../api/game.js';
import { toDrawing, withoutRepeats } from '../board/to-drawing.js';
import type { GameFrame } from './frames.js';

interface FrameOptions {
  /** Whether cells and line of the strategy's note are drawn, and the better line that the analysis has marked. */
  readonly hasThoughts: boolean;
  readonly ruleset: string;
  /** The last chance; it is drawn on its own turn. */
  readonly chance?: AutopsyView['chance'];
}

export function drawFrame({ turn, board, asked }: GameFrame, options: FrameOptions): BoardDrawing {
  const { hasThoughts, ruleset, chance } = options;
  const head = board.snakes.find(({ isYou }) => isYou)?.body[0];
  if (asked === undefined || head === undefined) return toDrawing(board, turn);
  const { move, note } = asked.answer;
  const line = hasThoughts && note?.line?.[0] === move ? note.line : [move];
  const toPath = (moves: readonly Direction[]) =>
    wayOf({ ...board, wraps: ruleset.startsWith('wrapped') }, head, moves);
  const marked = hasThoughts && asked.analysis?.mark !== undefined ? toPath(asked.analysis.line) : undefined;
  const better = chance?.turn === turn ? chance.cells : marked;
  const arrows: SceneArrow[] = [
    { kind: 'answered', path: toPath(line) },
    ...(better === undefined ? [] : [{ kind: 'better', path: better } as const]),
  ];
  return toDrawing(board, turn, { arrows, ...(hasThoughts && note?.cells && { marks: withoutRepeats(note.cells) }) });
}
