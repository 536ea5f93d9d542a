/** The cells next to the head of our snake as buttons over a board: a click chooses the move. */
import { cellsAlong } from '../../../drawing/board-drawing.js';
import { DIRECTIONS, type Direction } from '../../../rules/types.js';
import type { GameBoardView } from '../../../views/game.js';

interface HeadMovesProps {
  readonly board: GameBoardView;
  readonly ruleset: string;
  readonly chosen: Direction | undefined;
  readonly onChoose: (move: Direction) => void;
}

export function HeadMoves({ board, ruleset, chosen, onChoose }: HeadMovesProps) {
  const { width, height, snakes } = board;
  const [head, neck] = snakes.find(({ isYou, death }) => isYou && death === undefined)?.body ?? [];
  if (head === undefined) return null;
  const wraps = ruleset.startsWith('wrapped');
  return (
    <div class="head-moves" role="group" aria-label="Moves" style={{ '--ratio': width / height }}>
      {DIRECTIONS.map((move) => {
        const { x, y } = cellsAlong({ width, height, wraps }, head, [move])[1]!;
        const isNeck = x === neck?.x && y === neck.y;
        if (isNeck || x < 0 || y < 0 || x >= width || y >= height) return null;
        const place = {
          left: `${(100 * x) / width}%`,
          bottom: `${(100 * y) / height}%`,
          width: `${100 / width}%`,
          height: `${100 / height}%`,
        };
        return (
          <button
            key={move}
            type="button"
            aria-label={move}
            title={move}
            aria-pressed={move === chosen}
            style={place}
            onClick={() => onChoose(move)}
          />
        );
      })}
    </div>
  );
}
