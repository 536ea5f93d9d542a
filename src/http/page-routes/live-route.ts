/** The live stream over HTTP: server-sent events. Used by the admin port, `play --browser` and contests. */
import type { LiveFeed } from '../../page/live/live-feed.js';
import { type AppRouter, type AppContext, HttpError } from '../context.js';
import { addressOfConnection } from '../limits/client-address.js';
import { PerAddressQuota, type Quota } from '../limits/per-address.js';
import type { StreamReader } from '../../page/live/live-channel.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that buffer responses would hold the stream back.
  'X-Accel-Buffering': 'no',
} as const;

/**
 * Takes the response away from Koa. It has no length and is not chunked: the stream ends with its connection. Returns
 * `undefined` for a HEAD request.
 */
export function openEventStream(ctx: AppContext): StreamReader | undefined {
  const { res, req } = ctx;
  if (ctx.method === 'HEAD') {
    ctx.set(HEADERS);
    ctx.status = 200;
    return undefined;
  }
  ctx.respond = false;
  req.socket.setTimeout(0);
  res.useChunkedEncodingByDefault = false;
  res.shouldKeepAlive = false;
  res.writeHead(200, HEADERS);
  res.flushHeaders();
  return {
    write: (bytes) => void res.write(bytes),
    get waiting() {
      return res.writableLength;
    },
    end: () => void res.end(),
    drop: () => void res.destroy(),
  };
}

/** Most parallel streams, and most of one address: a browser has one for each visible tab. */
const MAX_STREAMS = { all: 1000, perAddress: 64 } as const;

/** Adds `/api/live`. A 503 means that the host is closing, a 429 that there are too many streams. */
export function addLiveRoute(
  router: AppRouter,
  feed: Pick<LiveFeed, 'isClosed' | 'open'>,
  limits: Quota = MAX_STREAMS,
): void {
  const open = new PerAddressQuota(limits);
  router.get('/api/live', (ctx) => {
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
