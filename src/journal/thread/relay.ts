/** Passes what the writing thread reports on to the journal's listener. Called by `thread-journal.ts`. */
import type { JournalListener } from '../journal-listener.js';
import type { FromThread } from './messages.js';

/** The messages that the host's side of the journal does not keep for itself. */
type Report = Exclude<FromThread, { type: 'done' | 'opened' | 'spool' }>;

/** Calls the listener for a message. */
export function relay(message: Report, events: JournalListener): void {
  switch (message.type) {
    case 'setAside':
      return events.setAside(message.to);
    case 'shared':
      return events.shared(message.other, message.place);
    case 'repeated':
      return message.games.forEach((game) => events.repeated(game));
    case 'unreadable':
      return message.games.forEach((game) => events.unreadable(game));
    case 'vanished':
      return events.vanished();
    case 'writeFailed':
      return events.writeFailed(message.reason);
    case 'recovered':
      return events.recovered();
    case 'forgotten':
      return events.forgotten(message.games);
    case 'delivery':
      return events.delivery(message.outcome);
    case 'badEvents':
      return events.lost(message.count, 'failed');
    case 'databaseLost':
      return events.databaseLost(message);
    case 'databaseBack':
      return events.databaseBack(message);
    case 'clockWrong':
      return events.clockWrong(message);
    case 'closed':
      return undefined;
  }
}
