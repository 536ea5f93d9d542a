/** The official viewer's side: a client that reads a game as the viewer does, and a game that it can be given. */
import { WebSocket } from 'ws';
import type { ViewerSource } from '../../src/page/viewer/view-game.js';
import type { ViewerFrame } from '../../src/wire/viewer.js';

/** Connects to `/games/ID/events` of a server. Rejects with the status of a refusal. */
export async function viewGame(url: string, headers: Record<string, string> = {}) {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const messages: { readonly Type: string; readonly Data: ViewerFrame }[] = [];
  socket.on('message', (data: Buffer) => messages.push(JSON.parse(data.toString('utf8'))));
  const closed = new Promise<number>((resolve) => socket.on('close', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('unexpected-response', (_, { statusCode }) => reject(new Error(`status ${statusCode}`)));
    socket.once('error', reject);
  });
  return {
    messages,
    /** The turns of the frames. */
    get turns() {
      return messages.filter(({ Type }) => Type === 'frame').map(({ Data }) => Data.Turn);
    },
    socket,
    /** Resolves with the code of the close frame. */
    closed,
  };
}

/**
 * Watches a game to its end as the viewer does: it connects again as long as a connection is cut off without
 * `game_end`. Returns what each connection was sent.
 */
export async function watchGame(url: string) {
  const viewings: Awaited<ReturnType<typeof viewGame>>[] = [];
  for (;;) {
    const viewing = await viewGame(url);
    viewings.push(viewing);
    await viewing.closed;
    if (viewing.messages.at(-1)?.Type === 'game_end') return viewings;
  }
}

/** A game that grows as a test adds frames. */
export class GrowingGame implements ViewerSource {
  readonly frames: ViewerFrame[] = [];
  isOver = false;
  /** How often it was read. */
  reads = 0;

  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }

  /** Adds frames for the next turns. `padding` is a shout that makes them long. */
  add(count: number, padding = ''): void {
    for (let each = 0; each < count; each++) {
      const snake = { ID: 'a', Name: 'A', Body: [{ X: 1, Y: 1 }], Health: 100, Death: null, Shout: padding };
      this.frames.push({ Turn: this.frames.length, Snakes: [snake], Food: [], Hazards: [] });
    }
  }

  find(id: string): Promise<string | undefined> {
    return Promise.resolve(id === this.id ? id : undefined);
  }

  read(_key: string, offset: number, limit: number) {
    this.reads++;
    const game = { ID: this.id, Status: this.isOver ? 'complete' : 'running', Width: 11, Height: 11, Ruleset: {} };
    const frames = this.frames.slice(offset, offset + limit);
    return Promise.resolve({ game, count: this.frames.length, frames, isOver: this.isOver });
  }
}
