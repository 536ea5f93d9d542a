/** The program of a thread that analyses some turns of a game; `analyse-in-threads.ts` starts it. */
import { constants, setPriority } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { analyseGame } from '../../inference/analyse-game.js';
import type { AnalysisTask } from './analyse-in-threads.js';

// A host on this machine comes first. On Linux, this is the priority of the thread alone.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
const { game, ...options } = workerData as AnalysisTask;
// eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
for (const turn of analyseGame(game, options)) parentPort!.postMessage(turn);
