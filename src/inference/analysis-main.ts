/** The program of a child process that analyses some turns of a game; `analyse-in-children.ts` starts it. */
import { serveTask } from '../processes/host-channel.js';
import { analyseGame } from './analyse-game.js';
import type { AnalysisTypes } from './analyse-in-children.js';

const tell = serveTask<AnalysisTypes>(({ game, ...options }) => {
  for (const turn of analyseGame(game, options)) tell(turn);
});
