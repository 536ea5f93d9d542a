#!/usr/bin/env node
/** The one door: `serpentarium COMMAND`. Each command is a file of `commands/`; here are its name, and what exit codes mean. */
import { Command, CommanderError } from 'commander';
import { addAutopsyCommand } from './commands/replay/autopsy.js';
import { addCheckCommand } from './commands/check.js';
import { addCompareCommand } from './commands/compare/compare.js';
import { addConformCommand } from './commands/conform.js';
import { addDevCommand } from './commands/dev.js';
import { EXIT } from './commands/exit-codes.js';
import { addMapsCommand } from './commands/maps.js';
import { addPlayCommand } from './commands/play/play.js';
import { addReplayCommand } from './commands/replay/replay.js';
import { addReportCommand } from './commands/report.js';
import { addServeCommand } from './commands/serve.js';
import { UsageError } from './errors.js';
import { version } from './version.js';

// So that errors in strategies and in our own code name the line in the source.
process.setSourceMapsEnabled(true);
// Whoever reads what is printed may have seen enough: `serpentarium maps | head -1`.
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  if (code === 'EPIPE') process.exit();
  console.error(`standard output cannot be written: ${message}`);
  process.exit(EXIT.failed);
});

const program = new Command('serpentarium')
  .description('Hosts many Battlesnakes in one process, and tells which is better.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(add --help for what there is)');

for (const add of [
  addServeCommand,
  addCheckCommand,
  addDevCommand,
  addPlayCommand,
  addCompareCommand,
  addMapsCommand,
  addConformCommand,
  addReportCommand,
  addReplayCommand,
  addAutopsyCommand,
])
  add(program);

try {
  await program.parseAsync();
} catch (thrown) {
  process.exitCode = explain(thrown);
}

/** Prints what went wrong to whoever can mend it, and returns the exit code. */
function explain(thrown: unknown): number {
  // Commander has said it already.
  if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? EXIT.ok : EXIT.usage;
  if (thrown instanceof UsageError) {
    console.error(thrown.message);
    return EXIT.usage;
  }
  console.error(thrown);
  return EXIT.failed;
}
