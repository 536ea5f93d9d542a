/** Decodes animated GIFs, to look at what the encoder has written. */

/** A frame as a viewer shows it, with what earlier frames left on the picture. */
export interface DecodedFrame {
  /** In ms. */
  readonly delay: number;
  /** `0xrrggbb` of each pixel, row by row. */
  readonly pixels: readonly number[];
}

export interface DecodedGif {
  readonly width: number;
  readonly height: number;
  readonly frames: readonly DecodedFrame[];
}

/** Decodes what our GIFs have: one table of colours for all frames, whole frames, transparency. */
export function decodeGif(file: Uint8Array): DecodedGif {
  const data = Buffer.from(file);
  const [width, height] = [data.readUInt16LE(6), data.readUInt16LE(8)];
  const flags = data[10]!;
  const count = 2 ** ((flags & 7) + 1);
  const colors = Array.from({ length: count }, (_, index) => data.readUIntBE(13 + index * 3, 3));
  const picture = Array.from({ length: width * height }, () => 0);
  const frames: DecodedFrame[] = [];
  let at = 13 + count * 3;
  let delay = 0;
  let transparent = -1;
  while (data[at] !== 0x3b) {
    if (data[at] === 0x21) {
      if (data[at + 1] === 0xf9) {
        delay = data.readUInt16LE(at + 4) * 10;
        transparent = (data[at + 3]! & 1) === 1 ? data[at + 6]! : -1;
      }
      at = readBlocks(data, at + 2).end;
      continue;
    }
    const { bytes, end } = readBlocks(data, at + 11);
    decodeLzw(bytes, data[at + 10]!).forEach((index, pixel) => {
      if (index !== transparent) picture[pixel] = colors[index]!;
    });
    frames.push({ delay, pixels: [...picture] });
    at = end;
  }
  return { width, height, frames };
}

function readBlocks(data: Buffer, start: number): { readonly bytes: Buffer; readonly end: number } {
  const blocks: Buffer[] = [];
  let at = start;
  while (data[at] !== 0) {
    blocks.push(data.subarray(at + 1, at + 1 + data[at]!));
    at += 1 + data[at]!;
  }
  return { bytes: Buffer.concat(blocks), end: at + 1 };
}

function decodeLzw(bytes: Buffer, depth: number): number[] {
  const clear = 2 ** depth;
  const out: number[] = [];
  let table: number[][] = [];
  let size = depth + 1;
  let before: number[] | undefined;
  let bit = 0;
  for (;;) {
    let code = 0;
    for (let each = 0; each < size; each++, bit++) code |= ((bytes[bit >> 3]! >> (bit & 7)) & 1) << each;
    if (code === clear + 1) return out;
    if (code === clear) {
      table = Array.from({ length: clear + 2 }, (_, index) => [index]);
      size = depth + 1;
      before = undefined;
      continue;
    }
    const known = table[code] ?? [...before!, before![0]!];
    out.push(...known);
    if (before !== undefined && table.length < 4096) table.push([...before, known[0]!]);
    if (table.length === 2 ** size && size < 12) size++;
    before = known;
  }
}
