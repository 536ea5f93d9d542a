import { expect } from 'chai';
import { textLines } from '../../../src/drawing/raster/glyphs.js';
import { rasterize, type Backdrop, type Bitmap } from '../../../src/drawing/raster/raster.js';
import type { Scene, SceneShape } from '../../../src/drawing/scene.js';
import { toScene } from '../../../src/drawing/to-scene.js';
import { cellsOf, drawnBoard, drawnSnake } from '../../support/drawings.js';

const WHITE = [255, 255, 255];
const BLACK = [0, 0, 0];

const paint = (...shapes: SceneShape[]): Bitmap => {
  const scene: Scene = { width: 20, height: 10, label: '', shapes };
  return rasterize(scene, 40);
};

describe('a raster', () => {
  it('has the size that is asked for, and shows white where nothing is', () => {
    const bitmap = paint();
    expect([bitmap.width, bitmap.height, bitmap.pixels.length]).to.deep.equal([40, 20, 40 * 20 * 4]);
    expect(pixel(bitmap, 39, 19)).to.deep.equal(WHITE);
  });

  it('fills areas with smooth edges', () => {
    const bitmap = paint({ kind: 'rect', key: 'r', x: 2, y: 2, width: 5.25, height: 4, fill: '#000000' });
    expect(pixel(bitmap, 4, 4)).to.deep.equal(BLACK);
    expect(pixel(bitmap, 3, 4)).to.deep.equal(WHITE);
    expect(pixel(bitmap, 14, 8)[0]).to.be.within(120, 135);
    expect(pixel(bitmap, 15, 8)).to.deep.equal(WHITE);
  });

  it('rounds corners, circles and the ends of lines', () => {
    const rounded = paint({ kind: 'rect', key: 'r', x: 0, y: 0, width: 10, height: 10, radius: 4, fill: '#000000' });
    expect([pixel(rounded, 0, 0), pixel(rounded, 9, 0), pixel(rounded, 10, 10)]).to.deep.equal([WHITE, BLACK, BLACK]);
    const circle = paint({ kind: 'circles', key: 'c', centers: [[5, 5]], radius: 4, fill: '#000000' });
    expect([pixel(circle, 3, 3), pixel(circle, 10, 3), pixel(circle, 10, 10)]).to.deep.equal([WHITE, BLACK, BLACK]);
    const line = paint({
      kind: 'path',
      key: 'p',
      paths: [
        [
          [5, 5],
          [15, 5],
        ],
      ],
      stroke: '#000000',
      line: 4,
    });
    expect([pixel(line, 7, 9), pixel(line, 6, 6), pixel(line, 20, 9)]).to.deep.equal([BLACK, WHITE, BLACK]);
  });

  it('draws the outline of a shape alone if it has no fill', () => {
    const ring = paint({ kind: 'circles', key: 'c', centers: [[5, 5]], radius: 4, stroke: '#000000', line: 1 });
    expect([pixel(ring, 10, 10), pixel(ring, 10, 2)]).to.deep.equal([WHITE, BLACK]);
  });

  it('leaves gaps between dashes, and turns corners within a dash', () => {
    const paths = [
      [
        [2, 2],
        [10, 2],
        [10, 8],
      ],
    ] as const;
    const bitmap = paint({ kind: 'path', key: 'p', paths, stroke: '#000000', line: 1, dash: [4, 4] });
    expect([4, 10, 13].map((x) => pixel(bitmap, x, 3)[0]! < 128)).to.deep.equal([true, true, false]);
    const corner = paint({ kind: 'path', key: 'p', paths, stroke: '#000000', line: 1, dash: [10, 2] });
    expect([pixel(corner, 19, 4)[0]! < 128, pixel(corner, 19, 10)[0]! < 128]).to.deep.equal([true, false]);
  });

  it('applies a transparent colour once where the parts of a shape overlap', () => {
    const paths = [
      [
        [2, 5],
        [18, 5],
      ],
      [
        [10, 1],
        [10, 9],
      ],
    ] as const;
    const bitmap = paint({ kind: 'path', key: 'p', paths, stroke: '#000000', line: 2, opacity: 0.5 });
    expect(pixel(bitmap, 20, 10)).to.deep.equal(pixel(bitmap, 10, 10));
  });

  it('cuts off what lies outside', () => {
    const bitmap = paint({
      kind: 'circles',
      key: 'c',
      centers: [
        [-50, 5],
        [20, 5],
      ],
      radius: 4,
      fill: '#000000',
    });
    expect(pixel(bitmap, 39, 10)).to.deep.equal(BLACK);
    expect(pixel(bitmap, 0, 10)).to.deep.equal(WHITE);
  });

  it('is the same with a backdrop from the scene before', () => {
    const backdrop: Backdrop = {};
    const scenes = ['1,1 1,2 1,3', '2,1 1,1 1,2'].map((body) =>
      toScene(drawnBoard({ snakes: [drawnSnake(body)], hazards: cellsOf('3,3 3,3') })),
    );
    for (const scene of scenes) {
      const alone = rasterize(scene, 100);
      expect(rasterize(scene, 100, backdrop).pixels).to.deep.equal(alone.pixels);
    }
  });
});

describe('letters as lines', () => {
  it('are as wide as they are drawn, from the start, to the end or around the middle', () => {
    for (const [anchor, start] of [
      ['start', 10],
      ['end', 10 - 1],
      ['middle', 10 - 0.5],
    ] as const) {
      const { lines, width } = textLines('Turn 123', [10, 5], 8, anchor);
      const xs = lines.flat().map(([x]) => x);
      const left = anchor === 'start' ? start : 10 + (start - 10) * width;
      expect(Math.min(...xs)).to.be.closeTo(left, 1e-9);
      expect(Math.max(...xs)).to.be.closeTo(left + width, 1e-9);
    }
  });

  it('draw small letters as small capitals, without accents', () => {
    expect(height('a')).to.be.closeTo(0.8 * height('A'), 1e-9);
    expect(textLines('é', [0, 0], 10, 'start')).to.deep.equal(textLines('e', [0, 0], 10, 'start'));
    expect(textLines('ß', [0, 0], 10, 'start')).to.deep.equal(textLines('ss', [0, 0], 10, 'start'));
  });

  it('draw a box for what they do not know', () => {
    expect(textLines('漢', [0, 0], 10, 'start').lines).to.have.lengthOf(1);
    expect(textLines('漢', [0, 0], 10, 'start')).to.deep.equal(textLines('字', [0, 0], 10, 'start'));
    expect(textLines('', [0, 0], 10, 'start')).to.deep.equal({ lines: [], width: 0 });
  });
});

function pixel({ pixels, width }: Bitmap, x: number, y: number): number[] {
  return Array.from(pixels.subarray((y * width + x) * 4, (y * width + x) * 4 + 3));
}

/** Of the letters of a text, in units. */
function height(text: string): number {
  return (
    10 -
    Math.min(
      ...textLines(text, [0, 10], 10, 'start')
        .lines.flat()
        .map(([, y]) => y),
    )
  );
}
