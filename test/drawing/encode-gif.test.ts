import { Resvg } from '@resvg/resvg-js';
import { expect } from 'chai';
import { encodeGif, pickEvenly } from '../../src/drawing/encode-gif.js';
import { PALETTE } from '../../src/drawing/palette.js';
import { centredText, type Scene } from '../../src/drawing/scene.js';
import { sceneToSvg } from '../../src/drawing/scene-to-svg.js';
import { toScene } from '../../src/drawing/to-scene.js';
import { decodeGif } from '../support/decode-gif.js';
import { cellsOf, drawnBoard, drawnSnake } from '../support/drawings.js';

const scenes: Scene[] = ['1,1 1,2 1,3', '2,1 1,1 1,2', '3,1 2,1 1,1'].map((body) =>
  toScene(drawnBoard({ snakes: [drawnSnake(body)], food: cellsOf('4,4'), hazards: cellsOf('0,0 0,1') })),
);

describe('a GIF', () => {
  it('shows every frame, for its time', async () => {
    const { gif } = await encodeGif(
      [800, 150, 3000].map((delay, index) => ({ scene: scenes[index]!, delay })),
      100,
    );
    const { width, height, frames } = decodeGif(gif);
    expect([width, height]).to.deep.equal([100, 100]);
    expect(frames.map(({ delay }) => delay)).to.deep.equal([800, 150, 3000]);
    frames.forEach(({ pixels }, index) => {
      const expected = new Resvg(sceneToSvg(scenes[index]!, 100), { background: '#ffffff' }).render().pixels;
      const distances = pixels.map((pixel, at) => distance(pixel, expected.subarray(at * 4, at * 4 + 3)));
      expect(distances.filter((each) => each > 40).length, `frame ${index}`).to.be.below(20);
    });
  });

  it('has the exact colours of areas', async () => {
    const { frames } = decodeGif((await encodeGif([{ scene: scenes[0]!, delay: 100 }], 100)).gif);
    const counts = new Map<string, number>();
    for (const pixel of frames[0]!.pixels) {
      const color = `#${pixel.toString(16).padStart(6, '0')}`;
      counts.set(color, (counts.get(color) ?? 0) + 1);
    }
    expect(counts.get(PALETTE.cell)).to.be.above(3000);
    expect(counts.get(PALETTE.edge)).to.be.above(3000);
    expect(counts.get(PALETTE.food)).to.be.above(50);
  });

  it('shows as many frames as there are, each at its place', async () => {
    const frames = Array.from({ length: 45 }, (_, index) => ({ scene: scenes[index % 2]!, delay: 100 }));
    const decoded = decodeGif((await encodeGif(frames, 100)).gif).frames;
    expect(decoded).to.have.lengthOf(45);
    decoded.forEach(({ pixels }, index) => expect(pixels, `frame ${index}`).to.deep.equal(decoded[index % 2]!.pixels));
    expect(decoded[0]!.pixels).not.to.deep.equal(decoded[1]!.pixels);
  });

  it('has the text of a scene', async () => {
    const words: Scene['shapes'][number] = { ...centredText([50, 50], 40, 'Turn'), key: 'words' };
    const scene: Scene = { width: 100, height: 100, label: '', shapes: [words] };
    const { gif, hasText } = await encodeGif([{ scene, delay: 100 }], 100);
    const dark = decodeGif(gif).frames[0]!.pixels.filter((pixel) => (pixel & 255) < 100);
    expect(hasText).to.equal(true);
    expect(dark.length).to.be.within(200, 2000);
  });

  it('costs little for a frame in which nothing changes', async () => {
    const delay = 100;
    const { gif: one } = await encodeGif([{ scene: scenes[0]!, delay }], 200);
    const { gif: two } = await encodeGif(
      [scenes[0]!, scenes[0]!].map((scene) => ({ scene, delay })),
      200,
    );
    expect(two.length - one.length).to.be.below(600);
  });
});

describe('what is picked evenly', () => {
  it('has the first and the last one, and as many as are asked for', () => {
    const items = Array.from({ length: 101 }, (_, index) => index);
    expect(pickEvenly(items, 5)).to.deep.equal([0, 25, 50, 75, 100]);
    expect(pickEvenly(items, 500)).to.deep.equal(items);
    expect(new Set(pickEvenly(items, 60))).to.have.lengthOf(60);
  });
});

function distance(pixel: number, [red, green, blue]: Uint8Array): number {
  return Math.hypot((pixel >> 16) - red!, ((pixel >> 8) & 255) - green!, (pixel & 255) - blue!);
}
