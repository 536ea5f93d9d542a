/** Middleware that logs every request at level debug. Used by both apps. */
import type { Logger } from 'pino';
import { withoutQuery } from './access/key-check.js';
import type { AppMiddleware } from './context.js';

/** Logs one line when the response has been sent, so that its status is final. Costs nothing while the level is off. */
export function createAccessLog(log: Logger): AppMiddleware {
  return (ctx, next) => {
    if (log.isLevelEnabled('debug')) {
      ctx.res.once('close', () => {
        const { method, status, state } = ctx;
        const url = withoutQuery(ctx.url);
        const took = Math.round((performance.now() - state.arrivedAt) * 1000) / 1000;
        log.debug({ method, url, status, took, snake: state.mount?.prefix }, 'request');
      });
    }
    return next();
  };
}
