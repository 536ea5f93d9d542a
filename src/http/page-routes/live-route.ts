/** The live streams over HTTP: server-sent events. Used by the admin port, `play --browser` and contests. */
import { pipeline } from 'node:stream';
import { constants, createGzip } from 'node:zlib';
import { GameStream, type GameSource } from '../../page/live/game-stream.js';
import type { LiveFeed } from '../../page/live/live-feed.js';
import { refuseForeignSite } from '../access/admin-access.js';
import { answerJson, type AppContext, type AppRouter, HttpError } from '../context.js';
import { onlyOf } from '../journal/game-query.js';
import { addressOfConnection } from '../limits/client-address.js';
import { PerAddressQuota, type Quota } from '../limits/per-address.js';
import { encodeEnd, type StreamReader } from '../../page/live/live-channel.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that buffer responses would hold the stream back.
  'X-Accel-Buffering': 'no',
} as const;

/**
 * Takes the response away from Koa. It has no length and is not chunked: the stream ends with its connection. Returns
 * `undefined` for a HEAD request. It can be compressed for one reader; what all readers get alike is not,
 * because that would be done once for each.
 */
export function openEventStream(ctx: AppContext, canCompress = false): StreamReader | undefined {
  const { res, req } = ctx;
  const isCompressed = canCompress && ctx.acceptsEncodings('gzip', 'identity') === 'gzip';
  if (ctx.method === 'HEAD') {
    ctx.set(HEADERS);
    ctx.status = 200;
    return undefined;
  }
  ctx.respond = false;
  req.socket.setTimeout(0);
  res.useChunkedEncodingByDefault = false;
  res.shouldKeepAlive = false;
  res.writeHead(200, isCompressed ? { ...HEADERS, 'Content-Encoding': 'gzip' } : HEADERS);
  res.flushHeaders();
  const gzip = isCompressed ? createGzip({ flush: constants.Z_SYNC_FLUSH }) : undefined;
  if (gzip !== undefined) pipeline(gzip, res, () => undefined);
  const output = gzip ?? res;
  return {
    write: (bytes) => void (output.writableEnded || output.write(bytes)),
    get waiting() {
      return res.writableLength + (gzip?.writableLength ?? 0);
    },
    end: () => void output.end(),
    drop: () => void res.destroy(),
  };
}

/** Most parallel streams, and most of one address: a browser has one for each visible tab. */
const MAX_STREAMS = { all: 1000, perAddress: 64 } as const;
/** Most streams that stay open for one browser, which has six connections to a host in all. */
const MAX_OF_BROWSER = { perAddress: 4 } as const;

/**
 * Adds `/api/live`, and `/api/games/:id/live` if there is `find`, which throws a 404 for an unknown game. A page of one
 * game has that alone. A 503 means that the host is closing, a 429 that there are too many streams.
 */
export function addLiveRoute(
  router: AppRouter,
  feed: Pick<LiveFeed, 'isClosed'> & Partial<Pick<LiveFeed, 'open'>>,
  find?: (id: string) => Promise<GameSource>,
  limits: Quota = MAX_STREAMS,
): void {
  const open = new PerAddressQuota(limits);
  const lasting = new PerAddressQuota(MAX_OF_BROWSER);
  /** `start` returns what is called when the reader has left. */
  const stream = (ctx: AppContext, start: (reader: StreamReader) => () => void, canCompress?: boolean): void => {
    refuseForeignSite(ctx);
    if (feed.isClosed) throw new HttpError(503, 'closing', 'the host is closing', undefined, 2);
    const address = addressOfConnection(ctx.req);
    if (!open.hasRoom(address))
      throw new HttpError(429, 'too_many_streams', 'too many live streams are open', undefined, 10);
    // A client may have left while its game was looked for.
    const reader = ctx.res.destroyed ? undefined : openEventStream(ctx, canCompress);
    if (reader === undefined) return;
    open.take(address);
    ctx.res.once('close', () => open.release(address));
    ctx.res.once('close', start(reader));
    const browser = ctx.get('User-Agent').startsWith('Mozilla/') && `${address} ${ctx.get('User-Agent')}`;
    if (!browser) return;
    if (lasting.take(browser)) ctx.res.once('close', () => lasting.release(browser));
    else {
      reader.write(encodeEnd('shared'));
      reader.end();
    }
  };
  if (feed.open) router.get('/api/live', (ctx) => stream(ctx, (reader) => feed.open!(reader, lastIdOf(ctx))));
  if (!find) return;
  router.get('/api/games/:id/live', async (ctx) => {
    const lastId = lastIdOf(ctx);
    const source = await find(ctx.params['id']!);
    const first = await source.stored(/^\d{1,9}$/.test(lastId) ? Number(lastId) : 0);
    // Not as a stream: what is stored, or the first piece of it.
    if (first && ctx.accepts('text/event-stream', 'json') === 'json') return answerJson(ctx, first.json);
    const start = (reader: StreamReader) => {
      const game = new GameStream(source, reader, first);
      return () => game.close();
    };
    stream(ctx, start, true);
  });
}

/** The id of the last event that a reader got. Browsers send the header when they reconnect on their own. */
function lastIdOf(ctx: AppContext): string {
  return ctx.get('Last-Event-ID') || onlyOf(ctx, 'after') || '';
}
