/** The cells next to the head of our snake as buttons over a board: a click chooses the move. */
import { cellsAlong } from '../../../drawing/board-drawing.js';
import { DIRECTIONS, type Direction } from '../../../rules/types.js';
import type { GameBoardView } from '../../../views/game.js';
import { MARGIN } from './board-picture.js';

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
  const [columns, rows] = [width + 2 * MARGIN, height + 2 * MARGIN];
  const wraps = ruleset.startsWith('wrapped');
  return (
    <div class="head-moves" role="group" aria-label="Moves" style={{ '--ratio': columns / rows }}>
      {DIRECTIONS.map((move) => {
        const { x, y } = cellsAlong({ width, height, wraps }, head, [move])[1]!;
        const isNeck = x === neck?.x && y === neck.y;
        if (isNeck || x < 0 || y < 0 || x >= width || y >= height) return null;
        const place = {
          left: `${(100 * (x + MARGIN)) / columns}%`,
          bottom: `${(100 * (y + MARGIN)) / rows}%`,
          width: `${100 / columns}%`,
          height: `${100 / rows}%`,
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
