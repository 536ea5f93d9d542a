#!/usr/bin/env node
/** The command line: `serpentarium COMMAND`. Loads the command, runs it, and turns what it throws into an exit code. */
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { EXIT } from './commands/exit-codes.js';
import { UsageError } from './errors.js';
import { DatabaseUnavailable } from './journal/is-unavailable.js';
import { printError } from './terminal/print.js';
import { version } from './version.js';

/** In the order of the help. Only the command that is called is loaded: `serve` needs no arena, `maps` no host. */
const COMMANDS: Readonly<Record<string, () => Promise<(program: Command) => void>>> = {
  serve: async () => (await import('./commands/serve/serve.js')).addServeCommand,
  alert: async () => (await import('./commands/alert.js')).addAlertCommand,
  check: async () => (await import('./commands/check.js')).addCheckCommand,
  dev: async () => (await import('./commands/dev.js')).addDevCommand,
  play: async () => (await import('./commands/play/play.js')).addPlayCommand,
  compare: async () => (await import('./commands/compare/compare.js')).addCompareCommand,
  tournament: async () => (await import('./commands/tournament/tournament.js')).addTournamentCommand,
  tune: async () => (await import('./commands/tune/tune.js')).addTuneCommand,
  worker: async () => (await import('./commands/worker/worker.js')).addWorkerCommand,
  init: async () => (await import('./commands/init/init.js')).addInitCommand,
  maps: async () => (await import('./commands/maps.js')).addMapsCommand,
  conform: async () => (await import('./commands/conform.js')).addConformCommand,
  report: async () => (await import('./commands/journal/report.js')).addReportCommand,
  games: async () => (await import('./commands/journal/games.js')).addGamesCommand,
  journal: async () => (await import('./commands/journal/journal.js')).addJournalCommand,
  import: async () => (await import('./commands/import/import.js')).addImportCommand,
  replay: async () => (await import('./commands/replay/replay.js')).addReplayCommand,
  rethink: async () => (await import('./commands/rethink/rethink.js')).addRethinkCommand,
  positions: async () => (await import('./commands/rethink/positions.js')).addPositionsCommand,
  autopsy: async () => (await import('./commands/replay/autopsy.js')).addAutopsyCommand,
};

// Stack traces of strategies and of our own code show lines of the source.
process.setSourceMapsEnabled(true);
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader has seen enough, as in `serpentarium maps | head -1`.
  if (code === 'EPIPE') process.exit();
  printError(`cannot write to standard output: ${message}`);
  process.exit(EXIT.failed);
});

const program = new Command('serpentarium')
  .description('Hosts many Battlesnakes in one process, and finds out which is better.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(see --help)');

try {
  const name = process.argv[2] ?? '';
  const called = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  // Help and misspelt commands need all names.
  for (const load of called === undefined ? Object.values(COMMANDS) : [called]) (await load())(program);
  await program.parseAsync();
} catch (thrown) {
  process.exitCode = explain(thrown);
}

/** Prints what went wrong. Returns the exit code. */
function explain(thrown: unknown): number {
  // Commander has printed it.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (thrown instanceof UsageError) {
    printError(thrown.message);
    return EXIT.usage;
  }
  printError(thrown instanceof DatabaseUnavailable ? `the journal is lost: ${thrown.message}` : inspect(thrown));
  return EXIT.failed;
}
