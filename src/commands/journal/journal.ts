/** `serpentarium journal`: copies a journal to another address, backs one up, and checks one. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { DEFAULT_CONFIG } from '../arguments.js';
import { formatCount } from '../../terminal/format-numbers.js';
import { print, printJson, printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { showProgress } from '../../terminal/progress.js';
import { EXIT } from '../exit-codes.js';
import { findAddress, openJournalDatabase, readAddress } from './open-journal.js';
import { messageOf, usageFault } from '../../errors.js';
import { isUnavailable } from '../../journal/is-unavailable.js';
import { isServerAddress, toShownAddress } from '../../journal/address.js';
import type { OpenDatabase } from '../../journal/store/tables.js';
import type { CopyCounts } from '../../journal/upkeep/copy-games.js';

/** What the commands say of addresses. */
const ADDRESSES = `
An address is the path of a file, the URL of a PostgreSQL database, or the name of an environment variable that holds one, as
'$SERPENTARIUM_JOURNAL' in quotes: other users of a machine can read the words of a command.`;

interface BackupFlags {
  readonly config: string;
  readonly from?: string;
  readonly json?: true;
}

export function addJournalCommand(program: Command): void {
  const journal = program.command('journal');
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
  journal
    .command('backup')
    .description('write a consistent copy of the journal, with the games under way, while hosts run')
    .argument('<FILE>', 'the file to write, which must not be there')
    .option('--from <ADDRESS>', 'the address of the journal (default: that of the configuration)')
    .option('--config <FILE>', 'the configuration that names the journal', DEFAULT_CONFIG)
    .option('--json', 'print JSON')
    .addHelpText('after', `${ADDRESSES}\n\nExit codes: 0 it is written; 1 it could not be; 2 wrong usage.`)
    .action(backUpJournal);
}

/** Writes the backup of a journal to a file. A file that is there already stays. */
async function backUpJournal(file: string, { config, from, json }: BackupFlags): Promise<void> {
  const address = from === undefined ? findAddress(config) : readAddress(from);
  if (isServerAddress(address))
    throw usageFault(toShownAddress(address), 'is a database. Back it up with its own tool: pg_dump.');
  const target = resolve(file);
  if (existsSync(target)) throw usageFault(file, 'is there already, and is not replaced.');
  // Refuses what is no journal, or one of a later release.
  await (await openJournalDatabase(address, 'read')).db.destroy();
  const { copyWhole } = await import('../../journal/store/sqlite-file.js');
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    await copyWhole(address, part);
    renameSync(part, target);
    if (json === true) printJson({ journal: address, file: target, bytes: statSync(target).size }, 2);
    else print(printable(`${address} is backed up to ${target}`));
  } catch (thrown) {
    rmSync(part, { force: true });
    printError(`the backup was not written: ${messageOf(thrown)}`);
    process.exitCode = EXIT.failed;
  }
}

async function checkJournal(
  word: string | undefined,
  { config, json }: { readonly config: string; readonly json?: true },
): Promise<void> {
  const opened = await openJournalDatabase(word === undefined ? findAddress(config) : readAddress(word), 'read');
  const { checkGames } = await import('../../journal/upkeep/check-games.js');
  let counts = { games: 0, turns: 0 };
  const wrong = new Set<string>();
  const flaws: { of: string; flaw: string }[] = [];
  const progress = showProgress({
    output: process.stderr,
    done: () => counts.games,
    format: (rate) => `${formatCount(counts.games, 'game')} checked, ${Math.round(rate)}/s, ${wrong.size} wrong`,
  });
  try {
    counts = await checkGames(opened.db, {
      flaw({ of, flaw }) {
        wrong.add(of);
        flaws.push({ of, flaw });
        if (json !== true) print(printable(`${of}: ${flaw}`));
      },
      progress: (now) => (counts = now),
    });
  } finally {
    progress();
    await opened.db.destroy();
  }
  const checked = `${formatCount(counts.games, 'game')} with ${formatCount(counts.turns, 'turn')} checked`;
  if (json === true) printJson({ ...counts, flaws }, 2);
  else print(wrong.size === 0 ? `${checked}: all is well` : `${checked}: ${wrong.size} wrong`);
  process.exitCode = wrong.size === 0 ? EXIT.ok : EXIT.failed;
}

async function copyJournal(fromWord: string, toWord: string, { json }: { readonly json?: true }): Promise<void> {
  const [from, to] = [readAddress(fromWord), readAddress(toWord)];
  const source = await openJournalDatabase(from, 'read');
  try {
    const target = await openJournalDatabase(to, 'import');
    try {
      if ((await source.dialect.identify()) === (await target.dialect.identify()))
        throw usageFault(toShownAddress(to), 'is the same journal as the one to copy from.');
      await copyAll(source, target, json === true);
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}

async function copyAll(source: OpenDatabase, target: OpenDatabase, isJson: boolean): Promise<void> {
  const { copyGames } = await import('../../journal/upkeep/copy-games.js');
  let counts: CopyCounts = { copied: 0, known: 0, underWay: 0, damaged: 0 };
  const progress = showProgress({
    output: process.stderr,
    done: () => counts.copied,
    format: (rate) => `${formatCount(counts.copied, 'game')} copied, ${Math.round(rate)}/s`,
  });
  try {
    counts = await copyGames(source, target, (now) => (counts = now));
    progress();
    if (isJson) printJson(counts, 2);
    else print(formatCounts(counts));
    process.exitCode = counts.damaged === 0 ? EXIT.ok : EXIT.failed;
  } catch (thrown) {
    progress();
    if (!isUnavailable(thrown)) throw thrown;
    printError(`${messageOf(thrown)}. ${formatCounts(counts)}. Run it again: it goes on where it was.`);
    process.exitCode = EXIT.failed;
  }
}

function formatCounts({ copied, known, underWay, damaged }: CopyCounts): string {
  return [
    `${formatCount(copied, 'game')} copied`,
    ...(damaged === 0 ? [] : [`${damaged} lost in damaged parts of the file: "journal check" names them`]),
    ...(known === 0 ? [] : [`${known} were there already`]),
    ...(underWay === 0 ? [] : [`${underWay} left that ${underWay === 1 ? 'is' : 'are'} under way: copy again later`]),
  ].join(', ');
}
