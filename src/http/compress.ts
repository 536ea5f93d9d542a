/** Compresses answers, which are mostly JSON: a long game shrinks to a thirtieth. Streams do so on their own. */
import { constants } from 'node:zlib';
import compress from 'koa-compress';
import type { AppMiddleware } from './context.js';

/** In bytes: shorter answers fit into a few packets anyway. */
const THRESHOLD = 4096;

export function compressAnswers(): AppMiddleware {
  return compress({
    threshold: THRESHOLD,
    gzip: { level: constants.Z_DEFAULT_COMPRESSION },
    br: false,
    zstd: false,
    deflate: false,
  });
}
