/** Loading games from engines that are busy, broken, endless or hostile. */
import { expect } from 'chai';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { fromFrames } from '../../../src/recorded/importing/from-frames.js';
import { loadGame, LOAD_LIMITS, type LoadLimits } from '../../../src/recorded/importing/load-game.js';
import { SourceError } from '../../../src/recorded/importing/game-boards.js';
import { formatMissing } from '../../../src/commands/import/import.js';
import { toEvents } from '../../../src/recorded/importing/to-events.js';
import { closeEngines, engineOf, importedEvents, playFrames, rowOf, serveEngine } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';

const QUICK: LoadLimits = { ...LOAD_LIMITS, timeout: 2000, pause: 1, tries: 3, maxPause: 50 };
const played = playFrames({ seed: 3, snakes: snakesNamed(2), ruleset: 'wrapped' });
const ID = played.game.ID;
const normally = engineOf(played);

/** Loads the game from a server; resolves with the message if that fails. */
async function load(listener: RequestListener, limits: Partial<LoadLimits> = {}) {
  const base = await serveEngine(listener);
  try {
    return await loadGame({ base, id: ID }, { ...QUICK, ...limits });
  } catch (thrown) {
    if (!(thrown instanceof SourceError)) throw thrown;
    return thrown.message.replaceAll(/127\.0\.0\.1:\d+/g, 'HOST');
  }
}

/** A server that answers the game normally, and the frames in its own way. */
function withFrames(answer: (offset: number) => unknown): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url!, 'http://engine');
    if (!pathname.endsWith('/frames')) return normally(request, response);
    const body = answer(Number(searchParams.get('offset')));
    return response.end(typeof body === 'string' ? body : JSON.stringify(body));
  };
}

/** Answers a space every 10 ms, forever. */
const trickle: RequestListener = (request, response) => {
  response.write('{"Game":');
  const timer = setInterval(() => response.write(' '), 10);
  request.socket.on('close', () => clearInterval(timer));
};

describe('loading a game', () => {
  afterEach(closeEngines);

  it('reads page after page until one is short', async () => {
    expect(played.frames.length).to.be.greaterThan(10);
    const asked: string[] = [];
    const loaded = await load(
      (request, response) => {
        asked.push(request.url!);
        normally(request, response);
      },
      { pageFrames: 5 },
    );
    expect(loaded).to.have.property('frames').that.deep.equals(played.frames);
    const pages = Math.floor(played.frames.length / 5) + 1;
    expect(asked).to.have.lengthOf(1 + pages);
    expect(asked.at(-1)).to.equal(`/games/wrapped%203/frames?offset=${5 * (pages - 1)}&limit=5`);
  });

  it('reads an engine in Go, which writes keys in its own case and null for no frames', async () => {
    const frames = played.frames.slice(0, 10).map((frame) => ({ ...frame, Hazards: null }));
    const engine = withFrames((offset) => {
      const page = frames.slice(offset, offset + 5);
      return { Count: page.length, Frames: page.length === 0 ? null : page };
    });
    const loaded = await load(engine, { pageFrames: 5 });
    expect(loaded)
      .to.have.property('frames')
      .that.deep.equals(frames.map((frame) => ({ ...frame, Hazards: [] })));
  });

  it('converts and limits values like a request’s', async () => {
    const snake = { id: 7, name: 12, health: '-3', latency: 501, isBot: 'true', body: [{ x: '1', y: 2 }], death: {} };
    const loaded = await load(withFrames(() => ({ frames: [{ turn: '4', snakes: [{ ...snake }] }] })));
    expect(loaded)
      .to.have.property('frames')
      .that.deep.equals([
        {
          Turn: 4,
          Snakes: [
            { ID: '7', Name: '12', Health: 0, Latency: '501', IsBot: true, Body: [{ X: 1, Y: 2 }], Death: null },
          ],
          Food: [],
          Hazards: [],
        },
      ]);
  });

  it('finds the games of the platform from the URLs of its pages', async () => {
    const base = await serveEngine((request, response) => {
      if (!request.url!.startsWith('/api/')) return response.end('<!doctype html><title>a game</title>');
      request.url = request.url!.slice('/api'.length);
      return normally(request, response);
    });
    const loaded = await loadGame({ base, id: ID }, QUICK);
    expect(loaded.from).to.equal(`${base}/api/games/wrapped%203`);
  });

  it('tries again while the server is busy or fails, and waits as long as Retry-After says', async () => {
    let refused = 0;
    const busy: RequestListener = (request, response) => {
      if (refused++ % 3 === 2) return normally(request, response);
      return response.writeHead(refused % 2 === 0 ? 503 : 429, { 'retry-after': '0' }).end();
    };
    expect(await load(busy)).to.have.property('from');
  });

  for (const [what, listener, message] of [
    ['knows no such game', (_, response) => response.writeHead(404).end(), 'does not exist on HOST'],
    ['is busy for long', (_, response) => response.writeHead(429).end(), 'HOST answers with status 429, 3 times'],
    [
      'asks for a long pause',
      (_, response) => response.writeHead(503, { 'retry-after': '3600' }).end(),
      'HOST answers with status 503, and asks to wait for 3600 s',
    ],
    ['cuts the connection', ({ socket }) => socket.destroy(), 'HOST cannot be reached (UND_ERR_SOCKET), 3 times'],
    ['answers a page', (_, response) => response.end('<html>'), 'cannot be read: HOST answers with a page, not JSON'],
    ['answers something else', (_, response) => response.end('[1]'), 'cannot be read: HOST answers without a "Game"'],
    [
      'has a board that is too large',
      (_, response) => response.end(JSON.stringify({ Game: { ...played.game, Width: 1e9 } })),
      '/Game/Width is 1000000000, not a whole number from 1 to 100',
    ],
    ['has no frames', withFrames(() => ({})), 'has no list of frames from 0 on'],
    [
      'has damaged frames',
      withFrames(() => ({ frames: [{ Turn: 0, Snakes: 7 }] })),
      '/frames/0/Snakes is a number, not a list',
    ],
    [
      'has cells that are none',
      withFrames(() => ({ frames: [{ Turn: 0, Snakes: [{ ID: 'a', Health: 1, Body: [{ X: 'x', Y: 0 }] }] }] })),
      '/frames/0/Snakes/0/Body/0/X is "x", not a whole number from -1000 to 1000',
    ],
    [
      'repeats its first page forever',
      withFrames(() => ({ frames: Array.from({ length: 100 }, (_, Turn) => ({ Turn, Snakes: [] })) })),
      'has frames without end: those from 100 on repeat earlier turns',
    ],
    [
      'never comes to an end',
      withFrames((offset) => ({
        frames: Array.from({ length: 100 }, (_, index) => ({ Turn: offset + index, Snakes: [] })),
      })),
      'has more than 20000 frames',
    ],
    [
      'stops in the middle',
      withFrames((offset) => (offset === 0 ? '{"frames":[{"Turn":0' : {})),
      /^has frames that cannot be read from 0 on: HOST answers no JSON: /,
    ],
  ] as const satisfies readonly (readonly [string, RequestListener, string | RegExp])[]) {
    it(`says what is wrong with a server that ${what}`, async () => {
      expect(await load(listener)).to.match(
        typeof message === 'string' ? new RegExp(`^${message.replaceAll(/[()[\]/"?.-]/g, '\\$&')}$`) : message,
      );
    });
  }

  it('gives up on an answer that never ends, however small its pieces are', async () => {
    expect(await load(trickle, { timeout: 200, tries: 1 })).to.equal('HOST gives no answer within 0.2 s');
  });

  it('takes no more bytes than it must, unpacked', async () => {
    const bomb = gzipSync(`{"Game":${' '.repeat(1_000_000)}}`);
    const packed: RequestListener = (_, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' });
      response.end(bomb);
    };
    expect(await load(packed, { maxBytes: 100_000 })).to.equal(
      'cannot be read: HOST answers with more than 100000 bytes',
    );
    const long = withFrames((offset) => ({
      frames: Array.from({ length: 100 }, (_, index) => ({ Turn: offset + index, Snakes: [] })),
    }));
    expect(await load(long, { maxGameBytes: 10_000 })).to.equal('has frames of more than 10000 bytes');
  });

  it('cuts what strangers wrote, and keeps no field that it does not know', async () => {
    const frames = played.frames.map((frame) => ({
      ...frame,
      __proto__: { polluted: true },
      Extra: 'x'.repeat(1000),
      Snakes: frame.Snakes.map((snake) => ({ ...snake, Shout: '\u001b[31m'.repeat(1000), Nested: { deep: [1] } })),
    }));
    const loaded = await load(withFrames((offset) => ({ frames: frames.slice(offset, offset + 100) })));
    if (typeof loaded === 'string') throw new Error(loaded);
    const [first] = loaded.frames;
    expect(first).to.have.all.keys('Turn', 'Snakes', 'Food', 'Hazards');
    expect(first!.Snakes[0]).to.not.have.property('Nested');
    expect(first!.Snakes[0]!.Shout).to.have.lengthOf(256);
    expect(JSON.stringify(importedEvents(loaded, 'a', '/a'))).to.not.include('polluted');
  });
});

describe('frames with gaps', () => {
  it('lack the missing turns, and report them', () => {
    const frames = played.frames.filter(({ Turn }) => Turn !== 2 && Turn !== 5 && Turn !== 6);
    const row = rowOf({ ...played, frames }, 'a');
    expect(formatMissing(row)).to.equal('2, 5 to 6');
    // The step before a gap still shows in the body after it.
    const events = toEvents(row, '/a');
    const made = events.flatMap((event) =>
      event.kind === 'turn' ? [[event.facts.turn, event.facts.answer.move]] : [],
    );
    expect(made.slice(0, 3)).to.deep.equal([
      [0, played.moves[0]!['a']],
      [1, played.moves[1]!['a']],
      [3, played.moves[3]!['a']],
    ]);
    const [began] = events;
    expect(began).to.have.nested.property('imported.unknown').that.includes('turns');
  });

  it('leave the end unknown if it is not there', () => {
    const cut = played.frames.slice(0, 8);
    const events = importedEvents({ ...played, frames: cut }, 'a', '/a');
    expect(events.at(-1)).to.deep.include({ kind: 'ended', outcome: { result: 'abandoned', turns: 7 } });
    expect(events[0]).to.have.nested.property('imported.unknown').that.includes('end');
  });

  it('make no game of a snake that was never asked', () => {
    const dead = played.frames.at(-1)!;
    expect(() => importedEvents({ ...played, frames: [dead] }, 'a', '/a')).to.throw(
      SourceError,
      'has no turn of this snake',
    );
    expect(() => fromFrames(played.game, [])).to.throw(SourceError, 'has no frames');
  });
});
