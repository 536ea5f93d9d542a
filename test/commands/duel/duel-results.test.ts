import { expect } from 'chai';
import type { ResultReader } from '../../../src/commands/duel/duel-games.js';
import { createResultReader, type DuelSide } from '../../../src/commands/duel/duel-results.js';
import { Platform, type PlatformGame } from '../../../src/platform/platform.js';
import { identifySides } from '../../../src/journal/report/experiment-sides.js';
import { SqlJournal } from '../../../src/journal/sql-journal.js';
import { pointsOf } from '../../../src/stats/rank-score.js';
import { playFrames, rowsOf } from '../../support/frames.js';
import { snakesNamed } from '../../support/games.js';
import { gameEvents } from '../../support/journals.js';
import { PLATFORM_TOKEN, servePlatform, type TestPlatform } from '../../support/platform-server.js';

const side = (name: string): DuelSide => {
  const prefix = `/${name}`;
  return { id: `id-${name}`, name: `Snake ${name}`, url: `http://127.0.0.1:1${prefix}`, is_public: true, prefix };
};
const SIDES = [side('a'), side('b')] as const;
/** What the journal's events say of a strategy. */
const CODE = { hash: 'abc', version: '1', options: '{}' };
const sides = identifySides({ base: CODE, candidate: CODE });
const toGame = (id: string) => ({ at: 0, snakes: [], id });

describe('createResultReader', () => {
  let platform: TestPlatform;
  let client: Platform;
  let journal: SqlJournal;
  let warnings: string[];
  beforeEach(async () => {
    platform = await servePlatform();
    client = new Platform({ base: `${platform.url}/api`, token: PLATFORM_TOKEN });
    journal = await SqlJournal.open();
    warnings = [];
  });
  afterEach(async () => {
    platform.close();
    await journal.close().catch(() => undefined);
  });

  const open = (from: SqlJournal | undefined, sidesNow: readonly [DuelSide, DuelSide] = SIDES) => {
    const read = createResultReader(client, sidesNow, from, (problem) => warnings.push(problem));
    return (games: Parameters<ResultReader>[0], signal = new AbortController().signal) => read(games, signal);
  };

  /** The platform lists the game, with its frames once it is over. Returns the candidate's score. */
  function playThere(id: string, status = 'finished', seed = 1): number {
    const framed = playFrames({ seed, snakes: snakesNamed(4) });
    platform.framed.push({ ...framed, game: { ...framed.game, ID: id } });
    const snakes = [...SIDES, side('c'), side('d')].map(({ id: snake, name }) => ({ id: snake, name }));
    const game: PlatformGame = {
      id,
      status,
      winner: null,
      snakes,
      board: '11x11',
      game_type: 'standard',
      created_at: '',
    };
    platform.games.unshift(game);
    const rankOf = (name: string) => rowsOf(framed).find((row) => row.snake === name)!.rank!;
    return pointsOf(rankOf('Snake b'), rankOf('Snake a'));
  }

  /** A seat in the journal. */
  async function keep(
    game: string,
    snake: string,
    place: number | null,
    lost = 0,
    result: 'loss' | undefined = 'loss',
  ) {
    await journal.write(gameEvents({ snake, game, you: snake, ...(result && { result }) }));
    if (result === undefined) return;
    const seat = journal.db.updateTable('games').where('game', '=', game).where('snake', '=', snake);
    await seat.set({ place, lost }).execute();
  }

  it('reads who outlived whom, and lost turns, from the journal', async () => {
    for (const [game, base, candidate] of [
      ['won', 4, 1],
      ['lost', 2, 3],
      ['level', 2.5, 2.5],
    ] as const) {
      await keep(game, '/a', base, 2);
      await keep(game, '/b', candidate);
    }
    await keep('running', '/a', 4);
    await keep('running', '/b', null, 0, undefined);
    const { known } = await open(journal)(['won', 'lost', 'level', 'running', 'elsewhere'].map(toGame));
    const lost = { base: 2, candidate: 0 };
    expect([...known]).to.have.deep.members([
      ['won', { score: 1, lost, sides }],
      ['lost', { score: 0, lost, sides }],
      ['level', { score: 0.5, lost, sides }],
      ['running', { lost: { base: 0, candidate: 0 }, sides }],
    ]);
  });

  it('reads the frames of the platform without a journal, when a game is over', async () => {
    const scores = new Map([1, 2, 3, 4].map((seed) => [`g${seed}`, playThere(`g${seed}`, 'finished', seed)]));
    expect(new Set(scores.values()).size).to.be.above(1);
    playThere('running', 'running');
    const { known, problem } = await open(undefined)([...scores.keys(), 'running', 'unlisted'].map(toGame));
    expect([...known]).to.have.deep.members([...scores].map(([id, score]) => [id, { score }]));
    expect([problem, warnings]).to.deep.equal([undefined, []]);
  });

  it('gives the journal until the next time, and then takes the frames with its lost turns', async () => {
    const score = playThere('g1');
    await keep('g1', '/a', 4, 3);
    await keep('g1', '/b', null);
    const read = open(journal);
    expect((await read([toGame('g1')])).known.get('g1')).to.deep.equal({ lost: { base: 3, candidate: 0 }, sides });
    expect((await read([toGame('g1')])).known.get('g1')).to.deep.equal({
      score,
      lost: { base: 3, candidate: 0 },
      sides,
    });
  });

  it('takes what it can from either if the other is unreachable', async () => {
    await keep('g1', '/a', 4);
    await keep('g1', '/b', 1);
    const score = playThere('g2');
    platform.refuse = () => ({ status: 418 });
    const read = open(journal);
    const { known, problem } = await read(['g1', 'g2'].map(toGame));
    expect([known.get('g1')?.score, known.has('g2'), problem?.status]).to.deep.equal([1, false, 418]);
    platform.refuse = () => undefined;
    await journal.close();
    expect((await read([toGame('g2')])).known.get('g2')).to.deep.equal({ score });
    expect(warnings[0]).to.match(/^the journal cannot be read: /);
  });

  it('knows nothing of a game in which it cannot tell the snakes apart, and says why', async () => {
    playThere('g1');
    const renamed = [SIDES[0], { ...SIDES[1], name: 'Renamed' }] as const;
    const read = open(undefined, renamed);
    expect((await read([toGame('g1')])).known.size).to.equal(0);
    expect(warnings).to.deep.equal(['game g1 has no snake "Renamed". Was it renamed since?']);
  });

  it('loads no more frames after Ctrl-C', async () => {
    playThere('g1');
    expect((await open(undefined)([toGame('g1')], AbortSignal.abort())).known.size).to.equal(0);
    expect(platform.calls.some(({ path }) => path.includes('/games/g1'))).to.equal(false);
    expect((await open(undefined)([toGame('g1')])).known.size).to.equal(1);
    expect(platform.calls.some(({ path }) => path.includes('/games/g1'))).to.equal(true);
  });

  it('tells games with other code of a side apart', async () => {
    await keep('g1', '/a', 1);
    await journal.write(gameEvents({ snake: '/b', game: 'g1', you: '/b', result: 'loss', player: { hash: 'def' } }));
    const { known } = await open(journal)([toGame('g1')]);
    expect(known.get('g1')!.sides).to.equal(identifySides({ base: CODE, candidate: { ...CODE, hash: 'def' } }));
  });

  it('knows no lost turns of a game that was imported', async () => {
    for (const snake of ['/a', '/b']) {
      await journal.write(gameEvents({ snake, game: 'g1', you: snake, result: 'loss', player: { hash: '' } }));
    }
    await journal.db.updateTable('games').set({ place: 2 }).execute();
    expect((await open(journal)([toGame('g1')])).known.get('g1')).to.deep.equal({ score: 0.5 });
  });
});
