/** A board as SVG elements, created one by one: names are never parsed as markup. */
import { memo } from '../shell/memo.js';
import type { BoardDrawing } from '../../../drawing/board-drawing.js';
import { CELL, type Paint, type Scene } from '../../../drawing/scene.js';
import { toSvgElement } from '../../../drawing/scene-to-svg.js';
import { toScene } from '../../../drawing/to-scene.js';

/** The margin around a board, in cells: heads at its edge reach out of it. */
export const MARGIN = 0.15;
const EDGE = MARGIN * CELL;

/** Draws a board; redraws it only for another `drawing`. */
export const BoardPicture = memo(function BoardPicture({ drawing }: { drawing: BoardDrawing }) {
  const { label, shapes, ...size } = toScene(drawing);
  const [width, height] = [size.width + 2 * EDGE, size.height + 2 * EDGE];
  return (
    <svg
      class="board"
      viewBox={`${-EDGE} ${-EDGE} ${width} ${height}`}
      style={{ '--ratio': width / height }}
      role="img"
      aria-label={label}
    >
      <SvgShapes shapes={shapes} />
    </svg>
  );
});

export function SvgShapes({ shapes }: Pick<Scene, 'shapes'>) {
  return (
    <>
      {shapes.map((shape) => {
        const { name: Name, key, attributes, text } = toSvgElement(shape, writePaint);
        return (
          <Name key={key} {...attributes}>
            {text}
          </Name>
        );
      })}
    </>
  );
}

/** The colours of the palette are CSS variables, so that they follow the theme. */
function writePaint(paint: Paint): string {
  return paint.startsWith('#') ? paint : `var(--scene-${paint})`;
}
