import { expect } from 'chai';
import type { GameRecord } from '../../src/arena/contest/game-record.js';
import type { Pairing } from '../../src/arena/contest/contest.js';
import type { JobResult, QueueJob } from '../../src/queue/queue-job.js';
import { QueuePool, type SettledListener } from '../../src/queue/queue-pool.js';

const ANN = { id: 'a', name: 'ann', machine: 'one' };

describe('QueuePool', () => {
  it('settles pairs with the first result, whatever comes in after it', async () => {
    const settled: string[] = [];
    const { pool, jobs } = createPool((_, { name }) => void settled.push(name));
    const [first] = await ask(pool, 0, 1);
    pool.played('job-1', resultOf(jobs[0]!));
    pool.played('job-1', resultOf(jobs[0]!, { turns: 99 }));
    pool.played('job-7', resultOf(jobs[0]!));
    expect(turnsOf(await first)).to.equal(10);
    expect(settled).to.deep.equal(['ann']);
  });

  it('hands out some jobs at first, in their order, and twice as many as are played', async () => {
    const { pool, jobs } = createPool();
    void (await ask(pool, 0, 40));
    expect(jobs.map(({ pairs }) => pairs[0]![0]!.pair)).to.deep.equal([0, 1, 2, 3, 4, 5, 6, 7]);
    pool.active(8);
    await inOrder();
    expect(jobs).to.have.lengthOf(16);
    pool.played('job-1', resultOf(jobs[0]!, { took: 3000 }));
    await inOrder();
    expect(jobs).to.have.lengthOf(17);
  });

  it('makes jobs of as many pairs as take a second or two, growing step by step', async () => {
    const { pool, jobs } = createPool();
    void (await ask(pool, 0, 400));
    const sizes: number[] = [];
    for (let index = 0; index < 20; index++) {
      const { id, pairs } = jobs[index]!;
      pool.played(id, resultOf(jobs[index]!, { took: 30 * pairs.length }));
      await inOrder();
      sizes.push(jobs.at(-1)!.pairs.length);
    }
    expect([sizes[0], sizes.find((size) => size > 4), Math.max(...sizes)]).to.deep.equal([4, 16, 50]);
  });

  it('has pairs with a damaged result played again, before all others', async () => {
    const { pool, jobs } = createPool();
    const [first] = await ask(pool, 0, 20);
    const { records, ...rest } = resultOf(jobs[0]!);
    for (const damaged of [null, {}, rest, { ...rest, records: [] }, { ...rest, records: [[records[0]![0]]] }]) {
      const { id } = jobs.find(({ id: known, pairs }) => pairs[0]![0]!.pair === 0 && isLast(jobs, known))!;
      pool.played(id, damaged);
      await inOrder();
      expect(jobs.at(-1)!.pairs[0]![0]!.pair).to.equal(0);
    }
    pool.played(jobs.at(-1)!.id, resultOf(jobs.at(-1)!));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('rejects the pairs of a job that no worker can play', async () => {
    const { pool } = createPool();
    const [first] = await ask(pool, 0, 1);
    pool.failed('job-1', 'the disk is full');
    expect(await first!.catch((thrown: Error) => thrown.message)).to.equal(
      'no worker can play pair 0: the disk is full',
    );
  });

  it('settles all pairs with nothing when it is closed', async () => {
    const { pool } = createPool();
    const asked = await ask(pool, 0, 20);
    pool.close();
    expect(new Set(await Promise.all(asked))).to.deep.equal(new Set([undefined]));
    expect(await pool.play(pairingsOf(1))).to.equal(undefined);
  });
});

function createPool(onSettled?: SettledListener) {
  const jobs: QueueJob[] = [];
  return { pool: new QueuePool((added) => void jobs.push(...added), onSettled), jobs };
}

/** Asks for pairs, and waits until they are handed out. The promises are in a list, so that nobody awaits them. */
async function ask(pool: QueuePool, from: number, to: number) {
  const asked: Promise<readonly GameRecord[] | undefined>[] = [];
  for (let pair = from; pair < to; pair++) asked.push(pool.play(pairingsOf(pair)));
  await inOrder();
  return asked;
}

/** Resolves when all microtasks are done. */
async function inOrder(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

/** Whether no later job has the same first pair. */
function isLast(jobs: readonly QueueJob[], id: string): boolean {
  return jobs.findLast(({ pairs }) => pairs[0]![0]!.pair === 0)!.id === id;
}

function pairingsOf(pair: number): Pairing[] {
  return [
    { pair, game: 0, seed: `seed/${pair}`, seats: [0, 1] },
    { pair, game: 1, seed: `seed/${pair}`, seats: [1, 0] },
  ];
}

/** What a worker would return for a job. */
function resultOf({ pairs }: QueueJob, { took = 1000, turns = 10 } = {}): JobResult {
  const seat = { answers: turns, ownMoves: turns, lostTurns: 0, failures: 0, fallbacks: 0, took: {}, length: 3 };
  const record: GameRecord = { kind: 'played', turns, scores: [1, 0], seats: [seat, seat] };
  return { worker: ANN, took, records: pairs.map((games) => games.map(() => record)) };
}

function turnsOf(records: readonly GameRecord[] | undefined): number | undefined {
  const [first] = records ?? [];
  return first?.kind === 'played' ? first.turns : undefined;
}
