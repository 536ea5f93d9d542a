/** The program of a child process that analyses some turns of a game; `analyse-in-children.ts` starts it. */
import { messageOf } from '../errors/errors.js';
import { analyseGame } from './analyse-game.js';
import { HostChannel } from '../processes/host-channel.js';
import type { AnalysisTask, FromAnalysis } from './analyse-in-children.js';

const host = new HostChannel<AnalysisTask, FromAnalysis>(({ game, ...options }) => {
  try {
    for (const turn of analyseGame(game, options)) host.send({ turn });
    host.send({ done: true });
  } catch (thrown) {
    host.send({ failed: messageOf(thrown) });
  }
});
