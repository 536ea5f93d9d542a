/** The part of the package gifenc that we use; it has no types. */
declare module 'gifenc' {
  /** Red, green and blue, 0 to 255. */
  type GifColor = readonly [number, number, number] | readonly number[];

  interface GifFrameOptions {
    /** The first frame's colours hold for all frames without any. */
    readonly palette?: readonly GifColor[];
    /** Pixels of `transparentIndex` keep what the frame before shows. */
    readonly transparent?: boolean;
    readonly transparentIndex?: number;
    /** Bits of an index; 8 if absent. */
    readonly colorDepth?: number;
    /** In ms. */
    readonly delay: number;
    /** 0 repeats without end. */
    readonly repeat?: number;
    /** 1 leaves the frame where it is. */
    readonly dispose?: number;
  }

  interface GifStream {
    writeFrame(indices: Uint8Array, width: number, height: number, options: GifFrameOptions): void;
    finish(): void;
    bytes(): Uint8Array;
  }

  const gifenc: {
    GIFEncoder(): GifStream;
    /** At most `count` colours for these pixels. */
    quantize(pixels: Uint8ClampedArray, count: number, options?: { readonly format: 'rgb565' }): number[][];
    /** For each pixel the index of the colour that is nearest. */
    applyPalette(pixels: Uint8ClampedArray, colors: readonly GifColor[]): Uint8Array;
  };
  export default gifenc;
}
