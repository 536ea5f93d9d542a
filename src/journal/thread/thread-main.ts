/** The main file of the thread that writes a journal. Started by `thread-journal.ts`. */
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { withoutSecrets } from '../../service-url.js';
import { messageOf } from '../../errors.js';
import type { JournalEvent } from '../journal-event.js';
import { EmbeddedTarget } from './embedded-target.js';
import { lowerPriority } from './lower-priority.js';
import type { FromThread, TargetDeps, ThreadOptions, ToThread } from './messages.js';
import { SpoolTarget } from './spool-target.js';
import type { WriteTarget } from './write-target.js';

/** Pause between two attempts while the disk refuses, in ms. */
const RETRY_DELAY_MS = 500;
/** How long to hold events, in ms, to write them as one batch: packed together, they take a fraction of the space. */
const BATCH_DELAY_MS = 250;
/** Write at once when this many batches are queued: every GC cycle copies what stays queued. */
const MAX_BATCHES = 8;
/** A transaction takes whole batches until it has this many events. */
const TRANSACTION_EVENTS = 4000;
/** How often the thread looks whether its file is still there, in ms. It also does before it writes. */
const WATCH_INTERVAL_MS = 2000;

const { path, url, retention, host } = workerData as ThreadOptions;
const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

lowerPriority();

const batches: (readonly JournalEvent[])[] = [];
let delay: NodeJS.Timeout | undefined;
/** `closing`: writes what is queued, if the disk allows it, and ends. */
let activity: 'idle' | 'writing' | 'closing' = 'idle';
/** `failing`: the host has been notified; the next message about the disk is that it works again. */
let disk: 'working' | 'failing' = 'working';
const target = createTarget();

port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'events':
      batches.push(message.events);
      if (batches.length >= MAX_BATCHES) startWriting('writing');
      else delay ??= setTimeout(() => startWriting('writing'), BATCH_DELAY_MS);
      break;
    case 'flush':
      startWriting('writing');
      break;
    case 'close':
      startWriting('closing');
      break;
  }
});

setInterval(() => target.isClosed && startWriting('writing'), WATCH_INTERVAL_MS).unref();
startWriting('writing');

function createTarget(): WriteTarget {
  const deps: TargetDeps = { path, retention, host, send, isFailing: () => disk === 'failing', trouble: reportDisk };
  return url === undefined ? new EmbeddedTarget(deps) : new SpoolTarget(deps, url);
}

function startWriting(next: 'writing' | 'closing'): void {
  clearTimeout(delay);
  delay = undefined;
  const isIdle = activity === 'idle';
  if (isIdle || next === 'closing') activity = next;
  if (isIdle) void writeBatches();
}

/** Opens the target if it is not open, writes until nothing is queued, and ends the thread if the host closes it. */
async function writeBatches(): Promise<void> {
  if (target.isClosed) await retry(() => target.open());
  while (batches.length > 0) {
    const events = takeBatches().flat();
    const unwritten = { failed: events.length, dropped: 0 };
    const { failed, dropped } = (await retry(() => target.write(events))) ?? unwritten;
    send({ type: 'done', written: events.length - failed - dropped, failed, dropped });
  }
  if (activity === 'closing') await close();
  else activity = 'idle';
}

function takeBatches(): (readonly JournalEvent[])[] {
  let count = 0;
  const end = batches.findIndex((batch) => (count += batch.length) >= TRANSACTION_EVENTS);
  return batches.splice(0, end < 0 ? batches.length : end + 1);
}

/** Repeats an action until it succeeds. Gives up and returns `undefined` if it fails while the thread closes. */
async function retry<T>(action: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      const value = await action();
      if (disk === 'failing') send({ type: 'recovered' });
      disk = 'working';
      return value;
    } catch (thrown) {
      reportDisk(thrown);
      if (activity === 'closing') return undefined;
      await wait(RETRY_DELAY_MS);
    }
  }
}

function reportDisk(thrown: unknown): void {
  const reason = url === undefined ? messageOf(thrown) : withoutSecrets(messageOf(thrown), url);
  if (disk === 'working') send({ type: 'writeFailed', reason });
  disk = 'failing';
}

async function close(): Promise<void> {
  try {
    await target.close();
  } catch {
    // What is committed is safe, and the host no longer listens.
  }
  send({ type: 'closed' });
  port.close();
}
