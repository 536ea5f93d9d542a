/** Sizes and times as people write them, in the configuration and on the command line: `6mb`, `500ms`, `5s`. */
import bytes from 'bytes';
import ms, { type StringValue } from 'ms';

// The libraries alone would take other words too: `6 apples`, `1 year`.
const SIZE = /^\d+(\.\d+)? ?([kmgt]?b)?$/i;
const DURATION = /^\d+(\.\d+)? ?(ms|s|m|h|d)?$/i;

/** The bytes of `6291456`, `'512kb'` or `'6mb'`, where 1 kb is 1024 bytes; `undefined` if it is not a size. */
export function parseSize(written: number | string): number | undefined {
  const text = String(written);
  return SIZE.test(text) ? (bytes.parse(text) ?? undefined) : undefined;
}

/** The ms of `500`, `'500ms'`, `'5s'`, `'15m'`, `'12h'` or `'30d'`; `undefined` if it is not a time. */
export function parseDuration(written: number | string): number | undefined {
  const text = String(written);
  return DURATION.test(text) ? ms(text as StringValue) : undefined;
}
