/** The main file of a journal thread, which writes events or answers queries. Started by `thread-journal.ts`. */
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import type { JournalEvent } from '../journal-event.js';
import { SqlJournal } from '../sql-journal.js';
import { isUnavailable } from '../is-unavailable.js';
import { identifyFile, removeLeftovers, type FileIdentity } from '../store/files.js';
import { RENEWAL_INTERVAL_MS, type JournalHost } from '../store/hosts.js';
import type { FromThread, JournalQuery, ThreadOptions, ToThread } from './messages.js';
import { OpenGames } from './open-games.js';

/** Pause between two attempts while the disk refuses, in ms. */
const RETRY_DELAY_MS = 500;
/** How long to hold events, in ms, to write them as one batch: packed together, they take a fraction of the space. */
const BATCH_DELAY_MS = 250;
/** Write at once when this many batches are queued: every GC cycle copies what stays queued. */
const MAX_BATCHES = 8;
/** A transaction takes whole batches until it has this many events. */
const TRANSACTION_EVENTS = 4000;
/** Shortest time between two reports of events that cannot be written, in ms. */
const ERROR_LOG_INTERVAL_MS = 60_000;
/** How often old games are deleted, in ms. */
const RETENTION_INTERVAL_MS = 10 * 60_000;
/** How often the thread looks whether its file is still there, in ms. It also does before it writes. */
const WATCH_INTERVAL_MS = 2000;
/** Scheduling priority below the host's. */
const NICENESS = 5;

const { path, mode, retention, host } = workerData as ThreadOptions;
const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

// On Linux each thread has a priority; elsewhere this would slow down the host as well.
if (process.platform === 'linux') setPriority(NICENESS);

let journal: SqlJournal | undefined;
/** The file that is open. */
let file: FileIdentity | undefined;
/** Begins the games under way once more in a new file. */
const openGames = new OpenGames();
const batches: (readonly JournalEvent[])[] = [];
let delay: NodeJS.Timeout | undefined;
/** `closing`: writes what is queued, if the disk allows it, and ends. */
let activity: 'idle' | 'writing' | 'closing' = 'idle';
/** `failing`: the host has been notified; the next message about the disk is that it works again. */
let disk: 'working' | 'failing' = 'working';
let loggedAt = Number.NEGATIVE_INFINITY;
/** Ids of the other hosts that were reported. */
const knownHosts = new Set<string>();

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
    case 'query':
      void answer(message.id, message.query);
      break;
    case 'close':
      startWriting('closing');
      break;
  }
});

if (mode === 'write') {
  setInterval(() => void forget(), RETENTION_INTERVAL_MS).unref();
  setInterval(() => void renew(), RENEWAL_INTERVAL_MS).unref();
  setInterval(() => isGone() && startWriting('writing'), WATCH_INTERVAL_MS).unref();
  startWriting('writing');
}

function startWriting(next: 'writing' | 'closing'): void {
  clearTimeout(delay);
  delay = undefined;
  const isIdle = activity === 'idle';
  if (isIdle || next === 'closing') activity = next;
  if (isIdle) void writeBatches();
}

/** Opens the journal if it is not open, writes until nothing is queued, and ends the thread if the host closes it. */
async function writeBatches(): Promise<void> {
  if (mode === 'write' && (journal === undefined || isGone())) await retry(ensureOpen);
  while (batches.length > 0) {
    const events = takeBatches().flat();
    const failed = (await retry(() => writeEvents(events))) ?? events.length;
    send({ type: 'done', written: events.length - failed, failed });
  }
  if (activity === 'closing') await close();
  else activity = 'idle';
}

/** Opens the journal if it is not open, or if its file was deleted, moved or replaced. */
async function ensureOpen(): Promise<void> {
  if (journal === undefined) return open();
  if (!isGone()) return;
  const old = journal;
  journal = undefined;
  send({ type: 'vanished' });
  await old.close().catch(() => {});
  removeLeftovers(path);
  await open();
}

/** Begins the games under way once more, in a file that has taken the place of another. */
async function beginGames(next: SqlJournal): Promise<void> {
  try {
    await next.write(openGames.events);
  } catch (thrown) {
    await next.close().catch(() => {});
    throw thrown;
  }
}

/** Whether the file that is open is no longer the one at its path. */
function isGone(): boolean {
  if (journal === undefined || file === undefined) return false;
  try {
    const now = identifyFile(path);
    return now?.dev !== file.dev || now.ino !== file.ino;
  } catch {
    return false;
  }
}

async function open(): Promise<void> {
  const opened = await SqlJournal.openAs(host, path);
  if (file !== undefined) await beginGames(opened.journal);
  journal = opened.journal;
  file = identifyFile(path);
  if (opened.setAside !== undefined) send({ type: 'setAside', to: opened.setAside });
  reportHosts(opened.others);
  send({ type: 'opened' });
  void forget();
}

/** Tells other hosts that this one is there, and takes note of new ones. A disk that refuses is reported by writing. */
async function renew(): Promise<void> {
  if (journal === undefined || disk === 'failing') return;
  reportHosts(await journal.renew().catch(() => []));
}

function reportHosts(others: readonly JournalHost[]): void {
  for (const other of others) {
    if (!knownHosts.has(other.id)) send({ type: 'shared', other });
    knownHosts.add(other.id);
  }
}

function takeBatches(): (readonly JournalEvent[])[] {
  let count = 0;
  const end = batches.findIndex((batch) => (count += batch.length) >= TRANSACTION_EVENTS);
  return batches.splice(0, end < 0 ? batches.length : end + 1);
}

/** Returns how many events could not be written. If the disk is at fault it throws, and nothing is written. */
async function writeEvents(events: readonly JournalEvent[]): Promise<number> {
  await ensureOpen();
  try {
    await write(events);
    return 0;
  } catch (thrown) {
    if (isUnavailable(thrown)) throw thrown;
    reportBadEvent(thrown);
    return writeEach(events);
  }
}

async function write(events: readonly JournalEvent[]): Promise<void> {
  const { repeated, unreadable } = await journal!.write(events);
  openGames.note(events);
  if (repeated.length > 0) send({ type: 'repeated', games: repeated });
  if (unreadable.length > 0) send({ type: 'unreadable', games: unreadable });
}

/** Reports why an event cannot be written. Says nothing if it did so a short time ago. */
function reportBadEvent(thrown: unknown): void {
  const now = performance.now();
  if (now - loggedAt < ERROR_LOG_INTERVAL_MS) return;
  loggedAt = now;
  send({ type: 'writeFailed', reason: messageOf(thrown) });
}

/** Writes the events one by one, so that a bad one does not lose the others. Returns how many were bad. */
async function writeEach(events: readonly JournalEvent[]): Promise<number> {
  let failed = 0;
  for (const event of events) {
    try {
      await write([event]);
    } catch (thrown) {
      if (isUnavailable(thrown)) throw thrown;
      failed++;
    }
  }
  return failed;
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

/**
 * Deletes the games that retention no longer covers. Time counts from the start of this thread by the steady clock: a
 * wall clock that is set forward by mistake deletes nothing.
 */
async function forget(): Promise<void> {
  const now = Math.min(Date.now(), performance.timeOrigin + performance.now());
  const asked = journal;
  try {
    const games = (await asked?.forget(retention, now)) ?? 0;
    if (games > 0) send({ type: 'forgotten', games });
  } catch (thrown) {
    if (asked === journal) reportDisk(thrown);
  }
}

function reportDisk(thrown: unknown): void {
  if (disk === 'working') send({ type: 'writeFailed', reason: messageOf(thrown) });
  disk = 'failing';
}

async function answer(id: number, { method, argument }: JournalQuery): Promise<void> {
  try {
    journal ??= await SqlJournal.read(path);
    const read = journal[method] as (argument: unknown) => Promise<unknown>;
    send({ type: 'result', id, value: await read.call(journal, argument) });
  } catch (thrown) {
    send({ type: 'refused', id, reason: messageOf(thrown) });
  }
}

async function close(): Promise<void> {
  try {
    await journal?.close();
  } catch {
    // What is committed is safe, and the host no longer listens.
  }
  send({ type: 'closed' });
  port.close();
}
