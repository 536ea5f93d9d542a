import { expect } from 'chai';
import { readRequest } from '../../../src/wire/reader.js';
import { createArenaEngine, type ArenaEngine } from '../../support/arena-engine.js';
import { closeHttpSnakes, serveHttpSnake, type HttpCall, type Scripted } from '../../support/http-snakes.js';
import { withUnseen } from '../../support/requests.js';

/** Goes left into the wall. */
const serveDoomed = () =>
  serveHttpSnake(({ action }) => (action === 'move' ? { move: 'left', shout: 'bye' } : undefined));

/** Goes round in a circle. */
const serveCircling = () =>
  serveHttpSnake(({ action, body }) =>
    action === 'move' ? { move: ['up', 'left', 'down', 'right'][body.turn % 4] } : undefined,
  );

/** The game, the snake and the turn of each call after the GET. */
const idsOf = (calls: readonly HttpCall[]) =>
  calls.slice(1).map(({ body: { game, you, turn } }) => [game.id, you.id, turn]);

describe('DIALECTS', () => {
  const engines: ArenaEngine[] = [];
  const openEngine = (dialect: 'arena' | 'cli') => {
    const engine = createArenaEngine(dialect);
    engines.push(engine);
    return engine;
  };
  afterEach(async () => {
    for (const engine of engines.splice(0)) engine.close();
    await closeHttpSnakes();
  });

  describe('arena', () => {
    it('sends GET, /start, /move on each turn and /end once on the final turn', async () => {
      const [one, other] = [await serveDoomed(), await serveCircling()];
      const { turns } = await openEngine('arena').play([one.url, other.url], { seed: 3 });
      for (const { calls } of [one, other]) {
        const moves = calls.filter(({ action }) => action === 'move').map(({ body }) => body.turn);
        expect(calls.slice(0, 2).map(({ method, action }) => method + action)).to.deep.equal(['GET', 'POSTstart']);
        expect(moves).to.deep.equal(Array.from({ length: turns }, (_, turn) => turn));
        expect(calls.at(-1)!.action).to.equal('end');
        expect(calls.at(-1)!.body.turn).to.equal(turns);
      }
    });

    it('leaves eliminated snakes on the board, and sends neither the map nor the version "cli"', async () => {
      const snakes = [await serveDoomed(), await serveCircling(), await serveCircling()];
      const urls = snakes.map(({ url }) => url);
      await openEngine('arena').play(urls, { seed: 3, width: 19, height: 19, maxTurns: 30 });
      const last = snakes[1]!.calls.at(-1)!.body;
      expect(last.board.snakes).to.have.lengthOf(3);
      expect(last.board.snakes.some(({ body }) => body[0]!.x < 0)).to.equal(true);
      expect(last.game).to.deep.include({ map: '', source: '' });
      expect(last.game.ruleset.version).to.equal('v1.0.0');
      expect(last.game.ruleset.settings).to.not.have.property('hazardMap');
      expect(snakes[0]!.of('end')).to.have.lengthOf(1);
    });

    it('sends the map snail_mode, but not its hazards off the board', async () => {
      const snake = await serveCircling();
      await openEngine('arena').play([snake.url], { map: 'snail_mode', maxTurns: 6 });
      const { board, game } = snake.calls.at(-1)!.body;
      expect(game.map).to.equal('snail_mode');
      expect(board.hazards).to.not.have.lengthOf(0);
      expect(board.hazards.every(({ x, y }) => x >= 0 && y >= 0 && x < 11 && y < 11)).to.equal(true);
    });

    it('reports a latency of "0" after a timeout, repeats the last move, and opens a new connection', async () => {
      const never = new Promise<Scripted>(() => undefined);
      const snake = await serveHttpSnake(({ action, body }) => {
        if (action !== 'move') return undefined;
        return body.turn === 1 ? never : { move: body.turn === 0 ? 'right' : 'up' };
      });
      await openEngine('arena').play([snake.url], { seed: 'far', width: 19, height: 19, maxTurns: 4, timeout: 100 });
      const moves = snake.of('move');
      const heads = moves.map(({ body }) => body.you.head.x - moves[0]!.body.you.head.x);
      expect(heads).to.deep.equal([0, 1, 2, 2]);
      expect(moves[2]!.body.you.latency).to.equal('0');
      expect(moves[2]!.connection).to.not.equal(moves[1]!.connection);
      expect(moves[3]!.connection).to.equal(moves[2]!.connection);
    });

    it('accepts moves in any case, with any status, and long shouts', async () => {
      const text = JSON.stringify({ move: 'LEFT', shout: 'o'.repeat(1000) });
      const snake = await serveHttpSnake(({ action }) => (action === 'move' ? { status: 500, text } : undefined));
      await openEngine('arena').play([snake.url], { seed: 'far', width: 19, height: 19, maxTurns: 2 });
      const [first, second] = snake.of('move');
      expect(second!.body.you.head.x).to.equal(first!.body.you.head.x - 1);
      expect(second!.body.you.shout).to.have.lengthOf(1000);
    });

    it('plays a game from the start again after a crash, with the same ids', async () => {
      const snake = await serveCircling();
      const arena = openEngine('arena');
      await arena.crash([snake.url], 2, { seed: 9 });
      const before = snake.calls.length;
      await arena.play([snake.url], { seed: 9, maxTurns: 3 });
      const again = snake.calls.slice(before);
      expect(snake.of('start')).to.have.lengthOf(2);
      expect(snake.of('end')).to.have.lengthOf(1);
      expect(idsOf(again).slice(0, 4)).to.deep.equal(idsOf(snake.calls.slice(0, before)));
    });

    it('seats one snake twice in a game, and plays several games at once', async () => {
      const snake = await serveCircling();
      const arena = openEngine('arena');
      await Promise.all([1, 2, 3].map((seed) => arena.play([snake.url, snake.url], { seed, maxTurns: 20 })));
      const games = new Set(snake.of('start').map(({ body }) => body.game.id));
      const seats = new Set(snake.of('start').map(({ body }) => body.you.id));
      expect([games.size, seats.size]).to.deep.equal([3, 6]);
      expect(snake.of('end')).to.have.lengthOf(6);
    });
  });

  describe('cli', () => {
    it('asks the survivors again on the final board, and ends on the turn after it', async () => {
      const [one, other] = [await serveDoomed(), await serveCircling()];
      const { turns, winners } = await openEngine('cli').play([one.url, other.url], { seed: 3 });
      expect(winners).to.deep.equal([1]);
      expect(one.of('move').at(-1)!.body.turn).to.equal(turns - 1);
      expect(other.of('move').at(-1)!.body.turn).to.equal(turns);
      for (const snake of [one, other]) expect(snake.calls.at(-1)!.body.turn).to.equal(turns + 1);
    });

    it('takes the eliminated off the board, and sends map, version and hazards off the board', async () => {
      const [one, other] = [await serveDoomed(), await serveCircling()];
      await openEngine('cli').play([one.url, other.url], { seed: 3, map: 'snail_mode' });
      const { board, game } = one.calls.at(-1)!.body;
      expect(board.snakes.map(({ id }) => id)).to.deep.equal([other.calls.at(-1)!.body.you.id]);
      expect(game.map).to.equal('snail_mode');
      expect(game.ruleset.version).to.equal('cli');
      expect(game.ruleset.settings.hazardMap).to.equal('');
      expect(other.of('move').some(({ body }) => body.board.hazards.some(({ y }) => y >= 11))).to.equal(true);
    });

    it('shows an empty board after a draw', async () => {
      const starving = await serveCircling();
      const { isDraw, deaths } = await openEngine('cli').play([starving.url, starving.url], { seed: 1, map: 'empty' });
      expect(isDraw).to.equal(true);
      expect(deaths.map(({ cause, turn }) => [cause, turn])).to.deep.equal([
        ['out-of-health', 100],
        ['out-of-health', 100],
      ]);
      expect(starving.calls.at(-1)!.body).to.deep.include({ turn: 101 });
      expect(starving.calls.at(-1)!.body.board.snakes).to.deep.equal([]);
      expect(starving.of('move').at(-1)!.body.turn).to.equal(99);
    });

    it('accepts moves in lower case with status 200 only, and reports the time it waited', async () => {
      const never = new Promise<Scripted>(() => undefined);
      const snake = await serveHttpSnake(({ action, body }) => {
        if (action !== 'move') return undefined;
        const { x } = body.you.head;
        if (body.turn === 0) return { move: x < 9 ? 'right' : 'left' };
        if (body.turn === 1) return { move: 'UP' };
        return body.turn === 2 ? { status: 201, text: '{"move":"up"}' } : never;
      });
      await openEngine('cli').play([snake.url], { seed: 'far', width: 19, height: 19, maxTurns: 5, timeout: 60 });
      const xs = snake.of('move').map(({ body }) => body.you.head.x);
      expect(xs.slice(0, 5).map((x) => Math.abs(x - xs[0]!))).to.deep.equal([0, 1, 2, 3, 4]);
      expect(Number(snake.of('move')[4]!.body.you.latency)).to.be.at.least(60);
    });
  });

  it('send complete bodies', async () => {
    const snake = await serveCircling();
    await openEngine('cli').play([snake.url, snake.url], { seed: 2, maxTurns: 4 });
    for (const { body } of snake.calls.slice(2))
      expect(readRequest(structuredClone(body))).to.deep.equal(withUnseen(body));
    expect(snake.of('move')[0]!.headers).to.include({ 'content-type': 'application/json' });
    expect(snake.of('move')[0]!.headers).to.not.have.any.keys('user-agent', 'accept-encoding');
  });
});
