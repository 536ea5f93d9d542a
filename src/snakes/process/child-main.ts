/** The program of a strategy's child process: takes jobs from the host, answers each, ends with the host. */
import { mkdir, rm } from 'node:fs/promises';
import { format } from 'node:util';
import { messageOf } from '../../errors.js';
import type { CleanMove } from '../../wire/move.js';
import { validateModule, describeModule } from '../strategy/validate-module.js';
import { importBundle } from '../strategy/import-bundle.js';
import { fromMachineTime, type FromChild, type ToChild } from './messages.js';
import { Session } from '../strategy/session.js';

/** Proposals that are sent at once in one turn. */
const EAGER_PROPOSALS = 50;
/** Over the time of a turn at most so many more are spread, and no more than one a millisecond: the channel stays clear. */
const MORE_PROPOSALS = 500;

/** Taken now, for a strategy may do anything to `process`. */
const send = process.send!.bind(process);

let session: Session | undefined;
/** Messages that came while the strategy was being loaded, in order. */
const early: Exclude<ToChild, { type: 'load' }>[] = [];

process.on('message', (message: ToChild) => {
  if (message.type === 'load') void load(message.code, message.folder);
  else if (session === undefined) early.push(message);
  else void receive(session, message);
});
process.on('disconnect', () => process.exit());
// A service manager that ends the whole group would otherwise take the strategies from a host that is still draining.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);
for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
  process.on(event, (thrown: unknown) => session?.say(`${event}: ${messageOf(thrown)}`));
}
for (const level of ['log', 'info', 'warn', 'error', 'debug'] as const) {
  console[level] = (...args: unknown[]) => session?.say(format(...args));
}

function tell(message: FromChild): void {
  send(message);
}

async function receive(player: Session, message: Exclude<ToChild, { type: 'load' }>): Promise<void> {
  switch (message.type) {
    case 'options':
      player.options = message.options;
      return;
    case 'forget':
      return player.forget(message.key);
    case 'start': {
      const starting = player.start(message);
      // Told without a turn of the loop in between: what comes next may never give one.
      if (starting !== undefined) await starting;
      return tell({ type: 'done', id: message.id });
    }
    case 'end':
      await player.end(message);
      return tell({ type: 'done', id: message.id });
    case 'move': {
      const { id } = message;
      const deadline = fromMachineTime(message.deadline);
      const outcome = player.move(message, deadline, createProposer(id, deadline));
      return tell({ type: 'done', id, outcome: await outcome });
    }
  }
}

async function load(code: string, folder: string): Promise<void> {
  try {
    await mkdir(folder);
    const strategy = validateModule(await importBundle(code, folder));
    await rm(folder, { recursive: true, force: true });
    session = new Session(strategy, {
      logged: (key, turn, text, data) => tell({ type: 'logged', key, turn, message: text, data }),
      complained: (key, turn, reason) => tell({ type: 'complained', key, turn, reason }),
    });
    tell({ type: 'loaded', shape: describeModule(strategy) });
    for (const message of early.splice(0)) void receive(session, message);
  } catch (thrown) {
    tell({ type: 'broken', reason: messageOf(thrown) });
  }
}

/** The host has to hold the last proposal before this process is killed in a loop, so it is sent as it is made. */
function createProposer(id: number, deadline: number): (proposal: CleanMove) => void {
  const gap = Math.max(1, (deadline - performance.now()) / MORE_PROPOSALS);
  let sent = 0;
  let lastSent = 0;
  return (proposal) => {
    const now = performance.now();
    if (sent >= EAGER_PROPOSALS && now - lastSent < gap) return;
    sent += 1;
    lastSent = now;
    tell({ type: 'proposed', id, proposal });
  };
}
