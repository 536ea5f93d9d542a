import { expect } from 'chai';
import type { GameRecord } from '../../../src/arena/contest/game-record.js';
import { AuditedPlayer } from '../../../src/queue/farm/audited-player.js';
import type { OfferedContest, QueueJob, WorkerFacts } from '../../../src/queue/job-queue.js';
import { pairingsOf, resultOf, workerNamed } from '../../support/queues/queue-parts.js';

const [ANN, BOB, CARL, DORA] = ['ann', 'bob', 'carl', 'dora'].map((name) => workerNamed(name)) as [
  WorkerFacts,
  WorkerFacts,
  WorkerFacts,
  WorkerFacts,
];
const WRONG = { turns: () => 99 };

describe('AuditedPlayer', () => {
  it('has some pairs played by a second worker', async () => {
    const farm = createFarm([ANN, BOB], { every: 2 });
    void (await farm.ask(4));
    farm.report('1-1', ANN);
    expect(farm.job('audit-1-1')).to.deep.equal({ id: 'audit-1-1', pairs: [pairingsOf(1)], notBy: [ANN.id] });
    farm.report('0-0', ANN);
    expect(farm.job('audit-0-1')).to.equal(undefined);
    farm.report('audit-1-1', BOB);
    expect(farm.compared).to.deep.equal([['ann', 'bob']]);
    expect(farm.player.named).to.deep.equal([]);
  });

  it('audits nothing while there is only one worker', async () => {
    const farm = createFarm([ANN], { every: 1 });
    void (await farm.ask(1));
    farm.report('0-0', ANN);
    expect(farm.job('audit-0-1')).to.equal(undefined);
  });

  it('names the worker that two others contradict, and has its work played again that is not counted', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 3 });
    const asked = await farm.ask(5);
    farm.report('0-0', ANN);
    farm.report('2-2', ANN, WRONG);
    farm.report('3-3', ANN);
    await settled();
    expect(await asked[0]).to.have.length(2);
    farm.report('audit-2-1', BOB);
    expect(farm.job('audit-2-2')!.notBy).to.deep.equal([ANN.id, BOB.id]);
    farm.report('audit-2-2', CARL);
    expect(farm.player.named).to.deep.equal([{ worker: ANN, pair: 2, others: [BOB, CARL], counted: 1 }]);
    await settled();
    const again = farm.added.slice(-2);
    expect(again.map(({ pairs, notBy }) => [pairs[0]![0]!.pair, notBy])).to.deep.equal([
      [2, [ANN.id]],
      [3, [ANN.id]],
    ]);
    for (const { id } of again) farm.report(id, BOB);
    farm.report('1-1', ANN, WRONG);
    await settled();
    farm.report(farm.added.at(-1)!.id, CARL);
    expect((await Promise.all(asked.slice(1, 4))).map(turnsOf)).to.deep.equal([11, 12, 13]);
  });

  it('names the second worker if the third confirms the first', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 1 });
    const asked = await farm.ask(1);
    farm.report('0-0', ANN);
    farm.report('audit-0-1', BOB, WRONG);
    farm.report('audit-0-2', CARL);
    expect(farm.player.named.map(({ worker }) => worker.name)).to.deep.equal(['bob']);
    expect(turnsOf(await asked[0])).to.equal(10);
  });

  it('counts no pair in dispute before a third worker has decided, unless there is none', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 2 });
    const asked = await farm.ask(2);
    farm.report('1-1', ANN, WRONG);
    farm.report('audit-1-1', BOB);
    farm.report('0-0', ANN);
    await settled();
    expect(farm.isDone(asked[1]!)).to.equal(false);
    farm.see([ANN, BOB]);
    expect(turnsOf(await asked[1])).to.equal(99);
    expect(farm.player.disputes).to.deep.equal([{ pair: 1, workers: [ANN, BOB] }]);
  });

  it('waits for no decision that came in damaged', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 1 });
    const asked = await farm.ask(1);
    farm.report('0-0', ANN);
    farm.report('audit-0-1', BOB, WRONG);
    farm.player.played({ ...resultOf(farm.job('audit-0-2')!, CARL), pairs: [] });
    expect(turnsOf(await asked[0])).to.equal(10);
    expect(farm.player.named).to.deep.equal([]);
  });

  it('names nobody if three results differ: the strategies look at the clock', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 1 });
    void (await farm.ask(2));
    farm.report('0-0', ANN, WRONG);
    farm.report('audit-0-1', BOB, { turns: () => 50 });
    farm.report('audit-0-2', CARL);
    expect(farm.player.isReproducible).to.equal(false);
    farm.report('1-1', ANN);
    expect(farm.job('audit-1-1')).to.equal(undefined);
  });

  it('takes work of all again if it would have to name more than a third', async () => {
    const farm = createFarm([ANN, BOB, CARL, DORA], { every: 1 });
    const asked = await farm.ask(3);
    farm.report('0-0', ANN, WRONG);
    farm.report('audit-0-1', BOB);
    farm.report('audit-0-2', CARL);
    expect(farm.player.named).to.have.length(1);
    farm.report('1-1', BOB, WRONG);
    farm.report('audit-1-1', CARL);
    farm.report('audit-1-2', DORA);
    expect(farm.player.named).to.deep.equal([]);
    expect(farm.player.isReproducible).to.equal(false);
    await settled();
    const again = farm.added.filter(({ id }) => id.includes('again')).map(({ id }) => id);
    for (const id of again) farm.report(id, ANN);
    expect(turnsOf(await asked[0])).to.equal(10);
  });

  it('blames nobody for a pair with a lost turn', async () => {
    const farm = createFarm([ANN, BOB, CARL], { every: 1 });
    void (await farm.ask(1));
    farm.report('0-0', ANN);
    const late = resultOf(farm.job('audit-0-1')!, BOB, WRONG);
    farm.player.played(withLostTurn(late));
    expect(farm.player.disputes).to.deep.equal([]);
    expect(farm.job('audit-0-2')).to.equal(undefined);
  });

  it('removes audits that an earlier coordinator left', () => {
    const left: QueueJob[] = [{ id: 'audit-7-1', pairs: [pairingsOf(7)] }];
    expect(createFarm([ANN], { left }).removed).to.deep.equal(['audit-7-1']);
  });
});

function createFarm(workers: readonly WorkerFacts[], { every = 1, left = [] as readonly QueueJob[] } = {}) {
  const added: QueueJob[] = [];
  const removed: string[] = [];
  const compared: string[][] = [];
  const done = new Set<unknown>();
  const contest: OfferedContest = {
    left,
    add: async (jobs) => void added.push(...jobs),
    remove: async (ids) => void removed.push(...ids),
    end: async () => undefined,
  };
  const listener = { compared: (one: WorkerFacts, other: WorkerFacts) => void compared.push([one.name, other.name]) };
  const player = new AuditedPlayer(contest, { every, listener });
  const see = (seen: readonly WorkerFacts[]) =>
    player.workers(seen.map((facts) => ({ facts, state: { kind: 'playing' } })));
  see(workers);
  const job = (id: string) => added.find((one) => one.id === id);
  return {
    player,
    added,
    removed,
    compared,
    see,
    job,
    report: (id: string, worker: WorkerFacts, options = {}) => player.played(resultOf(job(id)!, worker, options)),
    isDone: (asked: unknown) => done.has(asked),
    /** Asks for pairs, and waits until they are handed out. */
    async ask(pairs: number) {
      const asked = Array.from({ length: pairs }, (_, pair) => {
        const one = player.play(pairingsOf(pair));
        void one.then(() => done.add(one));
        return one;
      });
      await settled();
      return asked;
    },
  };
}

function withLostTurn(result: ReturnType<typeof resultOf>): ReturnType<typeof resultOf> {
  return { ...result, pairs: result.pairs.map(({ pair, records }) => ({ pair, records: records.map(loseTurn) })) };
}

function loseTurn(record: GameRecord): GameRecord {
  if (record.kind === 'crashed') return record;
  return { ...record, seats: record.seats.map((seat) => ({ ...seat, lostTurns: 1 })) };
}

/** All microtasks are done. */
async function settled(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve));
}

function turnsOf(records: readonly GameRecord[] | undefined): number | undefined {
  const [first] = records ?? [];
  return first?.kind === 'played' ? first.turns : undefined;
}
