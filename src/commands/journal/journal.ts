/** `serpentarium journal`: copies a journal to another address, and checks one. */
import type { Command } from 'commander';
import { DEFAULT_CONFIG } from '../arguments.js';
import { checkJournal } from './check-journal.js';
import { copyJournal } from './copy-journal.js';

/** What the commands say of addresses. */
const ADDRESSES = `
An address is the path of a file, the URL of a PostgreSQL database, or the name of an environment variable that holds one, as
'$SERPENTARIUM_JOURNAL' in quotes: other users of a machine can read the words of a command.`;

/** Adds the commands to the program. */
export function addJournalCommand(program: Command): void {
  const journal = program.command('journal').description('copy kept games to another journal, or check a journal');
  journal
    .command('copy')
    .description('copy the games that have ended from one journal to another; those that it has are skipped')
    .argument('<FROM>', 'the address of a journal')
    .argument('<TO>', 'the address of another one, which is created if it is not there')
    .option('--json', 'print JSON')
    .addHelpText('after', `${ADDRESSES}\n\nExit codes: 0 all are copied; 1 the copy was cut off; 2 wrong usage.`)
    .action(copyJournal);
  journal
    .command('check')
    .description('read every turn of a journal, compute all sums again, and say what is wrong')
    .argument('[ADDRESS]', 'the address of the journal (default: that of the configuration)')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--json', 'print JSON')
    .addHelpText('after', `${ADDRESSES}\n\nExit codes: 0 all is well; 1 something is wrong; 2 wrong usage.`)
    .action(checkJournal);
}
