/**
 * Games for the official viewer and exporter, which request `/games/ID`, `/games/ID/frames` and the WebSocket
 * `/games/ID/events`. Used on the admin port, and by the page of `play --browser`.
 */
import type { IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebSocket, WebSocketServer } from 'ws';
import type { ViewerSource } from '../../page/viewer/view-game.js';
import { HttpError, answerJson, type AppContext, type AppRouter } from '../context.js';
import { PerAddressQuota, type Quota } from '../limits/per-address.js';
import { takeUpgrade } from '../sockets/upgrades.js';
import { readWhole } from '../journal/game-query.js';
import { addressOfConnection } from '../limits/client-address.js';

export interface ViewerLimits extends Quota {
  /** How often a game in progress is asked for new frames. */
  readonly interval: number;
  /** A client that reads nothing for this long is dropped. */
  readonly patience: number;
}

const DEFAULT_LIMITS: ViewerLimits = { all: 64, perAddress: 16, interval: 500, patience: 20_000 };
/** Frames of a page (default), and that a socket is sent at once. */
const FRAMES = 100;
const MAX_FRAMES = 500;
const LONGEST_ID = 256;
/** A silent socket is pinged this often, in ms: proxies close silent connections. */
const PING_INTERVAL_MS = 15_000;
/** The viewer sends nothing: a client that sends more bytes at once is disconnected. */
const MAX_PAYLOAD = 1024;
const CLOSE = { done: 1000, away: 1001 } as const;

/**
 * Adds the routes. Any page may read them: the viewer has another origin. They show a game by its whole id, and list
 * nothing.
 */
export function addViewerRoutes(router: AppRouter, source: ViewerSource, sockets: ViewerSockets): void {
  const path = '/games/:id';
  router.get(path, async (ctx) => {
    allowAnyOrigin(ctx);
    ctx.vary('Accept');
    const key = await find(ctx, source);
    const view = required(await source.read(key, 0, 0), ctx);
    answerJson(ctx, JSON.stringify({ Game: view.game }));
  });
  router.get(`${path}/frames`, async (ctx) => {
    allowAnyOrigin(ctx);
    const offset = readWhole(ctx, 'offset', 0, Number.MAX_SAFE_INTEGER) ?? 0;
    const limit = readWhole(ctx, 'limit', 1, MAX_FRAMES) ?? FRAMES;
    const { frames } = required(await source.read(await find(ctx, source), offset, limit), ctx);
    answerJson(ctx, JSON.stringify({ count: frames.length, frames }));
  });
  router.get(`${path}/events`, async (ctx) => {
    allowAnyOrigin(ctx);
    const key = await find(ctx, source);
    await sockets.open(ctx.req, addressOfConnection(ctx.req), source, key);
    ctx.respond = false;
  });
}

function allowAnyOrigin(ctx: AppContext): void {
  ctx.set('Access-Control-Allow-Origin', '*');
  ctx.set('Cache-Control', 'no-store');
}

/** The key of the game that the path names. Throws a 404 if there is none. */
async function find(ctx: AppContext, source: ViewerSource): Promise<string> {
  const { id } = ctx.params;
  return required(id !== undefined && id.length <= LONGEST_ID ? await source.find(id) : undefined, ctx);
}

function required<Value>(value: Value | undefined, { params: { id = '' } }: AppContext): Value {
  if (value !== undefined) return value;
  throw new HttpError(404, 'unknown_game', `no game has the id "${id.slice(0, LONGEST_ID)}". Is it complete?`);
}

/**
 * Owns the sockets. Each gets every frame of its game once, in order, and new ones while the game runs; then
 * `game_end` and a close frame.
 *
 * Guarantees that their number is bounded, and that a client which does not read, or has disconnected, is dropped.
 * Reads the next frames when the client has taken the previous ones.
 */
export class ViewerSockets {
  readonly #limits: ViewerLimits;
  readonly #sockets = new Set<WebSocket>();
  readonly #open: PerAddressQuota;
  #server: WebSocketServer | undefined;
  #isClosed = false;

  constructor(limits: Partial<ViewerLimits> = {}) {
    this.#limits = { ...DEFAULT_LIMITS, ...limits };
    this.#open = new PerAddressQuota(this.#limits);
  }

  get size(): number {
    return this.#sockets.size;
  }

  /**
   * Turns the connection of a request into a socket, and sends it the game. Throws an `HttpError` if it is no WebSocket
   * request, if there are too many, or if the host is closing.
   */
  async open(request: IncomingMessage, address: string, source: ViewerSource, key: string): Promise<void> {
    if (this.#isClosed) throw new HttpError(503, 'closing', 'the host is closing', undefined, 2);
    const server = (this.#server ??= await createServer());
    if (!this.#open.hasRoom(address))
      throw new HttpError(429, 'too_many_viewers', 'too many games are being viewed', undefined, 10);
    const upgrade = takeUpgrade(request);
    if (upgrade === undefined) throw new HttpError(400, 'not_a_websocket', 'this is for WebSockets: connect by "ws:"');
    server.handleUpgrade(request, upgrade.socket, upgrade.head, (socket) => {
      this.#open.take(address);
      this.#sockets.add(socket);
      socket.once('close', () => {
        this.#sockets.delete(socket);
        this.#open.release(address);
      });
      socket.on('error', () => socket.terminate());
      void this.#stream(socket, source, key);
    });
  }

  /** Closes all sockets: the viewer reconnects. */
  close(): void {
    this.#isClosed = true;
    for (const socket of this.#sockets) socket.close(CLOSE.away);
  }

  async #stream(socket: WebSocket, source: ViewerSource, key: string): Promise<void> {
    const gone = new AbortController();
    socket.once('close', () => gone.abort());
    let sent = 0;
    let heardAt = Date.now();
    try {
      while (socket.readyState === socket.OPEN) {
        const view = await source.read(key, sent, FRAMES);
        if (view === undefined) return socket.close(CLOSE.away);
        for (const frame of view.frames) await this.#send(socket, { Type: 'frame', Data: frame });
        sent += view.frames.length;
        if (sent < view.count) continue;
        if (view.isOver) {
          await this.#send(socket, { Type: 'game_end', Data: {} });
          return socket.close(CLOSE.done);
        }
        if (view.frames.length > 0) heardAt = Date.now();
        else if (Date.now() - heardAt >= PING_INTERVAL_MS) {
          await this.#inTime(socket, (done) => socket.once('pong', done).ping());
          heardAt = Date.now();
        }
        await sleep(this.#limits.interval, undefined, { signal: gone.signal });
      }
    } catch {
      // The client has disconnected, or the journal cannot be read.
      socket.close(CLOSE.away);
    }
  }

  /** Resolves when the message is sent. Drops a client that does not read it in time. */
  #send(socket: WebSocket, message: unknown): Promise<void> {
    return this.#inTime(socket, (done) => socket.send(JSON.stringify(message), done));
  }

  /** Resolves when it is done, or the client has disconnected. */
  async #inTime(socket: WebSocket, begin: (done: () => void) => void): Promise<void> {
    const timer = setTimeout(() => socket.terminate(), this.#limits.patience);
    await new Promise<void>((resolve) => {
      socket.once('close', resolve);
      begin(() => {
        socket.off('close', resolve);
        resolve();
      });
    });
    clearTimeout(timer);
  }
}

/** The package is loaded on demand: most hosts never need it. */
async function createServer(): Promise<WebSocketServer> {
  const { WebSocketServer: Server } = await import('ws');
  return new Server({ noServer: true, clientTracking: false, perMessageDeflate: false, maxPayload: MAX_PAYLOAD });
}
