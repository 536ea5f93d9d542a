/** The bytes that a call of an evaluation allocates, in a thread where V8 has compiled nothing else. */
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { parentPort, workerData } from 'node:worker_threads';
import { evaluationFor } from '../../src/search/evaluation/evaluate.js';
import { parsePicture } from '../../src/rules/picture/parse-picture.js';
import { boardOf } from './search-boards.js';

const CALLS = 10_000;
/** Rounds in a row that decide: in one, a collection could hide what was allocated. */
const ROUNDS = 3;
/** Fewer bytes per call than any object has. */
const NOTHING = 1;
/** Time for V8 to compile it, in a thread of V8 that a busy machine holds up, in ms. */
const COMPILE_TIME_MS = 15_000;

setFlagsFromString('--expose-gc');
const gc = runInNewContext('gc') as () => void;
const { picture } = workerData as { picture: string };
const evaluate = evaluationFor({});
const board = boardOf(parsePicture(picture), 0);
for (let call = 0; call < 5 * CALLS; call++) evaluate(board);
const end = performance.now() + COMPILE_TIME_MS;
let most = Infinity;
while (most >= NOTHING && performance.now() < end) most = Math.max(...Array.from({ length: ROUNDS }, bytesPerCall));
// eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
parentPort!.postMessage(most);

function bytesPerCall(): number {
  gc();
  const before = process.memoryUsage().heapUsed;
  for (let call = 0; call < CALLS; call++) evaluate(board);
  return Math.abs(process.memoryUsage().heapUsed - before) / CALLS;
}
