import { describeJobQueue } from '../contracts/job-queue.contract.js';
import { MemoryServer } from '../support/queues/memory-queue.js';

describeJobQueue('the simulation', async () => {
  const server = new MemoryServer(50);
  return {
    connect: async () => server.connect(),
    kill: async (_, seat) => server.kill(seat),
    size: async () => server.contests.size,
  };
});
