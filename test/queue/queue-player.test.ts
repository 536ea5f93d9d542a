import { expect } from 'chai';
import type { GameRecord } from '../../src/arena/contest/game-record.js';
import type { OfferedContest, QueueJob, SeenWorker } from '../../src/queue/job-queue.js';
import { QueuePlayer, type PairListener } from '../../src/queue/queue-player.js';
import { pairingsOf, resultOf, workerNamed } from '../support/queues/queue-parts.js';

const ANN = workerNamed('ann');
const BOB = workerNamed('bob');

describe('QueuePlayer', () => {
  it('hands out single pairs first, then as many as take a second or two', async () => {
    const { player, queue } = createPlayer();
    void (await ask(player, 0, player.pairsAhead));
    expect(queue.ids()).to.deep.equal(['0-0', '1-1', '2-2', '3-3', '4-4', '5-5', '6-6', '7-7']);
    let next = 8;
    player.onRoom(() => {
      for (; next < 8 + player.pairsAhead; next++) void player.play(pairingsOf(next));
    });
    for (const id of queue.ids()) player.played(resultOf(queue.job(id), ANN, { took: 500 }));
    await settled();
    expect(queue.ids().slice(8)).to.deep.equal(['8-10', '11-13', '14-16', '17-19', '20-22', '23-25', '26-28', '29-31']);
  });

  it('settles each pair once, with the records that came first, and says whether others are the same', async () => {
    const repeated: unknown[] = [];
    const { player, queue } = createPlayer([], {
      repeated: ({ pair }, { name }, isSame) => void repeated.push([pair, name, isSame]),
    });
    const [first] = await ask(player, 0, 1);
    const job = queue.job('0-0');
    player.played(resultOf(job, ANN));
    player.played(resultOf(job, ANN));
    player.played(resultOf(job, BOB, { turns: () => 99 }));
    expect(turnsOf(await first)).to.equal(10);
    expect(repeated).to.deep.equal([
      [0, 'ann', true],
      [0, 'bob', false],
    ]);
  });

  it('removes results once their pairs are counted, and late ones at once', async () => {
    const { player, queue } = createPlayer();
    void (await ask(player, 0, 3));
    for (const id of queue.ids()) player.played(resultOf(queue.job(id), ANN));
    player.counted(2);
    expect(queue.removed).to.deep.equal(['0-0', '1-1']);
    player.played(resultOf(queue.job('0-0'), BOB));
    expect(queue.removed).to.deep.equal(['0-0', '1-1', '0-0']);
  });

  it('takes results of an earlier coordinator, and waits for the jobs that it left', async () => {
    const left = [jobOf(4, 5), jobOf(0, 1), jobOf(2, 3)];
    const { player, queue } = createPlayer(left);
    player.played(resultOf(left[0]!, ANN));
    const asked = await ask(player, 3, 7);
    expect(queue.ids()).to.deep.equal(['6-6']);
    player.played(resultOf(left[2]!, BOB));
    expect(await Promise.all(asked.slice(0, 3)).then((all) => all.map(turnsOf))).to.deep.equal([13, 14, 15]);
    player.counted(3);
    expect(queue.removed).to.deep.equal(['0-1']);
  });

  it('has pairs played again that an earlier coordinator played with other games', async () => {
    const left = [jobOf(0, 0, 'other')];
    const { player, queue } = createPlayer(left);
    const [first] = await ask(player, 0, 1);
    expect(queue.removed).to.deep.equal(['0-0']);
    player.played(resultOf(left[0]!, ANN, { turns: () => 99 }));
    player.played(resultOf(queue.added[0]!, BOB));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('hands out more jobs when workers come, and smaller ones at the end', async () => {
    const { player, queue } = createPlayer();
    const few = player.pairsAhead;
    player.workers([seen(3), seen(5), { facts: BOB, state: { kind: 'silent' } }]);
    expect(player.pairsAhead).to.equal(2 * few);
    void (await ask(player, 0, 16));
    for (const id of queue.ids()) player.played(resultOf(queue.job(id), ANN, { took: 150 }));
    void (await ask(player, 16, 16 + 18));
    expect(queue.added.slice(16).every(({ pairs }) => pairs.length === 1)).to.equal(true);
  });

  it('asks for more pairs while those that are done wait for an earlier one', async () => {
    const { player, queue } = createPlayer();
    void (await ask(player, 0, 8));
    for (const id of ['1-1', '2-2', '3-3']) player.played(resultOf(queue.job(id), ANN, { took: 3000 }));
    expect(player.pairsAhead).to.equal(8 + 3);
  });

  it('hands a late job to another worker, too, and first of all', async () => {
    const { player, queue } = createPlayer();
    const asked = await ask(player, 0, 40);
    for (let done = 1; done <= 15; done++) {
      player.played(resultOf(queue.added[done]!, ANN, { took: 3000 }));
      await settled();
    }
    expect(queue.added.some(({ isUrgent }) => isUrgent)).to.equal(false);
    player.played(resultOf(queue.added[16]!, ANN, { took: 3000 }));
    const copy = queue.added.find(({ isUrgent }) => isUrgent);
    expect(copy).to.deep.equal({ id: '0-0-again-2', pairs: [pairingsOf(0)], isUrgent: true });
    player.played(resultOf(copy!, BOB));
    player.played(resultOf(queue.job('0-0'), ANN, { turns: () => 99 }));
    expect(turnsOf(await asked[0])).to.equal(10);
  });

  it('takes nothing from workers that are excluded, and has their jobs played by others', async () => {
    const { player, queue } = createPlayer();
    const [first] = await ask(player, 0, 2);
    player.exclude([ANN.id]);
    player.played(resultOf(queue.job('0-0'), ANN, { turns: () => 99 }));
    await settled();
    const again = queue.added.at(-1)!;
    expect(again).to.deep.equal({ id: '0-0-again-2', pairs: [pairingsOf(0)], notBy: [ANN.id] });
    player.played(resultOf(again, BOB));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('has pairs played again whose results were damaged on the way', async () => {
    const { player, queue } = createPlayer();
    const [first] = await ask(player, 0, 1);
    player.played({ ...resultOf(queue.job('0-0'), ANN), pairs: [] });
    await settled();
    expect(queue.removed).to.deep.equal(['0-0']);
    expect(queue.ids()).to.deep.equal(['0-0', '0-0-again-2']);
    player.played(resultOf(queue.job('0-0-again-2'), BOB));
    expect(turnsOf(await first)).to.equal(10);
  });

  it('rejects the pairs of a job that no worker can play', async () => {
    const { player } = createPlayer();
    const [first] = await ask(player, 0, 1);
    player.failed('0-0', 'the disk is full');
    expect(await first!.catch((thrown: Error) => thrown.message)).to.equal(
      'no worker can play pair 0: the disk is full',
    );
  });

  it('settles all pairs with nothing when it is closed', async () => {
    const { player } = createPlayer();
    const [first] = await ask(player, 0, 1);
    player.close();
    expect(await first).to.equal(undefined);
    expect(await player.play(pairingsOf(1))).to.equal(undefined);
  });
});

function createPlayer(left: readonly QueueJob[] = [], listener: PairListener = {}) {
  const added: QueueJob[] = [];
  const removed: string[] = [];
  const contest: OfferedContest = {
    left,
    add: async (jobs) => void added.push(...jobs),
    remove: async (ids) => void removed.push(...ids),
    end: async () => undefined,
  };
  const job = (id: string) => added.find((one) => one.id === id)!;
  const queue = { added, removed, job, ids: () => added.map(({ id }) => id) };
  return { player: new QueuePlayer(contest, listener), queue };
}

/** Asks for pairs, and waits until they are handed out. The promises are in a list, so that nobody awaits them. */
async function ask(player: QueuePlayer, from: number, to: number) {
  const asked: Promise<readonly GameRecord[] | undefined>[] = [];
  for (let pair = from; pair < to; pair++) asked.push(player.play(pairingsOf(pair)));
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

function seen(concurrency: number): SeenWorker {
  return { facts: workerNamed('any', { concurrency }), state: { kind: 'playing' } };
}

function turnsOf(records: readonly GameRecord[] | undefined): number | undefined {
  const [first] = records ?? [];
  return first?.kind === 'played' ? first.turns : undefined;
}
