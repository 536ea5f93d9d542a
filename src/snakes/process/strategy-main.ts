/** The program of a strategy's child process: receives jobs from the host, does each, and ends when the host ends. */
import { rm } from 'node:fs/promises';
import { clearImmediate, setImmediate } from 'node:timers';
import { messageOf } from '../../errors/errors.js';
import { divertOutput } from '../../processes/divert-output.js';
import { HostChannel } from '../../processes/host-channel.js';
import { toCanonical } from '../../wire/canonical.js';
import type { CleanMove } from '../../wire/move.js';
import { readRequest } from '../../wire/reader.js';
import { describeThrown, MAX_LINES, MAX_REASON } from '../strategy/call.js';
import { importBundle } from '../strategy/import-bundle.js';
import type { AnsweredTurn, CallOutcome, TurnJob } from '../strategy/runner.js';
import { Session } from '../strategy/session.js';
import { validateModule, describeModule } from '../strategy/validate-module.js';
import { fromMachineTime, isJob, type FromChild, type JobMessage, type LoadMessage, type ToChild } from './messages.js';

/** Proposals of one turn that are sent at once. */
const EAGER_PROPOSALS = 50;
/** After that, at most this many more per turn, evenly spread and at most one per ms, to protect the channel. */
const SPREAD_PROPOSALS = 500;

interface Job {
  readonly message: JobMessage;
  readonly turn: TurnJob;
}

/** All work after the strategy is loaded. */
type Work = Job | { readonly message: Exclude<ToChild, JobMessage> };

let session: Session | undefined;
/** Lines that the strategy printed during its import. */
const imported: string[] = [];
/** Messages that arrived during the import, in order. */
const early: Work[] = [];
/** A job whose request is the next line. */
let awaited: JobMessage | undefined;
/** Moves that the strategy has not settled. A map would keep their requests alive in its old tables. */
const unfinished: Job[] = [];
/** The immediate that begins the last `ponder`, until it runs. */
let beginning: NodeJS.Immediate | undefined;

const host = new HostChannel<unknown, FromChild>((value, line) => {
  stopPondering();
  if (awaited !== undefined) return receiveRequest(awaited, value, line);
  const message = value as ToChild | LoadMessage;
  if (isJob(message)) awaited = message;
  else if (message.type === 'load') void load(message);
  else work({ message });
});
// A service manager that signals the whole group would kill the strategies of a host that still answers.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (thrown: unknown) => session?.say(`${event}: ${describeThrown(thrown)}`));
}
divertOutput(say);

/** Logs a line of the strategy. Lines printed during its import are logged once it is loaded. */
function say(line: string): void {
  if (session !== undefined) session.say(line);
  else if (imported.length < MAX_LINES) imported.push(line);
}

/** Reads a request as the host has read it. */
function receiveRequest(message: JobMessage, body: unknown, text: string): void {
  awaited = undefined;
  const { id, key, dead, lastTurn } = message;
  try {
    const request = toCanonical(readRequest(body), dead);
    work({ message, turn: { key, dead, lastTurn, request, text } });
  } catch (thrown) {
    const reason = `the request cannot be read: ${messageOf(thrown)}`.slice(0, MAX_REASON);
    host.send({ type: 'done', id, outcome: { kind: 'failed', reason } });
  }
}

function work(next: Work): void {
  if (session === undefined) early.push(next);
  else void ('turn' in next ? play(session, next) : receive(session, next.message));
}

function receive(loaded: Session, message: Exclude<Work, Job>['message']): void {
  switch (message.type) {
    case 'options':
      loaded.options = message.options;
      return;
    case 'abandon': {
      const move = unfinished.find((job) => job.message.id === message.id);
      return move && loaded.abandon(move.turn);
    }
    case 'forget':
      return loaded.forget(message.key);
    case 'ponder':
      return ponder(loaded, message);
    case 'stop-pondering':
    case 'expired':
      return undefined;
  }
}

/** Ponders after all work that came with the message: a strategy that blocks the loop only sees later messages. */
function ponder(loaded: Session, answered: AnsweredTurn): void {
  beginning = setImmediate(() => {
    beginning = undefined;
    loaded.ponder(answered, () => host.hasMore(), tellPondered);
  });
}

/** Reports at once that pondering has stopped: the new work may take long. */
function stopPondering(): void {
  session?.stopPondering();
  if (beginning === undefined) return;
  clearImmediate(beginning);
  beginning = undefined;
  tellPondered(false);
}

function tellPondered(isDone: boolean): void {
  host.send({ type: 'pondered', isDone });
}

async function play(loaded: Session, job: Job): Promise<void> {
  const { message, turn } = job;
  const { id } = message;
  switch (message.type) {
    case 'start': {
      const starting = loaded.start(turn);
      // Report that start has returned before anything else runs: the next job may block the loop.
      if (starting !== undefined) await starting;
      return host.send({ type: 'done', id });
    }
    case 'end':
      await loaded.end(turn);
      return host.send({ type: 'done', id });
    case 'move': {
      const deadline = fromMachineTime(message.deadline);
      const latest = fromMachineTime(message.latest);
      const outcome = loaded.move(turn, deadline, { propose: createProposalSender(id, latest), latest });
      // If move has returned, its answer leaves first, too.
      return host.send({
        type: 'done',
        id,
        outcome: outcome instanceof Promise ? await finish(job, outcome) : outcome,
      });
    }
  }
}

async function finish(job: Job, outcome: Promise<CallOutcome>): Promise<CallOutcome> {
  unfinished.push(job);
  try {
    return await outcome;
  } finally {
    unfinished.splice(unfinished.indexOf(job), 1);
  }
}

async function load({ code, folder, keepsNotes, options }: LoadMessage): Promise<void> {
  try {
    const strategy = validateModule(await importBundle(code, folder));
    await rm(folder, { recursive: true, force: true });
    session = new Session(strategy, (report) => host.send(report));
    session.keepsNotes = keepsNotes;
    host.send({ type: 'loaded', shape: describeModule(strategy, options) });
    for (const line of imported.splice(0)) session.say(line);
    for (const next of early.splice(0)) work(next);
  } catch (thrown) {
    host.send({ type: 'broken', reason: messageOf(thrown).slice(0, MAX_REASON) });
  }
}

/**
 * Sends each proposal as it is made: the host must have the last one before it kills this process in an endless loop.
 * Proposals after `latest` are useless and not sent.
 */
function createProposalSender(id: number, latest: number): (proposal: CleanMove) => void {
  const gap = Math.max(1, (latest - performance.now()) / SPREAD_PROPOSALS);
  let sent = 0;
  let lastSent = 0;
  return (proposal) => {
    const now = performance.now();
    const isTooSoon = sent >= EAGER_PROPOSALS && now - lastSent < gap;
    if (isTooSoon || sent >= EAGER_PROPOSALS + SPREAD_PROPOSALS) return;
    sent += 1;
    lastSent = now;
    host.offer({ type: 'proposed', id, proposal });
  };
}
