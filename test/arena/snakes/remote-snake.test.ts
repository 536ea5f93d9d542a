import { expect } from 'chai';
import type { Reply } from '../../../src/arena/game/arena-snake.js';
import { DIALECTS } from '../../../src/arena/game/dialects.js';
import { Connections } from '../../../src/exchange/exchange.js';
import { play } from '../../../src/arena/game/play.js';
import { RemoteSnake } from '../../../src/arena/snakes/remote-snake.js';
import type { WatcherTurn } from '../../../src/arena/game/watcher.js';
import { closeHttpSnakes, serveHttpSnake, type HttpSnake, type Scripted } from '../../support/http-snakes.js';
import { createParticipants } from '../../support/local-snakes.js';

describe('RemoteSnake', () => {
  let connections: Connections;
  beforeEach(() => (connections = new Connections()));
  afterEach(async () => {
    connections.close();
    await closeHttpSnakes();
  });

  const remote = (url: URL | string) =>
    new RemoteSnake({ url: new URL(url), dialect: DIALECTS.serpentarium, connections });

  /** The replies and remarks of the first turns of a game that the snake plays alone. */
  async function repliesOf(
    url: URL | string,
    turns = 1,
    timeout = 2000,
  ): Promise<{ replies: Reply[]; remarks: string[] }> {
    const replies: Reply[] = [];
    const remarks: string[] = [];
    const watcher = {
      played: (turn: WatcherTurn) => void replies.push(turn.replies[0]!),
      remarked: (_: number, remark: string) => void remarks.push(remark),
    };
    const participants = [{ snake: remote(url), name: 'remote' }];
    await play({
      participants,
      seed: 'far',
      width: 19,
      height: 19,
      maxTurns: turns,
      timeout,
      watchers: [watcher],
    });
    return { replies, remarks };
  }

  it('passes its customization on to the other snakes', async () => {
    const snake = await serveHttpSnake();
    await play({
      participants: [{ snake: remote(snake.url), name: 'r' }, ...createParticipants('constant')],
      seed: 1,
      maxTurns: 1,
    });
    const { board } = snake.of('start')[0]!.body;
    expect(board.snakes.map(({ customizations }) => customizations)).to.deep.equal([
      { color: '#123456', head: 'fang', tail: 'bolt' },
      { color: '#888888', head: 'default', tail: 'default' },
    ]);
  });

  const addresses: [string, string, string][] = [
    ['/greedy', '/greedy', '/greedy/move'],
    ['/greedy/', '/greedy/', '/greedy/move'],
    ['', '/', '/move'],
    ['/greedy?token=x', '/greedy?token=x', '/greedy/move?token=x'],
  ];
  for (const [path, get, move] of addresses) {
    it(`sends requests to ${get} and ${move} when registered as "${path}"`, async () => {
      const snake = await serveHttpSnake(undefined, path);
      await repliesOf(snake.url);
      expect(snake.calls[0]!.path).to.equal(get);
      expect(snake.of('move')[0]!.path).to.equal(move);
    });
  }

  it('keeps its connection, and opens a new one after the server hung up', async () => {
    const snake: HttpSnake = await serveHttpSnake(({ action, body }) =>
      action === 'move' && body.turn === 3 && snake.of('move').length === 4 ? 'hang up' : undefined,
    );
    const { replies } = await repliesOf(snake.url, 5);
    expect(new Set(snake.calls.slice(0, 5).map(({ connection }) => connection)).size).to.equal(1);
    expect(replies.map(({ move }) => move)).to.deep.equal(['up', 'up', 'up', 'up', 'up']);
  });

  const garbage: [string, Scripted, RegExp][] = [
    ['an error status', { status: 404, text: 'nothing here' }, /^answered with status 404$/],
    ['HTML', { status: 200, text: '<html>' }, /^answered something other than JSON/],
    ['an empty body', { status: 200, text: '' }, /^answered something other than JSON/],
    ['a number', { status: 200, text: '7' }, /^answered JSON that is not an object$/],
    ['an object without a move', {}, /^answered a "move" that is not a direction: undefined$/],
    ['another word for a move', { move: 'north' }, /^answered a "move" that is not a direction: "north"$/],
    ['another case of the key', { Move: 'up' }, /^answered "Move" instead of "move". Keys are in lower case$/],
    ['a shout that is a number', { move: 'up', shout: 42 }, /^answered a "shout" that is not a string, .*: 42$/],
    [
      'a shout that is an object',
      { move: 'up', shout: { a: 1 } },
      /^answered a "shout" that is not a string, .*: {"a":1}$/,
    ],
    ['megabytes', { status: 200, text: 'x'.repeat(3_000_000) }, /^answered more than 65536 bytes$/],
    ['a cut connection', 'hang up', /^(cut the connection|socket hang up)$/],
  ];
  for (const [name, scripted, problem] of garbage) {
    it(`counts ${name} as no answer`, async () => {
      const snake = await serveHttpSnake(({ action }) => (action === 'move' ? scripted : undefined));
      const { replies } = await repliesOf(snake.url, 2);
      expect(replies).to.have.lengthOf(2);
      for (const reply of replies) {
        expect(reply.move).to.equal(undefined);
        expect(reply.problem).to.match(problem);
      }
    });
  }

  it('takes null for no shout', async () => {
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? { move: 'up', shout: null } : undefined));
    expect((await repliesOf(snake.url)).replies[0]).to.include({ move: 'up', shout: '' });
  });

  it('reads keys in any case as the command-line engine does', async () => {
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? { Move: 'up', SHOUT: 'hi' } : undefined));
    const official = new RemoteSnake({ url: snake.url, dialect: DIALECTS.cli, connections });
    const replies: Reply[] = [];
    const watcher = { played: (turn: WatcherTurn) => void replies.push(turn.replies[0]!) };
    const participants = [{ snake: official, name: 'official' }];
    await play({ participants, seed: 'far', maxTurns: 1, dialect: DIALECTS.cli, watchers: [watcher] });
    expect(replies[0]).to.include({ move: 'up', shout: 'hi' });
  });

  it('remarks on garbage in answer to other requests, and plays on', async () => {
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? undefined : { status: 500, text: 'oops' }));
    const { replies, remarks } = await repliesOf(snake.url);
    expect(replies[0]!.move).to.equal('up');
    expect(remarks).to.have.lengthOf(3);
    expect(remarks[0]).to.match(/^GET http.*: answered with status 500$/);
    expect(remarks.slice(1)).to.deep.equal(['/start answered with status 500', '/end answered with status 500']);
  });

  it('plays on with a server that does not exist', async () => {
    const snake = await serveHttpSnake();
    await closeHttpSnakes();
    const { replies, remarks } = await repliesOf(snake.url, 3);
    expect(replies.map(({ problem }) => problem)).to.deep.equal(
      Array.from({ length: 3 }, () => 'refused the connection. Is it running, and on this port?'),
    );
    expect(remarks).to.have.lengthOf(3);
  });

  it('waits no longer than the timeout for a server that never answers', async () => {
    const never = new Promise<Scripted>(() => undefined);
    const snake = await serveHttpSnake(() => never);
    const { replies, remarks } = await repliesOf(snake.url, 2, 40);
    expect(replies.map(({ problem }) => problem)).to.deep.equal(['no answer within 40 ms', 'no answer within 40 ms']);
    expect(remarks).to.have.lengthOf(3);
  });

  it('is asked at the same time as the others, or in turn if the game is sequential', async () => {
    const order: string[] = [];
    let arrived!: () => void;
    const both = new Promise<void>((resolve) => (arrived = resolve));
    const meeting = (name: string, wait: boolean) =>
      serveHttpSnake(async ({ action }) => {
        if (action !== 'move') return {};
        order.push(`${name} asked`);
        if (order.length === 2) arrived();
        if (wait) await both;
        order.push(`${name} answers`);
        return { move: 'up' };
      });
    const createRemotes = async (wait: boolean) =>
      (await Promise.all(['a', 'b'].map((name) => meeting(name, wait)))).map(({ url }) => ({
        snake: remote(url),
        name: 'x',
      }));

    await play({ participants: await createRemotes(true), seed: 1, maxTurns: 1 });
    expect(order.slice(0, 2).toSorted()).to.deep.equal(['a asked', 'b asked']);
    order.length = 0;
    await play({ participants: await createRemotes(false), seed: 1, maxTurns: 1, isSequential: true });
    expect(order).to.deep.equal(['a asked', 'a answers', 'b asked', 'b answers']);
  });

  it('reports latency in whole ms of the given clock', async () => {
    let time = 0;
    const snake = await serveHttpSnake();
    const timed = new RemoteSnake({ url: snake.url, dialect: DIALECTS.cli, connections, now: () => (time += 7.9) });
    await play({ participants: [{ snake: timed, name: 'timed' }], seed: 'far', maxTurns: 2, dialect: DIALECTS.cli });
    expect(
      snake
        .of('move')
        .map(({ body }) => body.you.latency)
        .slice(0, 2),
    ).to.deep.equal(['0', '7']);
  });

  it('reports the whole timeout as latency even if the timer fired early', async () => {
    let time = 0;
    const never = new Promise<Scripted>(() => undefined);
    const snake = await serveHttpSnake(({ action }) => (action === 'move' ? never : undefined));
    const timed = new RemoteSnake({ url: snake.url, dialect: DIALECTS.cli, connections, now: () => (time += 19.9) });
    const participants = [{ snake: timed, name: 'timed' }];
    await play({ participants, seed: 'far', maxTurns: 1, dialect: DIALECTS.cli, timeout: 20 });
    expect(snake.of('move').map(({ body }) => body.you.latency)).to.deep.equal(['0', '20']);
  });
});
