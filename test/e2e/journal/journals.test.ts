import { journalContract } from '../../contracts/journal.contract.js';
import { DATABASES } from '../../support/journal-addresses.js';
import { openDirectly, openInProcess, openWithSpool } from '../../support/journals.js';

journalContract('the journal in its process', openInProcess);
journalContract('a journal elsewhere, written through a spool', openWithSpool);
journalContract('the journal in PostgreSQL', openDirectly, DATABASES);
journalContract('the journal in PostgreSQL, written through a spool', openWithSpool, DATABASES);
