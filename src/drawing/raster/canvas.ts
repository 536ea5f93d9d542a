/** Pixels, and areas painted on them with smooth edges. Called by `raster.ts`. */
import type { Point } from '../scene.js';

/** How far a pixel is from the edge of an area, in pixels: negative inside, 0 at the edge. */
type Distance = (x: number, y: number) => number;

/**
 * A picture of pixels. An area is first added to the coverage, part by part, and then painted at once: where its parts
 * overlap, a transparent colour is applied once.
 */
export class Canvas {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue and opacity of each pixel, row by row; all are opaque. */
  readonly pixels: Uint8ClampedArray;
  /** How much of each pixel the area covers, 0 to 1. */
  readonly #coverage: Float32Array;
  /** Bounds of what the area covers; the last ones are exclusive. */
  #bounds = { left: 0, top: 0, right: 0, bottom: 0 };

  constructor(width: number, height: number) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8ClampedArray(width * height * 4).fill(255);
    this.#coverage = new Float32Array(width * height);
    this.#clearBounds();
  }

  /** Adds a line from one point to another with round ends. */
  addLine([ax, ay]: Point, [bx, by]: Point, radius: number): void {
    const [dx, dy] = [bx - ax, by - ay];
    const length = dx * dx + dy * dy;
    this.#add([Math.min(ax, bx), Math.min(ay, by)], [Math.max(ax, bx), Math.max(ay, by)], radius, (x, y) => {
      const share = length === 0 ? 0 : Math.max(0, Math.min(1, ((x - ax) * dx + (y - ay) * dy) / length));
      const [nearX, nearY] = [x - ax - share * dx, y - ay - share * dy];
      return Math.sqrt(nearX * nearX + nearY * nearY) - radius;
    });
  }

  addConvex(corners: readonly Point[]): void {
    const xs = corners.map(([x]) => x);
    const ys = corners.map(([, y]) => y);
    const edges = toEdges(corners);
    this.#add([Math.min(...xs), Math.min(...ys)], [Math.max(...xs), Math.max(...ys)], 0, (x, y) => {
      let farthest = -Infinity;
      for (const [a, b, c] of edges) farthest = Math.max(farthest, a * x + b * y + c);
      return farthest;
    });
  }

  /**
   * Adds a rectangle with rounded corners; a circle is one whose corners are all of it.
   *
   * @param line adds only a line of this width along its edge.
   */
  addRect([left, top]: Point, [right, bottom]: Point, radius: number, line?: number): void {
    const [middleX, middleY] = [(left + right) / 2, (top + bottom) / 2];
    const [reachX, reachY] = [(right - left) / 2 - radius, (bottom - top) / 2 - radius];
    this.#add([left, top], [right, bottom], line ?? 0, (x, y) => {
      const [beyondX, beyondY] = [Math.abs(x - middleX) - reachX, Math.abs(y - middleY) - reachY];
      const outside = Math.hypot(Math.max(0, beyondX), Math.max(0, beyondY));
      const distance = outside + Math.min(0, Math.max(beyondX, beyondY)) - radius;
      return line === undefined ? distance : Math.abs(distance) - line / 2;
    });
  }

  /** Paints what has been added since the last call. Channels are 0 to 255. */
  paint([red, green, blue]: readonly [number, number, number], opacity: number): void {
    const { left, top, right, bottom } = this.#bounds;
    for (let y = top; y < bottom; y++) {
      for (let index = y * this.width + left; index < y * this.width + right; index++) {
        const share = this.#coverage[index]! * opacity;
        if (share === 0) continue;
        const at = index * 4;
        this.pixels[at] = this.pixels[at]! * (1 - share) + red * share;
        this.pixels[at + 1] = this.pixels[at + 1]! * (1 - share) + green * share;
        this.pixels[at + 2] = this.pixels[at + 2]! * (1 - share) + blue * share;
        this.#coverage[index] = 0;
      }
    }
    this.#clearBounds();
  }

  /** Adds all pixels that an area covers; only those within its bounds, moved outwards by `reach`, are looked at. */
  #add([minX, minY]: Point, [maxX, maxY]: Point, reach: number, distance: Distance): void {
    const left = Math.max(0, Math.floor(minX - reach - 1));
    const top = Math.max(0, Math.floor(minY - reach - 1));
    const right = Math.min(this.width, Math.ceil(maxX + reach + 1));
    const bottom = Math.min(this.height, Math.ceil(maxY + reach + 1));
    if (left >= right || top >= bottom) return;
    for (let y = top; y < bottom; y++) {
      for (let x = left; x < right; x++) {
        const covered = Math.min(1, 0.5 - distance(x + 0.5, y + 0.5));
        const index = y * this.width + x;
        if (covered > this.#coverage[index]!) this.#coverage[index] = covered;
      }
    }
    const bounds = this.#bounds;
    this.#bounds = {
      left: Math.min(bounds.left, left),
      top: Math.min(bounds.top, top),
      right: Math.max(bounds.right, right),
      bottom: Math.max(bounds.bottom, bottom),
    };
  }

  #clearBounds(): void {
    this.#bounds = { left: this.width, top: this.height, right: 0, bottom: 0 };
  }
}

/** The edges of an area as `a * x + b * y + c`: how far a point is outside of the edge. */
function toEdges(corners: readonly Point[]): (readonly [number, number, number])[] {
  const pairs = corners.map((corner, index) => [corner, corners[(index + 1) % corners.length]!] as const);
  const area = pairs.reduce((sum, [[ax, ay], [bx, by]]) => sum + ax * by - bx * ay, 0);
  const turn = area < 0 ? -1 : 1;
  return pairs.flatMap(([[ax, ay], [bx, by]]) => {
    const length = Math.hypot(bx - ax, by - ay);
    if (length === 0) return [];
    const [a, b] = [((by - ay) / length) * turn, ((ax - bx) / length) * turn];
    return [[a, b, -(a * ax + b * ay)] as const];
  });
}
