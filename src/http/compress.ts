/** Compresses answers, which are mostly JSON: a long game shrinks to a thirtieth. Streams do so on their own. */
import compress from 'koa-compress';
import type { AppMiddleware } from './context.js';

export function compressAnswers(): AppMiddleware {
  // In bytes: shorter answers fit into few packets anyway.
  return compress({ threshold: 4096, br: false, zstd: false, deflate: false });
}
