/** The live stream over HTTP: server-sent events. Used by the admin port and `play --browser`. */
import type { LiveFeed } from '../../page/live/live-feed.js';
import type { AppRouter } from '../context.js';
import { HttpError } from '../http-error.js';
import { addressOfConnection } from '../limits/client-address.js';
import { PerAddressQuota, type Quota } from '../limits/per-address-quota.js';
import { openEventStream } from './event-stream.js';

/** Most streams at once, and most of one address: a browser has one for each tab that is shown. */
export const MAX_STREAMS = { all: 1000, perAddress: 64 } as const;

export interface LiveRouteDeps {
  readonly feed: Pick<LiveFeed, 'isClosed' | 'open'>;
  readonly limits?: Quota;
}

/** Adds the route at `path`. A 503 means that the host is closing, a 429 that there are too many streams. */
export function addLiveRoute(router: AppRouter, path: string, deps: LiveRouteDeps): void {
  const { feed, limits = MAX_STREAMS } = deps;
  const open = new PerAddressQuota(limits);
  router.get(path, (ctx) => {
    if (feed.isClosed) throw new HttpError(503, 'closing', 'the host is closing', undefined, 2);
    const address = addressOfConnection(ctx.req);
    if (!open.hasRoom(address))
      throw new HttpError(429, 'too_many_streams', 'too many live streams are open', undefined, 10);
    const reader = openEventStream(ctx);
    if (reader === undefined) return;
    open.take(address);
    ctx.res.once('close', () => open.release(address));
    ctx.res.once('close', feed.open(reader, ctx.get('Last-Event-ID')));
  });
}
