/** Turns scenes into an animated GIF. Called by `replay --gif`. */
import { paintOf, toChannels } from './palette.js';
import type { Scene } from './scene.js';
import { sceneToSvg } from './scene-to-svg.js';

interface GifFrame {
  readonly scene: Scene;
  /** Duration of the frame, in ms. GIFs store hundredths of a second, and viewers show no frame for less than 20 ms. */
  readonly delay: number;
}

/** Bits of a colour index: minimum and maximum. One colour means "unchanged". */
const DEPTHS = { least: 5, most: 8 };
/** Minimum number of colours for edges. */
const FEWEST_SHADES = 3;
/** Colours of edges are chosen from this many frames. */
const SAMPLES = 6;

const LETTER = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><text y="9">A</text></svg>';
/** Scenes are painted this many at a time: resvg reads all fonts of the system for each picture. */
const BATCH = 20;

type Color = readonly number[];

/**
 * An endless animated GIF of this width in pixels, and whether it contains its texts, which are left out without a font
 * on the system. A frame has only the changed pixels, so calm games give small files. All scenes have one size; there
 * is at least one. Colours of areas are exact. Edges get the few remaining colours of a power of two: more would hardly
 * be visible, but their noise would be most of the file.
 */
export async function encodeGif(
  frames: readonly GifFrame[],
  width: number,
): Promise<{ readonly gif: Uint8Array; readonly hasText: boolean }> {
  const { default: gifenc } = await import('gifenc');
  const { Resvg } = await import('@resvg/resvg-js');
  const height = Math.round((width * frames[0]!.scene.height) / frames[0]!.scene.width);
  const paint = (batch: readonly GifFrame[]): Uint8Array => new Resvg(toStrip(batch, width, height)).render().pixels;
  const exact = exactColors(frames);
  const depth = Math.max(DEPTHS.least, Math.ceil(Math.log2(exact.length + FEWEST_SHADES + 1)));
  const samples = new Uint8ClampedArray(paint(pickEvenly(frames, SAMPLES)));
  const colors = [...exact, ...gifenc.quantize(samples, 2 ** depth - 1 - exact.length)];
  const encoder = gifenc.GIFEncoder();
  let before: Uint8Array | undefined;
  for (let first = 0; first < frames.length; first += BATCH) {
    const batch = frames.slice(first, first + BATCH);
    const pixels = new Uint8ClampedArray(paint(batch));
    for (const [place, { delay }] of batch.entries()) {
      const size = 4 * width * height;
      const indices = gifenc.applyPalette(pixels.slice(place * size, (place + 1) * size), colors);
      // Pixels are compared after quantization, when most shades of an edge are unchanged.
      const changes = indices.map((index, at) => (before?.[at] === index ? colors.length : index));
      encoder.writeFrame(changes, width, height, {
        delay,
        dispose: 1,
        colorDepth: depth,
        ...(before === undefined
          ? { palette: [...colors, [0, 0, 0]], repeat: 0 }
          : { transparent: true, transparentIndex: colors.length }),
      });
      before = indices;
    }
  }
  encoder.finish();
  return { gif: encoder.bytes(), hasText: new Resvg(LETTER).innerBBox() !== undefined };
}

/** One SVG with the scenes below each other, on white. */
function toStrip(frames: readonly GifFrame[], width: number, height: number): string {
  const size = `width="${width}" height="${frames.length * height}"`;
  const scenes = frames.map(({ scene }, place) =>
    sceneToSvg(scene, width).replace('<svg ', `<svg y="${place * height}" `),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size}><rect ${size} fill="#ffffff"/>${scenes.join('')}</svg>`;
}

/** At most `count` items, evenly spread, the first and the last one among them. */
export function pickEvenly<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!);
}

/** The opaque colours of all shapes, at most half of what a GIF can have. */
function exactColors(frames: readonly GifFrame[]): Color[] {
  const colors = new Set<string>();
  for (const { scene } of frames) {
    for (const { fill, stroke, opacity } of scene.shapes) {
      if (opacity !== undefined) continue;
      for (const paint of [fill, stroke]) if (paint !== undefined) colors.add(paintOf(paint));
    }
  }
  return [...colors].slice(0, 2 ** (DEPTHS.most - 1) - 1).map((color) => toChannels(color as `#${string}`));
}
