import { expect } from 'chai';
import type { ResultReader } from '../../../src/commands/duel/duel-games.js';
import { PlatformError } from '../../../src/platform/platform.js';
import type { PlatformCall, PlatformRefusal } from '../../support/platform-server.js';
import { simulateDuel, type SimulatedDuel, type SimulatedDuelOptions } from '../../support/simulated-duel.js';
import { createRandom } from '../../support/simulated-sprt.js';

const SPRT = { elo0: 0, elo1: 30, alpha: 0.05, beta: 0.05 };
const MINUTE = 60_000;

describe('DuelGames', () => {
  let duel: SimulatedDuel;
  afterEach(() => duel.platform.close());

  const start = (more: Partial<SimulatedDuelOptions> = {}) =>
    (duel = simulateDuel({ elo: 0, random: createRandom(1), sprt: SPRT, maxPairs: 5, endless: 0, ...more }));
  const posts = () => duel.platform.calls.filter(({ method }) => method === 'POST');
  const refusePosts = (...refusals: readonly PlatformRefusal[]) => {
    const left = [...refusals];
    duel.platform.refuse = ({ method }: PlatformCall) => (method === 'POST' ? left.shift() : undefined);
  };
  const inMs = (ms: number) => new Date(duel.now() + ms).toISOString();
  /** Each game has this result once it is so old, in minutes. */
  const after = (ages: readonly number[], score: (game: number) => number): ResultReader => {
    return async (games) => {
      const all = duel.saved()?.games ?? [];
      const known = games.flatMap((game) => {
        const number = all.findIndex(({ id }) => id === game.id);
        const isOver = duel.now() - game.at >= ages[number]! * MINUTE;
        return isOver ? [[game.id!, { score: score(number) }] as const] : [];
      });
      return Promise.resolve({ known: new Map(known) });
    };
  };

  it('creates games of both sides and two strangers, at 12 in ten minutes', async () => {
    start({ maxPairs: 30 });
    const { games } = await duel.run();
    expect(games).to.have.lengthOf(30);
    for (const { snakes } of games) expect(new Set(snakes).size).to.equal(4);
    const { created } = duel.platform;
    for (const [index, at] of created.entries())
      if (index >= 12) expect(at - created[index - 12]!).to.be.at.least(10 * MINUTE);
  });

  it('folds games in the order of their creation, and excludes one after 30 minutes, whichever side it was', async () => {
    start({ maxPairs: 4 });
    const read = after([29, 1, Infinity, 1], (game) => game % 2);
    const seen: (readonly [minutes: number, pairs: number])[] = [];
    const began = duel.now();
    const { games } = await duel.run({
      read: (open, signal) => {
        seen.push([(duel.now() - began) / MINUTE, duel.saved()?.pairs ?? 0]);
        return read(open, signal);
      },
    });
    expect(games.map(({ score }) => score)).to.deep.equal([0, 1, null, 1]);
    expect(seen.filter(([minutes]) => minutes <= 29).every(([, pairs]) => pairs === 0)).to.equal(true);
    expect(seen.find(([minutes]) => minutes > 29.5)![1]).to.equal(2);
    expect(seen.at(-1)![0]).to.be.closeTo(30, 0.5);
  });

  it('waits as long as a busy platform asks, and then creates fewer', async () => {
    start();
    const at: number[] = [];
    const waits: (string | undefined)[] = [undefined, undefined, '700'];
    duel.platform.refuse = ({ method }) => {
      if (method !== 'POST') return undefined;
      at.push(duel.now());
      const wait = waits.shift();
      return wait === undefined ? undefined : { status: 429, headers: { 'retry-after': wait } };
    };
    const { games, pace } = await duel.run();
    expect(games).to.have.lengthOf(5);
    expect(at[3]! - at[2]!).to.be.within(700_000, 730_000);
    expect(pace.most).to.equal(2);
    expect(at[5]! - at[3]!).to.be.at.least(10 * MINUTE);
  });

  it('replaces the stranger that a refusal names, or else both', async () => {
    start({ maxPairs: 3 });
    refusePosts({ status: 422, text: 'snake stranger-1 is not public' }, { status: 404, text: 'not found' });
    const { games, refused } = await duel.run();
    expect(refused).to.deep.equal(['stranger-1', 'stranger-0', 'stranger-2']);
    const strangers = games.flatMap(({ snakes }) => snakes).filter((id) => id.startsWith('stranger'));
    expect(strangers).to.include('stranger-3').and.not.include.members(refused);
  });

  it('stops if the platform refuses all games, or the token', async () => {
    for (const [status, calls] of [
      [422, 5],
      [401, 1],
    ] as const) {
      start();
      refusePosts(...Array.from({ length: 9 }, () => ({ status, text: 'no' })));
      const { pairs } = await duel.run();
      expect([pairs, posts().length], String(status)).to.deep.equal([0, calls]);
      duel.platform.close();
    }
  });

  it('creates no game that it could not note', async () => {
    start();
    let isFull = true;
    let tries = 0;
    const tally = await duel.run({
      save(state) {
        if (tries++ === 5) isFull = false;
        if (isFull) expect(posts()).to.deep.equal([]);
        else expect(state.games.length).to.be.at.least(1);
        return !isFull;
      },
    });
    expect([tally.pairs, duel.platform.games.length, tries > 5]).to.deep.equal([5, 5, true]);
  });

  it('adopts the game of a creation that was not answered, but no older and no much later one', async () => {
    start({ maxPairs: 3 });
    const { platform } = duel;
    refusePosts('lose the answer');
    platform.refuse = ((refuse) => (call) => {
      const refusal = refuse(call);
      if (refusal !== 'lose the answer') return refusal;
      const snakes = (call.body as { snakes: string[] }).snakes.map((id) => ({ id, name: id }));
      const game = { status: 'finished', winner: null, snakes, board: '11x11', game_type: 'standard' };
      platform.games.push(
        { ...game, id: 'of another', created_at: inMs(60 * MINUTE) },
        { ...game, id: 'old', created_at: inMs(-10 * MINUTE) },
      );
      return refusal;
    })(platform.refuse);
    const { games } = await duel.run();
    expect(games.map(({ id }) => id)).to.deep.equal(['game-3', 'game-4', 'game-5']);
    expect(posts()).to.have.lengthOf(3);
  });

  it('creates a game again only when the first creation cannot come any more', async () => {
    start({ maxPairs: 1 });
    refusePosts('hang up');
    await duel.run();
    const [first, second] = posts();
    expect([posts().length, duel.platform.games.length]).to.deep.equal([2, 1]);
    expect(second!.body).to.deep.equal(first!.body);
    const { at } = duel.saved()!.games[0]!;
    expect(at - Date.parse('2026-08-01T18:00:00Z')).to.be.at.least(MINUTE);
  });

  it('excludes nothing while the platform is unreachable, and counts what it shows afterwards', async () => {
    start({ maxPairs: 3 });
    const read = after([5, 5, 5], () => 1);
    const began = duel.now();
    const problem = new PlatformError('unreachable');
    const isAway = () => duel.now() - began > MINUTE && duel.now() - began < 90 * MINUTE;
    const { games } = await duel.run({
      read: (open, signal) => (isAway() ? Promise.resolve({ known: new Map(), problem }) : read(open, signal)),
    });
    expect(games.map(({ score }) => score)).to.deep.equal([1, 1, 1]);
  });

  it('asks again before it excludes a game, since the journal may get its end a moment later', async () => {
    start({ maxPairs: 3 });
    const read = after([5, 5, 5], () => 1);
    const began = duel.now();
    const problem = new PlatformError('unreachable');
    let looks = 0;
    const { games } = await duel.run({
      read(open, signal) {
        const since = duel.now() - began;
        if (since < MINUTE) return read(open, signal);
        if (since < 90 * MINUTE) return Promise.resolve({ known: new Map(), problem });
        return looks++ === 0 ? Promise.resolve({ known: new Map() }) : read(open, signal);
      },
    });
    expect(games.map(({ score }) => score)).to.deep.equal([1, 1, 1]);
  });

  it('does not stand still after the clock was put back', async () => {
    start({ maxPairs: 13 });
    const read = after([Infinity, ...Array.from({ length: 12 }, () => 1)], () => 1);
    let [looks, back] = [0, 0];
    const { games } = await duel.run({
      read(open, signal) {
        if (++looks === 5) duel.pass(-24 * 60 * MINUTE);
        if (looks === 5) back = duel.now();
        return read(open, signal);
      },
    });
    expect(games.map(({ score }) => score)).to.deep.equal([null, ...Array.from({ length: 12 }, () => 1)]);
    expect(duel.platform.created.at(-1)! - back).to.be.within(9 * MINUTE, 11 * MINUTE);
    expect(duel.now() - back).to.be.below(32 * MINUTE);
  });

  it('asks for nothing as long as a busy platform wants to be left alone', async () => {
    start({ maxPairs: 1 });
    const read = after([1], () => 1);
    const problem = new PlatformError('busy', { busyFor: 5 * MINUTE });
    const at: number[] = [];
    await duel.run({
      read: (open, signal) =>
        at.push(duel.now()) === 2 ? Promise.resolve({ known: new Map(), problem }) : read(open, signal),
    });
    expect(at[2]! - at[1]!).to.equal(5 * MINUTE);
  });

  it('blames no stranger if the platform refuses all games, or the token', async () => {
    for (const status of [422, 401]) {
      start({ maxPairs: 1 });
      refusePosts(...Array.from({ length: status === 401 ? 1 : 5 }, () => ({ status, text: 'no' })));
      expect((await duel.run()).pairs).to.equal(0);
      const { games } = await duel.run();
      expect(games[0]!.snakes, String(status)).to.include.members(['stranger-0', 'stranger-1']);
      duel.platform.close();
    }
  });

  it('stops if all strangers refuse', async () => {
    start({ strangers: 2 });
    refusePosts({ status: 422, text: 'no' });
    let waits = 0;
    const wait = async (ms: number) => {
      if (++waits > 1000) throw new Error('endless');
      await Promise.resolve();
      duel.pass(ms);
    };
    expect((await duel.run({ wait })).pairs).to.equal(0);
  });

  it('rejects with an error of ours, and does not hang', async () => {
    start();
    const failed = duel.run({ read: () => Promise.reject(new TypeError('ours')) });
    expect(await failed.catch((thrown: unknown) => String(thrown))).to.equal('TypeError: ours');
  });
});
