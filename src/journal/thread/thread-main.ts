/** The main file of the thread that writes a journal. Started by `thread-journal.ts`. */
import { parentPort, workerData } from 'node:worker_threads';
import { EventWriter, type EventWriterOptions } from '../delivery/event-writer.js';
import { lowerPriority } from './lower-priority.js';
import type { FromThread, ToThread } from './messages.js';

const options = workerData as EventWriterOptions;
const port = parentPort!;
const send = (message: FromThread) => port.postMessage(message);

lowerPriority();
const writer = new EventWriter(options, {
  report: (report) => send({ type: 'report', report }),
  done: (written, { failed, dropped }) => send({ type: 'done', written, failed, dropped }),
  spooled: (content) => send({ type: 'spool', content }),
});
port.on('message', (message: ToThread) => {
  switch (message.type) {
    case 'events':
      return writer.add({ number: message.number, host: options.host.id, events: message.events });
    case 'flush':
      return writer.flush();
    case 'close':
      // What is committed is safe, and the host no longer listens.
      return void writer.close().finally(() => port.close());
  }
});
writer.start();
