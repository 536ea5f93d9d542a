/** The main file of a thread that looks for damage in a file, once: reading all of it may take a second. */
import { parentPort, workerData } from 'node:worker_threads';
import { findDamage } from '../store/sqlite-file.js';

const [damage] = await findDamage(workerData as string);
// eslint-disable-next-line unicorn/require-post-message-target-origin -- the origin is for windows; this is a thread
parentPort!.postMessage(damage);
