/** The program of a thread that measures the speed of its core; `machine-speed.ts` starts it. */
import { parentPort } from 'node:worker_threads';
import { measureSpeed } from '../../search/measure-speed.js';

// eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
parentPort!.postMessage(measureSpeed());
