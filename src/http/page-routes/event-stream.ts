/** Server-sent events over HTTP: makes a stream of a request. Used for live games and contests. */
import type { StreamReader } from '../../page/live/stream-readers.js';
import type { AppContext } from '../context.js';

const HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'no-store',
  // Proxies that collect a response before they pass it on would hold the stream back.
  'X-Accel-Buffering': 'no',
} as const;

/**
 * Takes the response away from Koa. It has no length and is not chunked: the stream ends with its connection. Returns
 * `undefined` if a HEAD request asks for the headers alone.
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
