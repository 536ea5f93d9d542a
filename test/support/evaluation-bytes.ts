/** The bytes that a call of the built-in evaluation allocates, in a thread where V8 has compiled nothing else. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { evaluationFor } from '../../src/search/evaluation/evaluate.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { boardOf } from './search-boards.js';

const CALLS = 10_000;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const evaluate = evaluationFor({});
const board = boardOf(parsePicture(workerData as string), 0);
for (let call = 0; call < 5 * CALLS; call++) evaluate(board);
let least = Infinity;
for (let round = 0; round < 5; round++) {
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let call = 0; call < CALLS; call++) evaluate(board);
  least = Math.min(least, process.memoryUsage().heapUsed - before);
}
// eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
parentPort!.postMessage(least / CALLS);
