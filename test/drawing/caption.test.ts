import { expect } from 'chai';
import { withCaption } from '../../src/drawing/caption.js';
import type { Point, Scene } from '../../src/drawing/scene.js';
import { toScene } from '../../src/drawing/to-scene.js';
import { drawnBoard } from '../support/drawings.js';

const snake = { name: 'greedy', color: '#2e8b57', health: 50, length: 4 };
const board = (width: number): Scene => toScene(drawnBoard({ width }));

describe('the caption of a picture', () => {
  it('names the turn and each snake, with what it has', () => {
    const scene = withCaption(board(11), { title: 'Turn 7', snakes: [snake, { ...snake, name: 'hunter', health: 0 }] });
    expect(textsOf(scene)).to.deep.equal(['Turn 7', 'A', 'greedy', '50', 'length 4', 'B', 'hunter', '0', 'length 4']);
  });

  it('shows health as a part of a bar', () => {
    const parts = [100, 25, 0].map((health) => {
      const { shapes } = withCaption(board(11), { title: 'Turn 7', snakes: [{ ...snake, health }] });
      const lengths = shapes.flatMap((shape) => {
        if (shape.kind !== 'path' || !shape.key.startsWith('caption-0-state')) return [];
        const [[from, to]] = shape.paths as [[Point, Point]];
        return [to[0] - from[0]];
      });
      return lengths.map((length) => length / lengths[0]!);
    });
    expect(parts).to.deep.equal([[1, 1], [1, 0.25], [1]]);
  });

  it('says of a dead snake how it died instead', () => {
    const scene = withCaption(board(11), { title: 'Turn 7', snakes: [{ ...snake, death: 'hazard, turn 6' }] });
    expect(textsOf(scene)).to.deep.equal(['Turn 7', 'A', 'greedy', 'hazard, turn 6']);
  });

  it('lies below the board, as large in every picture as it is wide', () => {
    for (const width of [7, 11, 19]) {
      const plain = board(width);
      const scene = withCaption(plain, { title: 'Turn 7', snakes: [snake] });
      const added = scene.shapes.slice(plain.shapes.length);
      const tops = added.map(({ placed }) => placed!.at[1]);
      expect(Math.min(...tops)).to.equal(plain.height);
      expect((scene.height - plain.height) / scene.width).to.be.closeTo(34 / 220, 1e-9);
    }
  });

  it('cuts off long names, and writes a long title smaller before it cuts it off', () => {
    const name = 'x'.repeat(200);
    const scene = withCaption(board(11), {
      title: 'y'.repeat(200),
      snakes: [
        { ...snake, name },
        { ...snake, name: '漢'.repeat(200) },
      ],
    });
    const [title, , latin, , , , wide] = textsOf(scene);
    expect(title).to.match(/^y{50,80}…$/);
    expect(latin).to.match(/^x{15,30}…$/);
    expect(wide).to.match(/^漢{6,15}…$/);
  });

  it('has a key for each shape', () => {
    const { shapes } = withCaption(board(11), { title: 'Turn 7', snakes: [snake, { ...snake, death: 'gone' }] });
    expect(new Set(shapes.map(({ key }) => key))).to.have.lengthOf(shapes.length);
  });
});

function textsOf({ shapes }: Scene): string[] {
  return shapes.flatMap((shape) => (shape.kind === 'text' ? [shape.text] : []));
}
