/** The journal's thread: writes what the host sends, or answers what it asks. `thread-journal.ts` starts it. */
import { setPriority } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { messageOf } from '../../errors.js';
import type { JournalEvent } from '../journal-event.js';
import type { FromThread, JournalQuery, ThreadOptions, ToThread } from './messages.js';
import { isDiskTrouble, SqlJournal } from '../sql-journal.js';

/** Between two tries when the disk refuses, in ms. */
const RETRY = 500;
/** What is packed and written together costs a fraction, so entries wait so long for others, in ms. */
const HOLD = 250;
/** As many batches do not wait: what lies about for long is copied by each collection of garbage. */
const ENOUGH = 8;
/** Entries written in one transaction, about. */
const MOST_AT_ONCE = 4000;
/** Between two words on entries that cannot be written, in ms. */
const BLAME_EVERY = 60_000;
/** How often the oldest games are let go, in ms. */
const FORGET = 10 * 60_000;
/** Below the host in the eyes of the scheduler. */
const NICE = 5;

const { path, mode, retention } = workerData as ThreadOptions;
const port = parentPort!;
const tell = (message: FromThread) => port.postMessage(message);

// On Linux a priority is a thread's own; elsewhere this would slow the host down as well.
if (process.platform === 'linux') setPriority(NICE);

let journal: SqlJournal | undefined;
const batches: (readonly JournalEvent[])[] = [];
let hold: NodeJS.Timeout | undefined;
let isWriting = false;
let isClosing = false;
let isTroubled = false;
let blamedAt = Number.NEGATIVE_INFINITY;

port.on('message', (message: ToThread) => {
  switch (message.kind) {
    case 'entries':
      batches.push(message.entries);
      if (batches.length >= ENOUGH) void writeBatches();
      else hold ??= setTimeout(() => void writeBatches(), HOLD);
      break;
    case 'flush':
      void writeBatches();
      break;
    case 'ask':
      void answer(message.number, message.question);
      break;
    case 'close':
      isClosing = true;
      void writeBatches();
      break;
  }
});

if (mode === 'write') {
  setInterval(() => void forget(), FORGET).unref();
  void writeBatches();
}

/** Opens the journal, writes what waits, and ends where that is wanted. */
async function writeBatches(): Promise<void> {
  clearTimeout(hold);
  hold = undefined;
  if (isWriting) return;
  isWriting = true;
  if (journal === undefined && mode === 'write') await untilWell(open);
  while (batches.length > 0) {
    const taken = takeBatches();
    const entries = taken.flat();
    const isWritten = await untilWell(() => writeSome(entries));
    const failed = isWritten === undefined ? entries.length : isWritten;
    tell({ kind: 'done', written: entries.length - failed, failed });
  }
  isWriting = false;
  if (isClosing) await close();
}

async function open(): Promise<void> {
  journal = await SqlJournal.open(path);
  tell({ kind: 'opened' });
  void forget();
}

function takeBatches(): (readonly JournalEvent[])[] {
  let count = 0;
  const end = batches.findIndex((batch) => (count += batch.length) >= MOST_AT_ONCE);
  return batches.splice(0, end < 0 ? batches.length : end + 1);
}

/** Returns how many could not be written. Throws where it is the disk's fault, and nothing is written. */
async function writeSome(entries: readonly JournalEvent[]): Promise<number> {
  if (journal === undefined) await open();
  try {
    await journal!.write(entries);
    return 0;
  } catch (thrown) {
    if (isDiskTrouble(thrown)) throw thrown;
    blame(thrown);
    return writeEach(entries);
  }
}

/** Says what is wrong with entries; where many are, now and then. */
function blame(thrown: unknown): void {
  const now = performance.now();
  if (now - blamedAt < BLAME_EVERY) return;
  blamedAt = now;
  tell({ kind: 'troubled', reason: messageOf(thrown) });
}

/** One of them is the culprit, and the others are not to go with it. */
async function writeEach(entries: readonly JournalEvent[]): Promise<number> {
  let failed = 0;
  for (const entry of entries) {
    try {
      await journal!.write([entry]);
    } catch (thrown) {
      if (isDiskTrouble(thrown)) throw thrown;
      failed++;
    }
  }
  return failed;
}

/** Tries again until it works; gives up where the host ends. */
async function untilWell<T>(action: () => Promise<T>): Promise<T | undefined> {
  for (;;) {
    try {
      const value = await action();
      if (isTroubled) tell({ kind: 'recovered' });
      isTroubled = false;
      return value;
    } catch (thrown) {
      if (!isTroubled) tell({ kind: 'troubled', reason: messageOf(thrown) });
      isTroubled = true;
      if (isClosing) return undefined;
      await wait(RETRY);
    }
  }
}

async function forget(): Promise<void> {
  try {
    const games = (await journal?.forget(retention, Date.now())) ?? 0;
    if (games > 0) tell({ kind: 'forgotten', games });
  } catch (thrown) {
    if (!isTroubled) tell({ kind: 'troubled', reason: messageOf(thrown) });
    isTroubled = true;
  }
}

async function answer(number: number, question: JournalQuery): Promise<void> {
  try {
    journal ??= await SqlJournal.read(path);
    tell({ kind: 'answer', number, value: await ask(journal, question) });
  } catch (thrown) {
    tell({ kind: 'refused', number, reason: messageOf(thrown) });
  }
}

function ask(reader: SqlJournal, { method, argument }: JournalQuery): Promise<unknown> {
  return (reader[method] as (argument: unknown) => Promise<unknown>).call(reader, argument);
}

async function close(): Promise<void> {
  try {
    await journal?.close();
  } catch {
    // What is committed stays; there is nobody left to tell.
  }
  tell({ kind: 'closed' });
  port.close();
}
