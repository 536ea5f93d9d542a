import { describeJobQueue } from '../contracts/job-queue.contract.js';
import { MemoryServer } from '../support/queues/memory-queue.js';

describeJobQueue('the simulation', async () => {
  const server = new MemoryServer(50);
  return {
    connect: async () => server.connect(),
    kill: async (_, session) => server.kill(session),
    size: async () => server.contests.size,
  };
});
