/** What every queue promises to coordinators and workers: one suite for all of them. */
import { expect } from 'chai';
import { ContestTaken, type JobOutcome, type QueueJob } from '../../src/queue/job-queue.js';
import { pairingsOf, resultOf, workerNamed } from '../support/queues/queue-parts.js';
import { QueueStage, type QueueUnderTest } from '../support/queues/queue-stage.js';
import { until } from '../support/soon.js';

/** Runs the suite. `create` is called before each test. */
export function describeJobQueue(name: string, create: () => Promise<QueueUnderTest>): void {
  describe(`${name} as a job queue`, () => {
    let stage: QueueStage;
    beforeEach(async () => void (stage = new QueueStage(await create())));
    afterEach(() => stage.close());

    it('brings jobs to workers and results back', async () => {
      const contest = await stage.offer('one');
      await stage.work('ann', playAt('ann'));
      await contest.held.add([jobOf(0, 1), jobOf(2, 2)]);
      await until(() => contest.results.length === 2);
      expect(contest.jobIds()).to.deep.equal(['0-1', '2-2']);
      expect(contest.results.find(({ jobId }) => jobId === '0-1')).to.deep.equal(
        resultOf(jobOf(0, 1), workerNamed('ann')),
      );
    });

    it('brings all results back where many come in at once', async () => {
      const contest = await stage.offer('many');
      await contest.held.add(Array.from({ length: 60 }, (_, pair) => jobOf(pair, pair)));
      await stage.work('ann', playAt('ann'), 8);
      await until(() => new Set(contest.jobIds()).size === 60);
    });

    it('shows offers to workers that come first, and to those that come later', async () => {
      const early = await stage.work('early', playAt('early'));
      const contest = await stage.offer('two', 'the descriptor');
      const late = await stage.work('late', playAt('late'));
      await until(() => contest.playing().length === 2);
      expect(contest.playing()).to.deep.equal(['early', 'late']);
      expect(await late.session.read(contest.offer)).to.equal('the descriptor');
      expect(early.offered).to.deep.equal(['two']);
    });

    it('tells workers when a contest has ended, and keeps nothing of it', async () => {
      const worker = await stage.work('ann', playAt('ann'));
      const contest = await stage.offer('three');
      await contest.held.add([jobOf(0, 0)]);
      await until(() => contest.results.length > 0);
      expect(await stage.size()).to.be.above(0);
      await contest.held.end();
      await until(() => worker.withdrawn.includes('three'));
      await until(async () => (await stage.size()) === 0);
      await stage.close();
      expect(await stage.size()).to.equal(0);
    });

    it('refuses a contest that another coordinator plays, and lets others be', async () => {
      const first = await stage.offer('four');
      const refused = await stage.offer('four').catch((thrown: unknown) => thrown);
      expect(refused).to.be.instanceOf(ContestTaken);
      await stage.offer('five');
      await stage.work('ann', playAt('ann'));
      await first.held.add([jobOf(0, 0)]);
      await until(() => first.results.length > 0);
    });

    it('gives the contest of a coordinator that is gone to the next one, with its jobs and results', async () => {
      const first = await stage.offer('six');
      await first.held.add([jobOf(0, 0), jobOf(1, 1)]);
      const worker = await stage.work('ann', (job) => (job.id === '0-0' ? playAt('ann')(job) : never()), 1);
      await until(() => first.results.length === 1);
      await first.queue.close();
      const second = await stage.offer('six');
      expect(second.held.left.map(({ id }) => id).sort()).to.deep.equal(['0-0', '1-1']);
      await until(() => second.results.length === 1);
      expect(second.jobIds()).to.deep.equal(['0-0']);
      await stage.kill(worker);
    });

    it('gives the jobs of a worker that died to another', async () => {
      const contest = await stage.offer('seven');
      const dead = await stage.work('dead', never, 1);
      await contest.held.add([jobOf(0, 0)]);
      await until(() => dead.played.length === 1);
      await stage.kill(dead);
      await stage.work('ann', playAt('ann'));
      await until(() => contest.results.length === 1);
      expect(contest.results[0]!.worker.name).to.equal('ann');
      await until(() => contest.states().get('dead') === 'silent');
    });

    it('gives a job that was returned to another worker', async () => {
      const contest = await stage.offer('eight');
      await contest.held.add([jobOf(0, 0)]);
      const first = await stage.work('first', async (job) => {
        void first.joined()?.leave();
        return job.id === '0-0' ? { kind: 'returned' } : never();
      });
      await until(() => first.played.length > 0);
      await stage.work('ann', playAt('ann'));
      await until(() => contest.results.length === 1);
    });

    it('gives up a job that fails again and again, and says why', async () => {
      const contest = await stage.offer('nine');
      await contest.held.add([jobOf(0, 0), jobOf(1, 1)]);
      await stage.work('ann', async (job) =>
        job.id === '0-0' ? { kind: 'failed', reason: 'the disk is full' } : playAt('ann')(job),
      );
      await until(() => contest.failures.length > 0 && contest.results.length === 1);
      expect(contest.failures[0]).to.deep.equal(['0-0', 'the disk is full']);
    });

    it('shows who refuses a contest, and why', async () => {
      const contest = await stage.offer('eleven');
      const worker = await stage.work('ann', never, 1, false);
      await until(() => worker.offered.length === 1);
      await worker.session.refuse(contest.offer, 'it is too slow');
      await until(() => contest.seen.length === 1);
      expect(contest.seen[0]!.state).to.deep.equal({ kind: 'refused', reason: 'it is too slow' });
    });

    it('gives a worker as many jobs at once as it takes', async () => {
      const contest = await stage.offer('twelve');
      const worker = await stage.work('ann', never, 1);
      await contest.held.add([jobOf(0, 0), jobOf(1, 1), jobOf(2, 2)]);
      await until(() => worker.played.length === 1);
      worker.joined()!.setConcurrency(3);
      await contest.held.add([jobOf(3, 3)]);
      await stage.kill(worker);
    });

    it('removes jobs and their results', async () => {
      const contest = await stage.offer('thirteen');
      await contest.held.add([jobOf(0, 0), jobOf(1, 1)]);
      await contest.held.remove(['1-1']);
      await stage.work('ann', playAt('ann'));
      await until(() => contest.results.length === 1);
      await contest.held.remove(['0-0']);
      await contest.queue.close();
      const next = await stage.offer('thirteen');
      expect(next.held.left).to.deep.equal([]);
    });
  });
}

function jobOf(first: number, last: number): QueueJob {
  const pairs = Array.from({ length: last - first + 1 }, (_, index) => pairingsOf(first + index));
  return { id: `${first}-${last}`, pairs };
}

function playAt(name: string) {
  return async (job: QueueJob): Promise<JobOutcome> => ({ kind: 'played', result: resultOf(job, workerNamed(name)) });
}

/** Plays until the worker dies. */
function never(): Promise<JobOutcome> {
  return new Promise(() => undefined);
}
