import { expect } from 'chai';
import type { GameRecord } from '../../src/arena/contest/game-record.js';
import type { CoordinatorSession, QueueJob, WorkerStatus } from '../../src/queue/job-queue.js';
import { QueuePool, type SettledListener } from '../../src/queue/queue-pool.js';
import { pairingsOf, resultOf, workerNamed } from '../support/queues/queue-parts.js';

const ANN = workerNamed('ann');
const BOB = workerNamed('bob');

describe('QueuePool', () => {
  it('hands out single pairs first, then as many as take a second or two', async () => {
    const { pool, queue } = createPool();
    void (await ask(pool, 0, pool.pairsAhead));
    expect(queue.ids()).to.deep.equal(['0-0', '1-1', '2-2', '3-3', '4-4', '5-5', '6-6', '7-7']);
    let next = 8;
    pool.onRoom(() => {
      for (; next < 8 + pool.pairsAhead; next++) void pool.play(pairingsOf(next));
    });
    for (const id of queue.ids()) pool.played(resultOf(queue.job(id), ANN, { took: 500 }));
    await settled();
    expect(queue.ids().slice(8)).to.deep.equal(['8-10', '11-13', '14-16', '17-19', '20-22', '23-25', '26-28', '29-31']);
  });

  it('settles each pair once, with the records that came first, whoever else reports it', async () => {
    const reported: unknown[] = [];
    const { pool, queue } = createPool([], ({ pair }, { name }) => void reported.push([pair, name]));
    const [first] = await ask(pool, 0, 1);
    const job = queue.job('0-0');
    pool.played(resultOf(job, ANN));
    pool.played(resultOf(job, ANN));
    pool.played(resultOf(job, BOB, { turns: () => 99 }));
    expect(turnsOf(await first)).to.equal(10);
    expect(reported).to.deep.equal([[0, 'ann']]);
  });

  it('removes results once their pairs are counted, and late ones at once', async () => {
    const { pool, queue } = createPool();
    void (await ask(pool, 0, 3));
    for (const id of queue.ids()) pool.played(resultOf(queue.job(id), ANN));
    pool.counted(2);
    expect(queue.removed).to.deep.equal(['0-0', '1-1']);
    pool.played(resultOf(queue.job('0-0'), BOB));
    expect(queue.removed).to.deep.equal(['0-0', '1-1', '0-0']);
  });

  it('takes results of an earlier coordinator, and waits for the jobs that it left', async () => {
    const left = [jobOf(4, 5), jobOf(0, 1), jobOf(2, 3)];
    const { pool, queue } = createPool(left);
    pool.played(resultOf(left[0]!, ANN));
    const asked = await ask(pool, 3, 7);
    expect(queue.ids()).to.deep.equal(['6-6']);
    pool.played(resultOf(left[2]!, BOB));
    expect(await Promise.all(asked.slice(0, 3)).then((all) => all.map(turnsOf))).to.deep.equal([13, 14, 15]);
    pool.counted(3);
    expect(queue.removed).to.deep.equal(['0-1']);
  });

  it('has pairs played again that an earlier coordinator played with other games', async () => {
    const left = [jobOf(0, 0, 'other')];
    const { pool, queue } = createPool(left);
    const [first] = await ask(pool, 0, 1);
    expect(queue.removed).to.deep.equal(['0-0']);
    pool.played(resultOf(left[0]!, ANN, { turns: () => 99 }));
    pool.played(resultOf(queue.added[0]!, BOB));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('hands out more jobs when workers come, and smaller ones at the end', async () => {
    const { pool, queue } = createPool();
    const few = pool.pairsAhead;
    pool.workers([seen(3), seen(5), { facts: BOB, state: { kind: 'silent' } }]);
    expect(pool.pairsAhead).to.equal(2 * few);
    void (await ask(pool, 0, 16));
    for (const id of queue.ids()) pool.played(resultOf(queue.job(id), ANN, { took: 150 }));
    void (await ask(pool, 16, 16 + 18));
    expect(queue.added.slice(16).every(({ pairs }) => pairs.length === 1)).to.equal(true);
  });

  it('asks for more pairs while those that are done wait for an earlier one', async () => {
    const { pool, queue } = createPool();
    void (await ask(pool, 0, 8));
    for (const id of ['1-1', '2-2', '3-3']) pool.played(resultOf(queue.job(id), ANN, { took: 3000 }));
    expect(pool.pairsAhead).to.equal(8 + 3);
  });

  it('hands a late job to another worker, too, and first of all', async () => {
    const { pool, queue } = createPool();
    const asked = await ask(pool, 0, 40);
    for (let done = 1; done <= 15; done++) {
      pool.played(resultOf(queue.added[done]!, ANN, { took: 3000 }));
      await settled();
    }
    expect(queue.added.some(({ isUrgent }) => isUrgent)).to.equal(false);
    pool.played(resultOf(queue.added[16]!, ANN, { took: 3000 }));
    const copy = queue.added.find(({ isUrgent }) => isUrgent);
    expect(copy).to.deep.equal({ id: '0-0-again-2', pairs: [pairingsOf(0)], isUrgent: true });
    pool.played(resultOf(copy!, BOB));
    pool.played(resultOf(queue.job('0-0'), ANN, { turns: () => 99 }));
    expect(turnsOf(await asked[0])).to.equal(10);
  });

  it('has pairs played again whose results were damaged on the way', async () => {
    const { pool, queue } = createPool();
    const [first] = await ask(pool, 0, 1);
    pool.played({ ...resultOf(queue.job('0-0'), ANN), pairs: [] });
    await settled();
    expect(queue.removed).to.deep.equal(['0-0']);
    expect(queue.ids()).to.deep.equal(['0-0', '0-0-again-2']);
    pool.played(resultOf(queue.job('0-0-again-2'), BOB));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('rejects the pairs of a job that no worker can play', async () => {
    const { pool } = createPool();
    const [first] = await ask(pool, 0, 1);
    pool.failed('0-0', 'the disk is full');
    expect(await first!.catch((thrown: Error) => thrown.message)).to.equal(
      'no worker can play pair 0: the disk is full',
    );
  });

  it('settles all pairs with nothing when it is closed', async () => {
    const { pool } = createPool();
    const [first] = await ask(pool, 0, 1);
    pool.close();
    expect(await first).to.equal(undefined);
    expect(await pool.play(pairingsOf(1))).to.equal(undefined);
  });
});

function createPool(left: readonly QueueJob[] = [], onSettled?: SettledListener) {
  const added: QueueJob[] = [];
  const removed: string[] = [];
  const contest: CoordinatorSession = {
    left,
    add: async (jobs) => void added.push(...jobs),
    remove: async (ids) => void removed.push(...ids),
    end: async () => undefined,
  };
  const job = (id: string) => added.find((one) => one.id === id)!;
  const queue = { added, removed, job, ids: () => added.map(({ id }) => id) };
  return { pool: new QueuePool(contest, onSettled), queue };
}

/** Asks for pairs, and waits until they are handed out. The promises are in a list, so that nobody awaits them. */
async function ask(pool: QueuePool, from: number, to: number) {
  const asked: Promise<readonly GameRecord[] | undefined>[] = [];
  for (let pair = from; pair < to; pair++) asked.push(pool.play(pairingsOf(pair)));
  await settled();
  return asked;
}

/** All microtasks are done. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function jobOf(first: number, last: number, seed?: string): QueueJob {
  const pairs = Array.from({ length: last - first + 1 }, (_, index) => pairingsOf(first + index, seed));
  return { id: `${first}-${last}`, pairs };
}

function seen(concurrency: number): WorkerStatus {
  return { facts: workerNamed('any', { concurrency }), state: { kind: 'playing' } };
}

function turnsOf(records: readonly GameRecord[] | undefined): number | undefined {
  const [first] = records ?? [];
  return first?.kind === 'played' ? first.turns : undefined;
}
