/** The command line: `serpentarium COMMAND`. Loads the command, runs it, and turns what it throws into an exit code. */
import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { addCommand, findCommand, listCommands } from './all-commands.js';
import { loadEnvFiles } from '../config/env-files.js';
import { DEFAULT_CONFIG } from '../config/read-text.js';
import { EXIT, messageOf, UsageError } from '../errors/errors.js';
import { DatabaseUnavailable, isDamage } from '../journal/is-unavailable.js';
import { describeMissing, missingFile } from '../processes/program.js';
import { printError } from '../terminal/print.js';
import { version } from '../version.js';

// Stack traces of strategies and of our own code show lines of the source.
process.setSourceMapsEnabled(true);
process.stdout.on('error', ({ code, message }: NodeJS.ErrnoException) => {
  // The reader has seen enough, as in `serpentarium maps | head -1`.
  if (code === 'EPIPE') process.exit();
  printError(`cannot write to standard output: ${message}`);
  process.exit(EXIT.failed);
});

const program = new Command('serpentarium')
  .description('Host many Battlesnakes in one process, and find out which version is better.')
  .version(version)
  .exitOverride()
  .showHelpAfterError('(see --help)')
  .hook('preAction', (_, called) => loadEnvFiles(String(called.opts()['config'] ?? DEFAULT_CONFIG)));

try {
  // Flags may have variables as defaults.
  loadEnvFiles(DEFAULT_CONFIG);
  const [name = '', ...words] = process.argv.slice(2);
  const called = findCommand(name === 'help' ? (words[0] ?? '') : name);
  if (called !== undefined) await addCommand(program, called);
  // The help, and suggestions for misspelt commands, need names and summaries only.
  else {
    listCommands(program);
    program.addHelpCommand(
      new Command('help').argument('[command]').description('show the help of a command').helpGroup('Tools:'),
    );
  }
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
    return thrown.mayPass ? EXIT.failed : EXIT.usage;
  }
  const missing = missingFile(thrown);
  printError(missing === undefined ? (explainJournal(thrown) ?? inspect(thrown)) : describeMissing(missing));
  return EXIT.failed;
}

/** The fault of the journal; `undefined` for any other error. */
function explainJournal(thrown: unknown): string | undefined {
  if (thrown instanceof DatabaseUnavailable) return `the journal is unreachable: ${thrown.message}`;
  if (!isDamage(thrown)) return undefined;
  const remedy = '"serpentarium journal check" says where, "journal copy" saves the games that can be read.';
  return `the journal is damaged: ${messageOf(thrown)}. ${remedy}`;
}
