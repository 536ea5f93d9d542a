/** Commands as commander calls them, without running them. */
import { Command } from 'commander';
import { defineCommand, type CommandCall } from '../../src/commands/define-command.js';
import type { Flag, ValuesOf, WordArgument, WordsOf } from '../../src/commands/flags.js';

/** The call of a command with these flags and arguments. Throws a `CommanderError` for a wrong command line. */
export function callOf<const Flags extends readonly Flag[], const Words extends readonly WordArgument[] = []>(
  line: readonly string[],
  flags: Flags,
  words?: Words,
): CommandCall<WordsOf<Words>, ValuesOf<Flags>> {
  let called: CommandCall<WordsOf<Words>, ValuesOf<Flags>> | undefined;
  const command = new Command().exitOverride().configureOutput({ writeErr() {}, writeOut() {} });
  defineCommand({ flags, ...(words && { arguments: words }), run: (call) => void (called = call) })(command);
  command.parse(line, { from: 'user' });
  return called!;
}
