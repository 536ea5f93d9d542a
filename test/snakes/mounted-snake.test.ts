import { mock } from 'node:test';
import { expect } from 'chai';
import type { Arrival } from '../../src/snakes/mount.js';
import type { Context, Turn } from '../../src/snakes/strategy/contract.js';
import { createSharedLimits } from '../../src/snakes/shared-limits.js';
import type { RequestSketch } from '../support/requests.js';
import { mountStrategy, type TestSnake, type SnakeEvent } from '../support/snakes.js';

/** A snake that goes up from (5, 5): its body on turn `turn`. */
const climbing = (turn: number) => ({ id: 'me', body: `5,${5 + turn} 5,${4 + turn} 5,${3 + turn}` });

/** Events of one kind. */
async function eventsOf<Type extends SnakeEvent['type']>(test: TestSnake, type: Type) {
  const events = await test.events();
  return events.filter((event): event is Extract<SnakeEvent, { readonly type: Type }> => event.type === type);
}

const rival = (turn: number) => ({ id: 'rival', body: `1,${turn + 1} 1,${turn}` });
const duel = (turn: number) => ({ turn, snakes: [climbing(turn), rival(turn)] });
const forged = { turn: 3, snakes: [{ id: 'me', body: '0,0' }, rival(0)], width: 7, gone: ['rival'] };
const lost = (turn: number) => ({ ...duel(turn), gone: ['me'] });
const over = (turn: number) => ({ ...duel(turn), gone: ['rival'] });

/** A whole number: of two moments with fractions, the difference may be a little less than the silence tested here. */
const began = Math.floor(performance.now());
/** A request of a client, `ms` after the game began. */
const by = (name: string, ms: number): Partial<Arrival> => ({
  at: began + ms,
  from: { name, isLocal: false, network: 'public' },
});

/** Counts its turns in its memory, and how often it was started and ended. */
function mountCounting() {
  const starts: unknown[] = [];
  const ends: unknown[] = [];
  const results: string[] = [];
  const test = mountStrategy(
    {
      start({ board, turn }: Turn, { resumed }: Context) {
        starts.push([board.width, turn, resumed]);
        return { turns: 0 };
      },
      move: (_: Turn, { memory }: Context) => ({ move: 'up', shout: `${++(memory as { turns: number }).turns}` }),
      end: ({ board }: Turn) => void ends.push(board.width),
    },
    {},
    {
      player: { strategy: 'test', hash: 'hash', version: '', options: {} },
      record: (event) => void (event.kind === 'ended' && results.push(event.outcome.result)),
    },
  );
  return { ...test, starts, ends, results };
}

describe('MountedSnake', () => {
  it('answers with the strategy’s move, and reports it once it has left', async () => {
    const test = mountStrategy({ move: () => ({ move: 'right', shout: 'hi' }) });
    const answer = await test.move();
    expect(answer).to.include({ kind: 'moved', move: 'right', shout: 'hi' });
    const [event] = await eventsOf(test, 'answered');
    expect(event).to.include({ snake: '/test', game: 'game', you: 'me', turn: 0, overhead: 60, budget: 430 });
  });

  it('answers with the safe move if the strategy fails', async () => {
    const test = mountStrategy({
      move: () => {
        throw new Error('oops');
      },
    });
    // In the lower left corner, neck to the right: up is all there is.
    const answer = await test.move({ turn: 3, snakes: [{ id: 'me', body: '0,0 1,0 2,0' }] });
    expect(answer).to.include({ kind: 'failed', move: 'up', fallback: 'safe' });
  });

  it('answers with the safe move if the strategy returns nothing, and counts it as moved', async () => {
    const test = mountStrategy({ move: () => undefined });
    const answer = await test.move({ turn: 3, snakes: [{ id: 'me', body: '0,0 1,0 2,0' }] });
    expect(answer).to.include({ kind: 'moved', move: 'up', isDelegated: true });
    expect(answer).to.not.have.property('fallback');
    const [event] = await eventsOf(test, 'warned');
    expect(event!.reason).to.equal('move returned undefined: the safe move was sent. Did you forget "return"?');
  });

  it('does not warn if the strategy returns null, or had no legal move', async () => {
    const decided = mountStrategy({ move: () => null });
    expect(await decided.move()).to.include({ kind: 'moved' });
    expect(await eventsOf(decided, 'warned')).to.deep.equal([]);
    const trapped = mountStrategy({ move: () => undefined });
    await trapped.move({ turn: 9, snakes: [{ id: 'me', body: '0,0 0,1 1,1 1,0 2,0' }] });
    expect(await eventsOf(trapped, 'warned')).to.deep.equal([]);
  });

  it('prefers the last proposal to the safe move', async () => {
    const test = mountStrategy({
      move: (_: Turn, { propose }: Context) => {
        propose('down');
        propose({ move: 'right', shout: 'best so far' });
        throw new Error('oops');
      },
    });
    expect(await test.move()).to.include({ move: 'right', shout: 'best so far', fallback: 'proposed' });
  });

  it('finds the safe move on the board that arrived, not on what the strategy made of it', async () => {
    const test = mountStrategy({
      move: (turn: Turn) => {
        turn.board.snakes.length = 0;
        turn.you.body.length = 0;
        throw new Error('torn');
      },
    });
    const answer = await test.move({ turn: 3, snakes: [{ id: 'me', body: '10,10 9,10 8,10' }] });
    expect(answer).to.include({ move: 'down', fallback: 'safe' });
  });

  it('gives the strategy the canonical turn, and the body as it arrived in `raw`', async () => {
    const seen: Turn[] = [];
    const test = mountStrategy({
      move: (turn: Turn) => {
        seen.push(turn);
        return 'up';
      },
    });
    const dead = { id: 'dead', body: '11,3 10,3' };
    await test.move({ turn: 5, snakes: [climbing(0), dead], hazards: [[3, 40]] });
    expect(seen[0]!.board.snakes.map(({ id }) => id)).to.deep.equal(['me']);
    expect(seen[0]!.board.hazards).to.deep.equal([]);
    expect(seen[0]!.raw).to.have.nested.property('board.snakes.length', 2);
    expect(seen[0]!.raw).to.have.nested.property('board.hazards.length', 1);
  });

  it('gives the strategy its seat on the position', async () => {
    const heads: number[] = [];
    const test = mountStrategy({
      move: (_: Turn, { position, seat }: Context) => {
        heads.push(seat, position.width);
        return 'up';
      },
    });
    await test.move({ snakes: [{ id: 'other', body: [[1, 1]] }, climbing(0)], you: 'me' });
    expect(heads).to.deep.equal([1, 11]);
  });

  it('draws the same random numbers for the same game, snake and turn', async () => {
    const drawn: number[] = [];
    const strategy = {
      move: (_: Turn, { random }: Context) => {
        drawn.push(random());
        return 'up' as const;
      },
    };
    await mountStrategy(strategy).move({ turn: 4 });
    await mountStrategy(strategy).move({ turn: 4 });
    await mountStrategy(strategy).move({ turn: 5 });
    expect(drawn[0]).to.equal(drawn[1]);
    expect(drawn[0]).not.to.equal(drawn[2]);
  });

  it('reports to strategy and listener whether the last answer was used', async () => {
    const lastTurns: unknown[] = [];
    const test = mountStrategy({
      move: (_: Turn, { lastTurn }: Context) => {
        lastTurns.push(lastTurn?.used);
        return 'up';
      },
    });
    for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
    const strayed = { id: 'me', body: '4,6 5,6 5,5', latency: '500' };
    await test.move({ turn: 2, snakes: [strayed] });
    expect(lastTurns).to.deep.equal([undefined, 'unknown', 'no']);
    const confirmed = await eventsOf(test, 'moveConfirmed');
    expect(confirmed.map(({ turn, used }) => [turn, used])).to.deep.equal([
      [0, 'unknown'],
      [1, 'no'],
    ]);
  });

  it('gives less time after a lost turn', async () => {
    const test = mountStrategy({});
    for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
    const budgets = (await eventsOf(test, 'answered')).map(({ budget }) => budget);
    expect(budgets[1]).to.be.lessThan(budgets[0]! - 20);
  });

  it('assumes 500 ms if the timeout is missing or not positive', async () => {
    const test = mountStrategy({});
    await test.move({ timeout: 0 });
    await test.move({ timeout: -5, turn: 1 });
    const budgets = (await eventsOf(test, 'answered')).map(({ budget }) => budget);
    expect(budgets[0]).to.equal(430);
    expect(budgets[1]).to.be.greaterThan(300);
  });

  it('gives a strategy no more time than the host allows', async () => {
    const test = mountStrategy({}, {}, undefined, undefined, createSharedLimits({ maxTimeout: 2000 }));
    await test.move({ timeout: 3_600_000 });
    expect((await eventsOf(test, 'answered'))[0]).to.include({ budget: 1930 });
  });

  it('gives up a turn whose client goes: the signal aborts, and the turn counts as late', async () => {
    let hangUp!: () => void;
    let aborted: unknown;
    const test = mountStrategy({
      move: (_: Turn, { signal }: Context) =>
        new Promise(() => signal.addEventListener('abort', () => (aborted = (signal.reason as Error).name))),
    });
    const answer = test.move({ timeout: 60_000 }, { onGone: (listener) => (hangUp = listener) });
    hangUp();
    expect(await answer).to.include({ kind: 'late', reason: 'the client closed the connection before the answer' });
    expect(aborted).to.equal('AbortError');
  });

  describe('games of a MountedSnake', () => {
    it('are reported from the first request to the end, with the result', async () => {
      const test = mountStrategy({});
      test.start({ snakes: [climbing(0), { id: 'other', body: '1,1 1,1' }] });
      await test.move({ snakes: [climbing(0), { id: 'other', body: '1,1 1,1' }] });
      await test.move({ turn: 1, snakes: [climbing(1)] });
      test.end({ turn: 2, snakes: [climbing(1)] });
      expect(await eventsOf(test, 'gameStarted')).to.have.lengthOf(1);
      expect(await eventsOf(test, 'gameEnded')).to.deep.equal([
        { type: 'gameEnded', snake: '/test', game: 'game', you: 'me', turn: 2, ending: 'win' },
      ]);
      expect(test.snake.status().games).to.have.lengthOf(0);
    });

    const other = { id: 'other', body: '1,1 1,0' };
    const crossed = [
      { ...climbing(2), health: 89 },
      { ...other, body: '5,7 4,7' },
    ];
    const results: [string, string, RequestSketch & { turn: number }][] = [
      ['won when the snake lives alone', 'win', { turn: 9, gone: ['other'] }],
      ['lost when others live', 'loss', { turn: 9, gone: ['me'] }],
      ['lost when the snake died long before the last', 'loss', { turn: 90, gone: ['me', 'other'] }],
      [
        'lost when the last one steps over the snake, which the engine left on the board',
        'loss',
        { turn: 10, snakes: crossed, version: 'v1.0.0' },
      ],
      ['won when the last turn is missing', 'win', { turn: 10, gone: ['other'] }],

      ['drawn when nobody lives', 'draw', { turn: 9, gone: ['me', 'other'] }],
      ['drawn when several live at the end', 'draw', { turn: 9 }],
    ];
    for (const [name, result, end] of results) {
      it(`are ${name}`, async () => {
        const test = mountStrategy({});
        await test.move({ turn: 7, snakes: [climbing(0), other] });
        await test.move({ turn: 8, snakes: [climbing(1), { ...other, body: '1,2 1,1' }] });
        test.end({ snakes: [climbing(2), { ...other, body: '1,3 1,2' }], ...end });
        expect((await eventsOf(test, 'gameEnded'))[0]!.ending).to.equal(result);
      });
    }

    it('are not reported for a health probe, though it is answered', async () => {
      const test = mountStrategy({});
      test.start({ version: 'v1.0.0' });
      expect(await test.move({ version: 'v1.0.0' })).to.include({ kind: 'moved' });
      test.end({ version: 'v1.0.0' });
      const names = (await test.events()).map(({ type }) => type);
      expect(names).to.deep.equal(['gameEnded']);
      expect((await eventsOf(test, 'gameEnded'))[0]!.ending).to.equal('probe');
    });

    it('are reported once what looked like a probe reaches its second turn', async () => {
      const test = mountStrategy({});
      test.start({ version: 'v1.0.0', snakes: [climbing(0)] });
      await test.move({ version: 'v1.0.0', snakes: [climbing(0)] });
      await test.move({ version: 'v1.0.0', turn: 1, snakes: [climbing(1)] });
      const names = (await test.events()).map(({ type }) => type);
      expect(names).to.deep.equal(['gameStarted', 'answered', 'moveConfirmed', 'answered']);
    });

    it('start again with a fresh memory when the engine replays them from turn 0', async () => {
      const test = mountStrategy({
        start: () => [],
        move: (turn: Turn, { memory }: Context) => {
          (memory as number[]).push(turn.turn);
          return { move: 'up', shout: String(memory) };
        },
      });
      for (const turn of [0, 1, 2]) await test.move({ turn, snakes: [climbing(turn)] });
      const answer = await test.move({ turn: 0, snakes: [climbing(0)] }, { at: performance.now() + 10_000 });
      expect(answer).to.include({ shout: '0' });
      expect((await eventsOf(test, 'gameEnded'))[0]!.ending).to.equal('replayed');
      expect(await eventsOf(test, 'gameStarted')).to.have.lengthOf(2);
    });

    it('continue when requests arrive late and in any order, after a pause of the host', async () => {
      const test = mountStrategy({});
      for (const turn of [1, 3, 2]) await test.move({ turn, snakes: [climbing(turn)] });
      test.start({ snakes: [climbing(0)] });
      for (const turn of [0, 4]) await test.move({ turn, snakes: [climbing(turn)] });
      test.end({ turn: 5, snakes: [climbing(4)] });
      expect(await eventsOf(test, 'gameStarted')).to.have.lengthOf(1);
      expect(await eventsOf(test, 'gameEnded')).to.have.lengthOf(1);
    });

    it('are abandoned when they take too much memory, the one that was silent for longest first', async () => {
      const limits = createSharedLimits({ gamesMemory: 2 * 1024 ** 2 });
      const test = mountStrategy({}, {}, undefined, undefined, limits);
      for (let game = 0; game <= 500; game++) test.start({ game: `game ${game}` });
      expect(test.snake.status().games).to.have.lengthOf.within(200, 450);
      expect(limits.games.bytes).to.be.within(1_500_000, 2 * 1024 * 1024 + 30_000);
      expect((await eventsOf(test, 'gameEnded'))[0]).to.deep.equal({
        type: 'gameEnded',
        snake: '/test',
        game: 'game 0',
        you: 'me',
        turn: 0,
        ending: 'abandoned',
      });
    });

    it('are not pushed out while their engine asks, however many others come to whichever snake', async () => {
      const limits = createSharedLimits({ gamesMemory: 2 * 1024 ** 2 });
      const [played, flooded] = [0, 1].map(() => mountStrategy({}, {}, undefined, undefined, limits)) as [
        TestSnake,
        TestSnake,
      ];
      for (let game = 0; game <= 1000; game++) {
        if (game % 100 === 0) await played.move({ turn: game / 100, snakes: [climbing(game / 100)] });
        for (const test of [played, flooded]) test.start({ game: `invented ${game}` });
      }
      expect(played.snake.status().games.map(({ game }) => game)).to.include('game');
      expect(limits.games.bytes).to.be.lessThan(2 * 1024 * 1024 + 60_000);
    });

    it('take their limits back when they end', async () => {
      const limits = createSharedLimits();
      const test = mountStrategy({}, {}, undefined, undefined, limits);
      for (const turn of [0, 1]) await test.move({ turn, snakes: [climbing(turn)] });
      expect(limits.games.bytes).to.be.greaterThan(5000);
      test.end({ turn: 2, snakes: [climbing(2)] });
      expect(limits.games.bytes).to.equal(0);
    });

    it('are kept apart for two snakes in the same game', async () => {
      const test = mountStrategy({});
      const snakes = [climbing(0), { id: 'twin', body: '1,1' }];
      test.start({ snakes, you: 'me' });
      test.start({ snakes, you: 'twin' });
      expect(test.snake.status().games.map(({ you }) => you)).to.deep.equal(['me', 'twin']);
    });
  });

  describe('a stranger in a game of a MountedSnake', () => {
    const tricks: [what: string, more: number, play: (test: TestSnake, ms: number) => unknown][] = [
      ['a /start', 0, (test, ms) => test.start({ ...forged, turn: 0 }, by('stranger', ms))],
      ['an /end', 0, (test, ms) => test.end(forged, by('stranger', ms))],
      [
        'a /move and an /end',
        1,
        async (test, ms) => {
          await test.move({ ...duel(4), timeout: 100 }, by('stranger', ms));
          test.end(forged, by('stranger', ms + 10));
        },
      ],
      ['a /move of turn 0', 1, (test, ms) => test.move(duel(0), by('stranger', ms))],
      [
        'a /start and an /end after the first turn',
        0,
        (test, ms) => {
          test.start({ ...forged, turn: 0 }, by('stranger', ms));
          test.end(forged, by('stranger', ms + 1));
        },
      ],
    ];
    for (const [what, more, play] of tricks) {
      it(`changes nothing by ${what}`, async () => {
        const test = mountCounting();
        test.start(duel(0), by('engine', 0));
        const shouts = [];
        for (let turn = 0; turn < 5; turn++) {
          shouts.push((await test.move(duel(turn), by('engine', 500 * turn))).shout);
          if (turn === 2) await play(test, 500 * turn + 100);
        }
        test.end(over(5), by('engine', 9000));
        const moved = Array.from({ length: 5 }, (_, turn) => `${turn + 1 + (turn > 2 ? more : 0)}`);
        expect(shouts).to.deep.equal(moved);
        expect(test.starts).to.deep.equal([[11, 0, false]]);
        expect((await eventsOf(test, 'gameEnded')).map(({ ending }) => ending)).to.deep.equal(['win']);
        expect([test.ends, test.results]).to.deep.equal([[11], ['win']]);
        await test.snake.close();
      });
    }

    for (const order of [
      ['stranger', 'engine'],
      ['engine', 'stranger'],
    ]) {
      it(`leaves no mark by a /start before the first turn: ${order.join(', then ')}`, async () => {
        const test = mountCounting();
        for (const name of order) {
          test.start(name === 'engine' ? duel(0) : { ...duel(0), width: 7, timeout: 100 }, by(name, 0));
        }
        for (const turn of [0, 1]) await test.move(duel(turn), by('engine', 100 * turn));
        expect(test.starts.at(-1)).to.deep.equal([11, 0, false]);
        expect((await eventsOf(test, 'answered')).map(({ budget }) => budget)[0]).to.equal(430);
      });
    }

    it('is nobody whose /start shows the same as the first turn: proxies may have several addresses', async () => {
      const test = mountCounting();
      test.start(duel(0), by('proxy', 0));
      for (const turn of [0, 1, 2]) await test.move(duel(turn), by(`proxy ${turn}`, 100 * turn));
      expect(test.starts).to.deep.equal([[11, 0, false]]);
    });

    const ways: [how: string, wait: (test: TestSnake) => unknown][] = [
      ['for 2 s', () => mock.timers.tick(2000)],
      ['until the host ends', (test) => test.snake.close()],
      ['until its game has to make room', (test) => test.snake.abandonGames()],
    ];
    for (const [how, wait] of ways) {
      it(`is trusted once the game has been silent: its /end waits ${how}`, async () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
          const test = mountCounting();
          for (const turn of [0, 1]) await test.move(duel(turn), by('engine', 100 * turn));
          test.end(over(2), by('stranger', 200));
          expect(test.results, 'at first').to.deep.equal([]);
          await wait(test);
          expect((await eventsOf(test, 'gameEnded')).map(({ ending }) => ending)).to.deep.equal(['win']);
          expect(test.results).to.deep.equal(['win']);
        } finally {
          mock.timers.reset();
        }
      });
    }

    /** What a stranger does around the engine's /end, at 2900 ms; each after so many ms. */
    const attacks: [
      what: string,
      ...steps: (readonly [ms: number, play: (test: TestSnake, at: number) => unknown])[],
    ][] = [
      ['a /move', [500, (test, at) => test.move(duel(12), by('stranger', at))]],
      ...[100, 500, 1900].map((pause): (typeof attacks)[number] => [
        `25 times a /move, every ${pause} ms`,
        ...Array.from({ length: 25 }, (_, turn): (typeof attacks)[number][1] => [
          pause,
          (test, at) => test.move(duel(12 + turn), by('stranger', at)),
        ]),
      ]),
      ['an /end that tells of a loss', [500, (test, at) => test.end(lost(12), by('stranger', at))]],
      ['such an /end once turns have stopped', [1950, (test, at) => test.end(lost(12), by('stranger', at))]],
      ['a /start once turns have stopped', [1950, (test, at) => test.start(duel(0), by('stranger', at))]],
      ['a /move of turn 0 once turns have stopped', [1950, (test, at) => test.move(duel(0), by('stranger', at))]],
      [
        'a /move and such an /end',
        [100, (test, at) => test.move(duel(12), by('stranger', at))],
        [100, (test, at) => test.end(lost(12), by('stranger', at))],
      ],
    ];
    for (const [what, ...steps] of attacks) {
      it(`does not erase a result by a /move before the /end and ${what} after it`, async () => {
        mock.timers.enable({ apis: ['setTimeout'] });
        try {
          const test = mountCounting();
          for (let turn = 0; turn < 10; turn++) await test.move(duel(turn), by('engine', 300 * turn));
          await test.move(duel(10), by('stranger', 2800));
          test.end(over(10), by('engine', 2900));
          expect(test.results, 'at first').to.deep.equal([]);
          let at = 2900;
          for (const [ms, play] of steps) {
            mock.timers.tick(ms);
            at += ms;
            await play(test, at);
          }
          mock.timers.tick(2000);
          const endings = (await eventsOf(test, 'gameEnded')).map(({ ending }) => ending);
          expect([endings[0], test.results[0]]).to.deep.equal(['win', 'win']);
        } finally {
          mock.timers.reset();
        }
      });
    }

    it('is trusted at once when the game is silent already', async () => {
      const test = mountCounting();
      for (const turn of [0, 1]) await test.move(duel(turn), by('engine', 100 * turn));
      // A little more than 2 s: sums of moments are rounded.
      test.end(over(2), by('another of its workers', 2101));
      await test.events();
      expect(test.results).to.deep.equal(['win']);
    });

    it('takes bounded memory with an /end that waits', async () => {
      const limits = createSharedLimits();
      const test = mountStrategy({}, {}, undefined, undefined, limits);
      for (const turn of [0, 1]) await test.move(duel(turn), by('engine', 100 * turn));
      const before = limits.games.bytes;
      test.end(over(2), { ...by('stranger', 200), text: JSON.stringify(over(2)).padEnd(100_000) });
      expect(limits.games.bytes).to.equal(before + 200_000);
      await test.move(duel(2), by('engine', 200));
      expect(limits.games.bytes).to.equal(before);
    });
  });
});
