/** Sizes in bytes as people write them. Called by `check-shape.ts` and `read-config.ts`. */
import bytes from 'bytes';

/** `bytes` alone would take any string that begins with a number: `6m`, `6 apples`. */
const SIZE = /^\d+(\.\d+)? ?([kmg]?b)?$/i;

/** The bytes of `6291456`, `'512kb'` or `'6mb'`, where 1 kb is 1024 bytes; `undefined` if it is not a size. */
export function parseSize(written: number | string): number | undefined {
  const text = String(written);
  return SIZE.test(text) ? (bytes.parse(text) ?? undefined) : undefined;
}

/** `6mb` for 6291456; at most two decimals. */
export function formatSize(size: number): string {
  return bytes.format(size, { unitSeparator: '' })!.toLowerCase();
}
