/** The program of the child process that does one job on a game of a journal. Started by `job.ts`. */
import { messageOf } from '../errors/errors.js';
import { withoutSecrets } from '../exchange/service-url.js';
import { ANALYSED_NODES } from '../inference/analyse-game.js';
import { knownTurns, searchGame } from '../inference/analyse-in-children.js';
import { SqlJournal } from '../journal/sql-journal.js';
import { HostChannel } from '../processes/host-channel.js';
import { availableCores } from '../processes/machine.js';
import type { FromJob, Job } from './job.js';

const host = new HostChannel<Job, FromJob>((job) => {
  doJob(job).then(
    () => host.send({ kind: 'done' }),
    (thrown: unknown) => host.send({ kind: 'failed', reason: withoutSecrets(messageOf(thrown), job.address) }),
  );
});

async function doJob({ address, id }: Job): Promise<void> {
  const journal = await SqlJournal.openToImport(address);
  try {
    const game = await journal.findGame(id);
    if (game === undefined) throw new Error('no game with this id is kept');
    if (game.endedAt === undefined) throw new Error('the game is still running');
    const total = knownTurns(game);
    let searched = 0;
    const tick = () => host.send({ kind: 'progress', searched: searched++, total });
    tick();
    // One core stays free for the host and its snakes.
    const children = Math.max(1, availableCores() - 1);
    await journal.keepAnalysis(
      game,
      await searchGame(game, { nodes: ANALYSED_NODES, children, priority: 'idle', tick }),
    );
  } finally {
    await journal.close();
  }
}
