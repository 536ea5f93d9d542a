/** The program of the process that writes the journal. */
import { HostChannel } from '../../processes/host-channel.js';
import { engineIdsOf, type JournalEvent } from '../journal-event.js';
import { EventWriter, type EventWriterListener } from '../delivery/event-writer.js';
import { fromEventsMessage, linesAfter, type FromJournal, type OpenMessage, type ToJournal } from './messages.js';

const host = new HostChannel<ToJournal, FromJournal>((message, _, after) => receive(message, after), linesAfter);
let writer: EventWriter | undefined;
let hostId = '';
/** Callers that wait for the games in progress. */
const askers: ((events: readonly JournalEvent[]) => void)[] = [];
// A service manager that signals the whole group would end the journal before the host has sent it everything.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

function receive(message: ToJournal, after: readonly string[]): void {
  switch (message.type) {
    case 'open':
      return open(message);
    case 'events':
      return writer?.add({ number: message.number, host: hostId, events: fromEventsMessage(message, after) });
    case 'openGames':
      return askers.splice(0).forEach((resolve) => resolve(fromEventsMessage(message, after)));
    case 'write':
      return writer?.write();
    case 'ping':
      return host.send({ type: 'pong' });
    case 'close':
      return void writer?.close().finally(() => host.send({ type: 'closed' }));
    case 'read':
    case 'query':
  }
}

function open({ options }: Extract<OpenMessage, { type: 'open' }>): void {
  hostId = options.host.id;
  const listener: EventWriterListener = {
    report: (report) => host.send({ type: 'report', report }),
    done(number, written, { failed, dropped }) {
      const games = engineIdsOf([...failed, ...dropped]);
      host.send({ type: 'done', number, written, failed: failed.length, dropped: dropped.length, games });
    },
    openGames() {
      host.send({ type: 'openGames' });
      return new Promise((resolve) => askers.push(resolve));
    },
    spooled: (content) => host.send({ type: 'spool', content }),
  };
  writer = new EventWriter(options, listener);
  writer.start();
}
