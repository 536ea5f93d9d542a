/** The thread that parses large bodies. Started by `large-body-reader.ts`. */
import { setPriority } from 'node:os';
import { parentPort } from 'node:worker_threads';
import { keepKnownFields, RequestError } from '../../wire/reader.js';
import { HttpError } from '../context.js';
import { parseBody } from './parse-body.js';

/** The thread's answer: the request as JSON, complete and valid, or its fault. */
export type ParsedLargeBody =
  | { readonly kind: 'request'; readonly text: string }
  | { readonly kind: 'not json'; readonly message: string }
  | { readonly kind: 'no request'; readonly message: string; readonly pointer: string };

// On Linux, threads have separate priorities: the event loop goes first.
if (process.platform === 'linux') setPriority(10);
// eslint-disable-next-line unicorn/require-post-message-target-origin -- for windows; this is a thread
parentPort?.on('message', (pieces: readonly Uint8Array[]) => parentPort!.postMessage(parse(pieces)));

function parse(pieces: readonly Uint8Array[]): ParsedLargeBody {
  try {
    const request = keepKnownFields(parseBody(Buffer.concat(pieces)).request);
    // Serialized again: unknown fields and long strings must not reach children and the journal.
    return { kind: 'request', text: JSON.stringify(request) };
  } catch (error) {
    if (error instanceof HttpError) return { kind: 'not json', message: error.message };
    if (error instanceof RequestError) return { kind: 'no request', message: error.message, pointer: error.pointer };
    throw error;
  }
}
