/** `serpentarium journal`: copies, backs up and checks a journal. */
import { existsSync, renameSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { defineCommand, defineGroup } from '../define-command.js';
import { argument, configFlag, flag, JSON_FLAG } from '../flags.js';
import { formatCount } from '../../views/numbers.js';
import { print, printJson, printError } from '../../terminal/print.js';
import { printable } from '../../terminal/printable.js';
import { showProgress } from '../../terminal/progress.js';
import { findAddress, openJournalDatabase, readAddress } from '../../journal/open-journal.js';
import { EXIT, messageOf, usageFault } from '../../errors/errors.js';
import { EarlierVersion, isDamage, isUnavailable, OtherVersion } from '../../journal/is-unavailable.js';
import { isServerAddress, toShownAddress } from '../../exchange/service-url.js';
import type { OpenDatabase } from '../../journal/store/tables.js';
import type { CopyCounts } from '../../journal/copy-games.js';

const ADDRESSES = `An address is a file, the URL of a PostgreSQL database, or the quoted name of an
environment variable that holds it, such as '$SERPENTARIUM_JOURNAL': other users
of this machine can read command lines, and a URL contains a password.
`;

const JOURNAL = '(default: the journal of the configuration)';
const CONFIG = configFlag('the configuration that names the journal');

const copy = defineCommand({
  summary: 'copy finished games to another journal, without duplicates',
  arguments: [
    argument('<FROM>', 'the address of a journal'),
    argument('<TO>', 'the address of another journal; created if missing'),
  ],
  flags: [JSON_FLAG],
  notes: ADDRESSES,
  exits: { 0: 'all games copied', 1: 'the copy was interrupted', 2: 'wrong usage' },
  examples: ["journal copy data/serpentarium.db '$SERPENTARIUM_JOURNAL'"],
  run: ({ words: [from, to], flags }) => copyJournal(from, to, flags.json === true),
});

const check = defineCommand({
  summary: 'count the games of a journal, and check its file for damage',
  arguments: [argument('[ADDRESS]', `the address of the journal ${JOURNAL}`)],
  flags: [CONFIG, JSON_FLAG],
  notes: ADDRESSES,
  exits: { 0: 'no damage', 1: 'damaged', 2: 'wrong usage, or the file is unreadable' },
  examples: ['journal check', 'journal check backup.db'],
  run: ({ words: [word], flags: { config, json } }) =>
    checkJournal(word === undefined ? findAddress(config) : readAddress(word), json === true),
});

const backup = defineCommand({
  summary: 'write a consistent copy of a journal in use',
  arguments: [argument('<FILE>', 'the file to write; must not exist')],
  flags: [flag('--from <ADDRESS>', `the address of the journal ${JOURNAL}`), CONFIG, JSON_FLAG],
  notes: ADDRESSES,
  exits: { 0: 'written', 1: 'failed', 2: 'wrong usage' },
  examples: ['journal backup backup.db'],
  run: ({ words: [file], flags: { from, config, json } }) =>
    backUpJournal(file, from === undefined ? findAddress(config) : readAddress(from), json === true),
});

export default defineGroup({ copy, check, backup }, { examples: ['journal check', 'journal backup games.db'] });

/** Writes a backup of a journal to a new file. */
async function backUpJournal(file: string, address: string, isJson: boolean): Promise<void> {
  if (isServerAddress(address))
    throw usageFault(toShownAddress(address), 'is a database. Back it up with its own tool: pg_dump.');
  const target = resolve(file);
  if (existsSync(target)) throw usageFault(file, 'already exists. Name another file.');
  // Rejects files that are no journal. A journal of another version is accepted: that is the backup before an upgrade.
  try {
    await (await openJournalDatabase(address, 'read')).db.destroy();
  } catch (thrown) {
    if (!(thrown instanceof Error && thrown.cause instanceof OtherVersion)) throw thrown;
  }
  const { copyWhole } = await import('../../journal/store/sqlite-file.js');
  const part = `${target}.part`;
  try {
    rmSync(part, { force: true });
    await copyWhole(address, part);
    renameSync(part, target);
    if (isJson) printJson({ journal: address, file: target, bytes: statSync(target).size }, 2);
    else print(printable(`${address} is backed up to ${target}`));
  } catch (thrown) {
    rmSync(part, { force: true });
    printError(`the backup was not written: ${messageOf(thrown)}`);
    process.exitCode = EXIT.failed;
  }
}

/** The damage of a file whose games cannot be read: an earlier version wrote it, as a backup before an upgrade. */
async function checkEarlier(address: string, isJson: boolean): Promise<void> {
  const { findDamage } = await import('../../journal/store/sqlite-file.js');
  const damage = isServerAddress(address) ? [] : await findDamage(address, 'integrity_check');
  if (isJson) printJson({ isEarlier: true, damage }, 2);
  else if (damage.length > 0) printDamage(damage);
  else print('of an earlier version, which the next start of a host updates: no damage');
  process.exitCode = damage.length === 0 ? EXIT.ok : EXIT.failed;
}

async function checkJournal(address: string, isJson: boolean): Promise<void> {
  const opened = await openJournalDatabase(address, 'read').catch((thrown: unknown) => {
    if (thrown instanceof Error && thrown.cause instanceof EarlierVersion) return undefined;
    throw thrown;
  });
  if (opened === undefined) return checkEarlier(address, isJson);
  const { db } = opened;
  const { findDamage } = await import('../../journal/store/sqlite-file.js');
  const { countAllGames } = await import('../../journal/store/read-games.js');
  const isServer = isServerAddress(address);
  const damage = isServer ? [] : await findDamage(address, 'integrity_check');
  try {
    const { games, running } = await countAllGames(db);
    if (isJson) printJson({ games, running, damage }, 2);
    else if (damage.length > 0) printDamage(damage);
    else print(`${formatCount(games, 'game')}, ${running} running: ${isServer ? 'it can be read' : 'no damage'}`);
  } catch (thrown) {
    if (!isDamage(thrown)) throw thrown;
    if (damage.length === 0) damage.push(messageOf(thrown));
    if (isJson) printJson({ damage }, 2);
    else printDamage(damage);
  } finally {
    await db.destroy();
  }
  process.exitCode = damage.length === 0 ? EXIT.ok : EXIT.failed;
}

/** Most shown sentences of SQLite: a truncated file has thousands. */
const SHOWN_DAMAGE = 5;

function printDamage(damage: readonly string[]): void {
  for (const sentence of damage.slice(0, SHOWN_DAMAGE)) print(printable(sentence));
  if (damage.length > SHOWN_DAMAGE) print(`… and ${damage.length - SHOWN_DAMAGE} more (--json lists them).`);
  print('The file is damaged: "journal copy" saves the games that can be read.');
}

async function copyJournal(fromWord: string, toWord: string, isJson: boolean): Promise<void> {
  const [from, to] = [readAddress(fromWord), readAddress(toWord)];
  const source = await openJournalDatabase(from, 'read');
  try {
    const target = await openJournalDatabase(to, 'import');
    try {
      if ((await source.dialect.identify()) === (await target.dialect.identify()))
        throw usageFault(toShownAddress(to), 'is the same journal as the one to copy from.');
      await copyAll(source, target, isJson);
    } finally {
      await target.db.destroy();
    }
  } finally {
    await source.db.destroy();
  }
}

async function copyAll(source: OpenDatabase, target: OpenDatabase, isJson: boolean): Promise<void> {
  const { copyGames, NO_COPIES } = await import('../../journal/copy-games.js');
  let counts = NO_COPIES;
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
    process.exitCode = counts.isDamaged ? EXIT.failed : EXIT.ok;
  } catch (thrown) {
    progress();
    if (!isUnavailable(thrown)) throw thrown;
    printError(`${messageOf(thrown)}. ${formatCounts(counts)}. Run it again: it skips the copied games.`);
    process.exitCode = EXIT.failed;
  }
}

function formatCounts({ copied, known, running, damaged, isDamaged }: CopyCounts): string {
  const counts = [
    `${formatCount(copied, 'game')} copied`,
    ...(damaged === 0 ? [] : [`${damaged} cannot be read`]),
    ...(known === 0 ? [] : [`${known} existed already`]),
    ...(running === 0 ? [] : [`${running} left that ${running === 1 ? 'is' : 'are'} running: copy again later`]),
  ].join(', ');
  return isDamaged
    ? `${counts}. The file is damaged and may have held more games: copying again saves none of them.`
    : counts;
}
