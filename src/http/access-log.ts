/** One line per request at level debug. */
import type { Logger } from 'pino';
import type { AppMiddleware } from './context.js';

/** Nothing is computed while the level is off. The line is written when the answer has left, so that its status is final. */
export function createAccessLog(log: Logger): AppMiddleware {
  return (ctx, next) => {
    if (log.isLevelEnabled('debug')) {
      ctx.res.once('close', () => {
        const { method, url, status, state } = ctx;
        const took = Math.round((performance.now() - state.at) * 1000) / 1000;
        log.debug({ method, url, status, took, snake: state.mount?.prefix }, 'request');
      });
    }
    return next();
  };
}
